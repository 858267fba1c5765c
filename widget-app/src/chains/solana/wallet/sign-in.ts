import { getBase64Decoder, getUtf8Encoder } from '@solana/web3.js'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import { signInFormatOf } from '#shared/siwx/sign-in-formats.ts'
import type { Connection, SignedText, WalletRequestOptions, WalletTransport } from '../../chain-adapter.ts'
import { base58Of, readSignedMessage } from '../decode/decode-response.ts'
import type { AccountBook } from './wallet-accounts.ts'
import { ask } from './wallet-error.ts'

type Ports = { readonly transport: WalletTransport; readonly book: AccountBook }

/** Text of bytes; undefined for what is no UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Fields of `solana:signIn` (Wallet Standard), which the wallet makes the text of. */
const inputOf = ({ accountAddress, chainId, ...fields }: SignInMessage): object => ({
  ...fields,
  address: accountAddress,
  chainId: signInFormatOf(chainId)?.writeChain(chainId),
})

/** The wallet has no screen for signing in; it never asked anybody. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ProviderRpcError && error.code === providerCodes.unsupportedMethod

type AskedText = {
  readonly address: string
  /** What is signed in the end. */
  readonly text: string
  /** The same in fields, which the wallet makes the text of. */
  readonly input: object
}

/**
 * Asks a wallet to sign somebody in: by `solana:signIn` where it has that, else for the same text by
 * `solana:signMessage`. @throws ProviderRpcError of the wallet, 4200 where it can do neither.
 */
export async function askToSignIn(
  { transport, book }: Ports,
  connection: Connection,
  { address, text, input }: AskedText,
  options: WalletRequestOptions = {},
): Promise<unknown> {
  const send = (method: string, params: object) =>
    ask(transport, connection.handle, { method, params }, options)
  try {
    return await send('solana:signIn', input)
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
  const { features } = await book.find(connection, address)
  if (!features.includes('solana:signMessage'))
    throw new ProviderRpcError(providerCodes.unsupportedMethod, 'The wallet cannot do this')
  const message = getBase64Decoder().decode(getUtf8Encoder().encode(text))
  return send('solana:signMessage', { address, message })
}

/**
 * Signs in with Solana, by whatever the wallet has for it.
 * @throws ProviderRpcError of the wallet; WidgetError `siwx/not-verified` when it signed another text.
 */
export async function signIn(
  ports: Ports,
  connection: Connection,
  asked: SignInMessage,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SignedText> {
  const message = signInText(asked)
  const { accountAddress: address } = asked
  const text = { address, text: message, input: inputOf(asked) }
  const answer = await askToSignIn(ports, connection, text, options)
  const signed = readSignedMessage(answer, Uint8Array.from(getUtf8Encoder().encode(message)))
  // Wallets write the text themselves; it has to be what is shown here, letter for letter.
  if (textOf(signed.message) !== message)
    throw new WidgetError('siwx/not-verified', 'The wallet signed another text')
  return { message, signature: base58Of(signed.signature) }
}
