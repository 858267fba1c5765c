import { linkReasons, ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { RpcRequest, WalletRequestOptions, WalletTransport } from './chain-adapter.ts'

/** Code and message of EIP-1193 that a wallet's error stands for. */
export type WalletErrorObject = { readonly code: number; readonly message: string }

export const userRejection: WalletErrorObject = {
  code: providerCodes.userRejected,
  message: 'User rejected the request',
}

/** Whether `data` of an error has a reason of the channel's link; wallets have other reasons. */
export const hasLinkReason = (data: unknown): boolean =>
  linkReasons.some((reason) => reason === Reflect.get(Object(data), 'reason'))

export type RequestWallet = (
  transport: WalletTransport,
  handle: string,
  request: RpcRequest,
  options?: WalletRequestOptions,
) => Promise<unknown>

const envelopeSchema = () =>
  z.object({ jsonrpc: z.string(), result: z.optional(z.unknown()), error: z.optional(z.unknown()) })

const errorSchema = () =>
  z.object({
    code: z.union([z.int(), z.string().check(z.regex(/^-?\d{1,9}$/))]),
    message: z.string(),
    data: z.optional(z.unknown()),
  })

/** Whether a code is an error code: of JSON-RPC, or of EIP-1193 and EIP-5792. Other codes may mean success. */
const isErrorCode = (code: number): boolean =>
  (code >= -32_768 && code <= -32_000) || (code >= 4_000 && code < 6_000)

/**
 * The result in a wallet's response: some wallets return the whole JSON-RPC response, or an error as if it were a result. No
 * result of a request has both an error code and a message.
 * @throws ProviderRpcError that error.
 */
function unwrapResult(response: unknown): unknown {
  if (typeof response !== 'object' || response === null) return response
  const envelope = envelopeSchema().safeParse(response)
  const isFailed = 'error' in response && !('result' in response)
  const error = errorSchema().safeParse(isFailed ? response.error : response)
  const code = error.success ? Number(error.data.code) : 0
  if (error.success && isErrorCode(code))
    throw new ProviderRpcError(code, error.data.message, error.data.data)
  return envelope.success && 'result' in response ? envelope.data.result : response
}

/**
 * Creates the request function for wallets of one ecosystem. If `recognize` knows an error, the caller gets the recognized
 * error with the wallet's message as `walletMessage`; other errors pass unchanged.
 */
export const requestAndParse =
  (recognize: (error: unknown) => WalletErrorObject | undefined): RequestWallet =>
  async (transport, handle, request, options) => {
    try {
      return unwrapResult(await transport.request(handle, request, options))
    } catch (error) {
      const rejection = recognize(error)
      if (rejection === undefined) throw error
      const walletMessage = error instanceof Error ? error.message : ''
      throw new ProviderRpcError(rejection.code, rejection.message, { walletMessage })
    }
  }
