import { isProviderRpcError, ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { Connection, WalletRequestOptions, WalletTransport } from '../../chain-adapter.ts'
import type { ParsedRequest } from './parse-request.ts'
import { askToSignIn } from './sign-in.ts'
import { type AccountBook, isFor } from './wallet-accounts.ts'
import { ask } from './wallet-error.ts'

type Ports = { readonly transport: WalletTransport; readonly book: AccountBook }

/** The host transport's error for a response without bytes: the wallet got the request, and may have signed or sent. */
const isUnreadAnswer = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.internal) && /answered without/.test(error.message)

/**
 * Requests a signature from the wallet for the dApp, with exactly the parsed value. A wallet without `solana:signIn` signs
 * the sign-in text as a message. The response is not decoded yet.
 * @throws ProviderRpcError 4200 if the wallet does not support it, 4901 if it does not work on the chain, −32603 with
 * `data.reason` unknown-outcome, or the wallet's own error.
 */
export async function answerDapp(
  { transport, book }: Ports,
  connection: Connection,
  { asked, request }: ParsedRequest,
  options: WalletRequestOptions = {},
): Promise<unknown> {
  try {
    if (asked.is === 'sign-in') {
      const { account: address, text, input } = asked
      return await askToSignIn({ transport, book }, connection, { address, text, input }, options)
    }
    const account = await book.find(connection, asked.account)
    if (!account.features.includes(request.method))
      throw new ProviderRpcError(providerCodes.unsupportedMethod, 'The wallet cannot do this')
    if (asked.is === 'transaction' && !isFor(account, asked.chain))
      throw new ProviderRpcError(providerCodes.chainDisconnected, 'The wallet is not on this chain')
    return await ask(transport, connection.handle, request, options)
  } catch (error) {
    if (!isUnreadAnswer(error)) throw error
    throw linkError(providerCodes.internal, 'The wallet answered without a signature', 'unknown-outcome')
  }
}
