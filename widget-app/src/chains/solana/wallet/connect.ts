import type { ChainId } from '#shared/caip/chain-id.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, ConnectOptions, WalletTransport } from '../../chain-adapter.ts'
import { settleOnStateChange } from '../../settle-on-state-change.ts'
import { chainOfWallet } from '../../solana-clusters.ts'
import {
  type AccountBook,
  addressesOf,
  isFor,
  parseAccounts,
  parseConnected,
  type WalletAccount,
  type WalletAccounts,
} from './wallet-accounts.ts'
import { ask, isRefusal } from './wallet-error.ts'

/** Wallets of Solana are on no chain: the page says with each request which one it means. */
export type SolanaConnectOptions = ConnectOptions & {
  /** The chain the person has chosen; without it the first one of the wallet's account counts. */
  readonly chain?: ChainId
}

const noAccount = (cause?: unknown): WidgetError =>
  new WidgetError('wallet/no-account', 'The wallet gave no account', { cause })

function startChain(account: WalletAccount, chosen: ChainId | undefined): ChainId | undefined {
  if (chosen !== undefined && isFor(account, chosen)) return chosen
  const offered = account.chains.map(chainOfWallet).filter((chain) => chain !== undefined)
  return offered.find((chain) => chain !== 'solana:localnet') ?? offered[0]
}

async function readAccounts(
  transport: WalletTransport,
  handle: string,
  { silent, signal }: ConnectOptions,
): Promise<WalletAccounts | undefined> {
  const request = { method: 'standard:connect', params: silent ? { silent } : {} }
  const answer = async () =>
    parseConnected(await ask(transport, handle, request, signal === undefined ? {} : { signal }))
  try {
    if (silent) return await answer()
    return await settleOnStateChange(transport, handle, answer(), 'accountsChanged', async (data) =>
      parseAccounts(data),
    )
  } catch (error) {
    // Asked silently, wallets refuse in nobody's name where they would have to ask a person.
    const wouldAsk = isRefusal(error) || isProviderRpcError(error, providerCodes.unauthorized)
    throw silent && wouldAsk ? noAccount(error) : error
  }
}

/**
 * Connects a wallet (Wallet Standard, `standard:connect`); silently, it never prompts.
 * @throws ProviderRpcError of the wallet (4001 refused, −32002 already asking); WidgetError `wallet/no-account`.
 */
export async function connect(
  transport: WalletTransport,
  book: AccountBook,
  wallet: DiscoveredWallet,
  options: SolanaConnectOptions,
): Promise<Connection> {
  const accounts = await readAccounts(transport, wallet.handle, options)
  const chain = accounts && startChain(accounts[0], options.chain)
  if (accounts === undefined || chain === undefined) throw noAccount()
  book.remember(wallet.handle, accounts)
  return {
    namespace: 'solana',
    walletId: walletIdOf(wallet),
    handle: wallet.handle,
    walletName: wallet.name,
    icon: wallet.icon,
    accounts: addressesOf(accounts),
    chain,
  }
}

/** Takes leave of a wallet. Not every one can, so its errors are ignored: for us the connection is over either way. */
export async function disconnect(
  transport: WalletTransport,
  { handle }: Pick<Connection, 'handle'>,
): Promise<void> {
  await transport.request(handle, { method: 'standard:disconnect', params: {} }).catch(() => undefined)
}
