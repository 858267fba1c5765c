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
import { isRejection, requestWallet } from './wallet-error.ts'

/** Solana wallets have no current chain: each request names its chain. */
export type SolanaConnectOptions = ConnectOptions & {
  /** The chain that the user selected; without it, the first chain of the wallet's account. */
  readonly chain?: ChainId
}

const noAccount = (cause?: unknown): WidgetError =>
  new WidgetError('wallet/no-account', 'The wallet gave no account', { cause })

function initialChain(account: WalletAccount, selected: ChainId | undefined): ChainId | undefined {
  if (selected !== undefined && isFor(account, selected)) return selected
  const supported = account.chains.map(chainOfWallet).filter((chain) => chain !== undefined)
  return supported.find((chain) => chain !== 'solana:localnet') ?? supported[0]
}

async function readAccounts(
  transport: WalletTransport,
  handle: string,
  { silent, signal }: ConnectOptions,
): Promise<WalletAccounts | undefined> {
  const request = { method: 'standard:connect', params: silent ? { silent } : {} }
  const requestAccounts = async () =>
    parseConnected(await requestWallet(transport, handle, request, signal === undefined ? {} : { signal }))
  try {
    if (silent) return await requestAccounts()
    return await settleOnStateChange(transport, handle, requestAccounts(), 'accountsChanged', async (data) =>
      parseAccounts(data),
    )
  } catch (error) {
    // A silent request must not prompt, so wallets reject it without the user's decision.
    const wouldPrompt = isRejection(error) || isProviderRpcError(error, providerCodes.unauthorized)
    throw silent && wouldPrompt ? noAccount(error) : error
  }
}

/**
 * Connects a wallet (Wallet Standard, `standard:connect`); a silent request never prompts.
 * @throws ProviderRpcError of the wallet (4001 rejected, −32002 request pending); WidgetError `wallet/no-account`.
 */
export async function connect(
  transport: WalletTransport,
  accountBook: AccountBook,
  wallet: DiscoveredWallet,
  options: SolanaConnectOptions,
): Promise<Connection> {
  const accounts = await readAccounts(transport, wallet.handle, options)
  const chain = accounts && initialChain(accounts[0], options.chain)
  if (accounts === undefined || chain === undefined) throw noAccount()
  accountBook.store(wallet.handle, accounts)
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

/** Disconnects a wallet. Some wallets cannot, so errors are ignored: the widget's connection ends either way. */
export async function disconnect(
  transport: WalletTransport,
  { handle }: Pick<Connection, 'handle'>,
): Promise<void> {
  await transport.request(handle, { method: 'standard:disconnect', params: {} }).catch(() => undefined)
}
