import { isProviderRpcError, ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { Connection, WalletRequestOptions, WalletTransport } from '../../chain-adapter.ts'
import type { ParsedRequest } from './parse-request.ts'
import { askToSignIn } from './sign-in.ts'
import { type AccountBook, isFor } from './wallet-accounts.ts'
import { ask } from './wallet-error.ts'

type Ports = { readonly transport: WalletTransport; readonly book: AccountBook }

/** What the page's side says of an answer that has no bytes in it: the wallet was asked, and may have signed or sent. */
const isUnreadAnswer = (error: unknown): boolean =>
  isProviderRpcError(error, providerCodes.internal) && /answered without/.test(error.message)

/**
 * Asks the wallet for a signature on behalf of the dApp, with exactly what was parsed. A wallet without a sign-in of its own
 * signs that text as a message. The answer is unread.
 * @throws ProviderRpcError 4200 for what the wallet cannot do, 4901 where it does not work on the chain, −32603 with
 * `data.reason` unknown-outcome, or the wallet's own.
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
