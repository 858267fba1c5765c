import { getBase64Decoder, getUtf8Encoder } from '@solana/web3.js'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import { signInFormatOf } from '#shared/siwx/sign-in-formats.ts'
import type { Connection, SignedText, WalletRequestOptions, WalletTransport } from '../../chain-adapter.ts'
import { base58Of, decodeSignedMessage } from '../decode/decode-response.ts'
import type { AccountBook } from './wallet-accounts.ts'
import { requestWallet } from './wallet-error.ts'

type Ports = { readonly transport: WalletTransport; readonly book: AccountBook }

/** Decodes bytes as text; undefined if they are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Fields of `solana:signIn` (Wallet Standard), from which the wallet builds the text. */
const inputOf = ({ accountAddress, chainId, ...fields }: SignInMessage): object => ({
  ...fields,
  address: accountAddress,
  chainId: signInFormatOf(chainId)?.writeChain(chainId),
})

/** The wallet does not support sign-in, and has shown no prompt. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof ProviderRpcError && error.code === providerCodes.unsupportedMethod

type SignInText = {
  readonly address: string
  /** The text that is signed. */
  readonly text: string
  /** The same as fields, from which the wallet builds the text. */
  readonly input: object
}

/**
 * Requests a sign-in from a wallet: by `solana:signIn` if it is supported, else for the same text by `solana:signMessage`.
 * @throws ProviderRpcError of the wallet, 4200 if it supports neither.
 */
export async function requestSignIn(
  { transport, book: accountBook }: Ports,
  connection: Connection,
  { address, text, input }: SignInText,
  options: WalletRequestOptions = {},
): Promise<unknown> {
  const send = (method: string, params: object) =>
    requestWallet(transport, connection.handle, { method, params }, options)
  try {
    return await send('solana:signIn', input)
  } catch (error) {
    if (!isUnsupported(error)) throw error
  }
  const { features } = await accountBook.find(connection, address)
  if (!features.includes('solana:signMessage'))
    throw new ProviderRpcError(providerCodes.unsupportedMethod, 'The wallet cannot do this')
  const message = getBase64Decoder().decode(getUtf8Encoder().encode(text))
  return send('solana:signMessage', { address, message })
}

/**
 * Signs in with Solana, by the method that the wallet supports.
 * @throws ProviderRpcError of the wallet; WidgetError `siwx/not-verified` if it signed another text.
 */
export async function signIn(
  ports: Ports,
  connection: Connection,
  requested: SignInMessage,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SignedText> {
  const message = signInText(requested)
  const { accountAddress: address } = requested
  const text = { address, text: message, input: inputOf(requested) }
  const response = await requestSignIn(ports, connection, text, options)
  const signed = decodeSignedMessage(response, Uint8Array.from(getUtf8Encoder().encode(message)))
  // Wallets write the text themselves; it must equal the displayed text exactly.
  if (textOf(signed.message) !== message)
    throw new WidgetError('siwx/not-verified', 'The wallet signed another text')
  return { message, signature: base58Of(signed.signature) }
}
