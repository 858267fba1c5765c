import { isProviderRpcError, ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { Connection, WalletRequestOptions, WalletTransport } from '../../chain-adapter.ts'
import type { ParsedRequest } from './parse-request.ts'
import { requestSignIn } from './sign-in.ts'
import { type AccountBook, isFor } from './wallet-accounts.ts'
import { requestWallet } from './wallet-error.ts'

type Ports = { readonly transport: WalletTransport; readonly book: AccountBook }

/** The host transport's error for a response without bytes: the wallet got the request, and may have signed or sent. */
const isMissingResponse = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.internal) && /answered without/.test(error.message)

/**
 * Requests a signature from the wallet for the dApp, with exactly the parsed value. A wallet without `solana:signIn` signs
 * the sign-in text as a message. The response is not decoded yet.
 * @throws ProviderRpcError 4200 if the wallet does not support it, 4901 if it does not work on the chain, −32603 with
 * `data.reason` unknown-outcome, or the wallet's own error.
 */
export async function handleDappRequest(
  { transport, book: accountBook }: Ports,
  connection: Connection,
  { requested, request }: ParsedRequest,
  options: WalletRequestOptions = {},
): Promise<unknown> {
  try {
    if (requested.is === 'sign-in') {
      const { account: address, text, input } = requested
      return await requestSignIn(
        { transport, book: accountBook },
        connection,
        { address, text, input },
        options,
      )
    }
    const account = await accountBook.find(connection, requested.account)
    if (!account.features.includes(request.method))
      throw new ProviderRpcError(providerCodes.unsupportedMethod, 'The wallet cannot do this')
    if (requested.is === 'transaction' && !isFor(account, requested.chain))
      throw new ProviderRpcError(providerCodes.chainDisconnected, 'The wallet is not on this chain')
    return await requestWallet(transport, connection.handle, request, options)
  } catch (error) {
    if (!isMissingResponse(error)) throw error
    throw linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')
  }
}
