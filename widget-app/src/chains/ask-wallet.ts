import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { RpcRequest, WalletRequestOptions, WalletTransport } from './contract.ts'

/** What a wallet's error should have said: code and message of EIP-1193. */
export type Rejection = { readonly code: number; readonly message: string }

export const refusal: Rejection = { code: providerCodes.userRejected, message: 'User rejected the request' }

export type Ask = (
  transport: WalletTransport,
  handle: string,
  request: RpcRequest,
  options?: WalletRequestOptions,
) => Promise<unknown>

/**
 * A way to ask wallets of one ecosystem. Where `read` finds out what an error means, the caller sees that, with the
 * wallet's own words as `walletMessage`; anything else goes through as it is.
 */
export const askReading =
  (read: (error: unknown) => Rejection | undefined): Ask =>
  async (transport, handle, request, options) => {
    try {
      return await transport.request(handle, request, options)
    } catch (error) {
      const rejection = read(error)
      if (rejection === undefined) throw error
      const walletMessage = error instanceof Error ? error.message : ''
      throw new ProviderRpcError(rejection.code, rejection.message, { walletMessage })
    }
  }
