import * as z from 'zod/mini'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest, WalletTransport } from '../contract.ts'
import { walletChain } from '../solana-clusters.ts'
import { askToSignIn } from './sign-in.ts'
import { signInInputSchema, textOfInput } from './sign-in-input.ts'
import { signatureSchema } from './signature.ts'
import type { AccountBook } from './wallet-accounts.ts'
import { ask } from './wallet-error.ts'

const refuse = (code: number, message: string) => new ProviderRpcError(code, message)

const base64Text = () =>
  z.string().check(z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/))

const transactionSchema = () =>
  z.object({ address: z.string(), chain: z.optional(z.string()), transaction: base64Text() })

const commitment = () => z.optional(z.enum(['processed', 'confirmed', 'finalized']))

const signedText = () => z.object({ signedMessage: base64Text(), signature: base64Text() })

/** What each method takes and gives (`@solana/wallet-standard-features`; bytes as base64, docs/protocol.md). */
const methods = {
  'solana:signIn': { params: signInInputSchema, answer: signedText },
  'solana:signMessage': {
    params: () => z.object({ address: z.string(), message: base64Text() }),
    answer: signedText,
  },
  'solana:signTransaction': {
    params: transactionSchema,
    answer: () => z.object({ signedTransaction: base64Text() }),
  },
  'solana:signAndSendTransaction': {
    params: () =>
      z.extend(transactionSchema(), {
        options: z.optional(
          z.object({
            commitment: commitment(),
            preflightCommitment: commitment(),
            minContextSlot: z.optional(z.int()),
            maxRetries: z.optional(z.int()),
            skipPreflight: z.optional(z.boolean()),
          }),
        ),
      }),
    answer: () => z.object({ signature: signatureSchema() }),
  },
} as const

/** Whether `answerDapp` would ask the wallet; every other request is refused by it. */
export function isAnswerable({ accounts }: Connection, { method, params }: RpcRequest): boolean {
  if (!isKnown(method)) return false
  const asked = methods[method].params().safeParse(params)
  return asked.success && accounts.includes(asked.data.address)
}

const isKnown = (method: string): method is keyof typeof methods => Object.hasOwn(methods, method)

type Ports = { readonly transport: WalletTransport; readonly book: AccountBook }

/**
 * Asks the wallet for a signature on behalf of the dApp: `solana:signIn`, `solana:signMessage`, `solana:signTransaction`
 * or `solana:signAndSendTransaction`, for a connected account. Without `chain` the connection's own is meant, and a wallet
 * without a sign-in of its own signs that text as a message.
 * @throws ProviderRpcError 4200 for other methods, −32602, 4100, or the wallet's own.
 */
export async function answerDapp(
  ports: Ports,
  connection: Connection,
  { method, params }: RpcRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  if (!isKnown(method)) throw refuse(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
  const schemas = methods[method]
  const asked = schemas.params().safeParse(params)
  if (!asked.success)
    throw refuse(
      providerCodes.invalidParams,
      `Invalid params: ${asked.error.issues[0]?.path.join('.') ?? ''}`,
    )
  const { data } = asked
  if (!connection.accounts.includes(data.address))
    throw refuse(providerCodes.unauthorized, 'The account is not connected')
  const given = await ('domain' in data
    ? askToSignIn(ports, connection, { address: data.address, text: textOfInput(data), input: data }, options)
    : askToSign(ports, connection, { method, params: data }, options))
  const answer = schemas.answer().safeParse(given)
  if (!answer.success) throw refuse(providerCodes.internal, 'The wallet answered without a signature')
  return answer.data
}

async function askToSign(
  { transport, book }: Ports,
  connection: Connection,
  {
    method,
    params,
  }: {
    readonly method: string
    readonly params: { readonly address: string; readonly chain?: string | undefined }
  },
  options: { readonly signal?: AbortSignal },
): Promise<unknown> {
  const { features } = await book.find(connection, params.address)
  if (!features.includes(method)) throw refuse(providerCodes.unsupportedMethod, 'The wallet cannot do this')
  const chain = 'transaction' in params ? { chain: params.chain ?? walletChain(connection.chain) } : {}
  return ask(transport, connection.handle, { method, params: { ...params, ...chain } }, options)
}
