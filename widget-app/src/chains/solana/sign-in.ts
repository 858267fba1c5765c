import { getBase58Decoder, getBase64Decoder, getBase64Encoder, getUtf8Encoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import type { SignInMessage } from '#shared/channel/sign-in-session.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { dialectOf } from '#shared/siwx/ecosystems.ts'
import { signInText } from '#shared/siwx/format.ts'
import type { Connection, SignedText, WalletTransport } from '../contract.ts'
import type { AccountBook } from './wallet-accounts.ts'
import { ask } from './wallet-error.ts'

type Ports = { readonly transport: WalletTransport; readonly book: AccountBook }

const base64Text = () => z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
const answerSchema = () => z.object({ signedMessage: base64Text(), signature: base64Text() })

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(getBase64Encoder().encode(base64))

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
  chainId: dialectOf(chainId)?.writeChain(chainId),
})

/** The wallet has no screen for signing in; it never asked anybody. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ProviderRpcError && error.code === providerCodes.unsupportedMethod

/**
 * Signs in with Solana: by `solana:signIn` where the wallet has it, else the same text by `solana:signMessage`.
 * @throws ProviderRpcError of the wallet; WidgetError `siwx/not-verified` when it signed another text.
 */
export async function signIn(
  { transport, book }: Ports,
  connection: Connection,
  asked: SignInMessage,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SignedText> {
  const message = signInText(asked)
  const { accountAddress: address } = asked
  const send = (method: string, params: object) =>
    ask(transport, connection.handle, { method, params }, options)
  const byMessage = async () => {
    const { features } = await book.find(connection, address)
    if (!features.includes('solana:signMessage'))
      throw new ProviderRpcError(providerCodes.unsupportedMethod, 'The wallet cannot do this')
    const bytes = getBase64Decoder().decode(getUtf8Encoder().encode(message))
    return send('solana:signMessage', { address, message: bytes })
  }
  const answer = answerSchema().safeParse(
    await send('solana:signIn', inputOf(asked)).catch((error: unknown) => {
      if (isAbsent(error)) return byMessage()
      throw error
    }),
  )
  if (!answer.success)
    throw new ProviderRpcError(providerCodes.internal, 'The wallet answered without a signature')
  const { signedMessage, signature } = answer.data
  // Wallets write the text themselves; it has to be what is shown here, letter for letter.
  if (textOf(bytesOf(signedMessage)) !== message)
    throw new WidgetError('siwx/not-verified', 'The wallet signed another text')
  return { message, signature: getBase58Decoder().decode(bytesOf(signature)) }
}
