import type { ChainId } from '#shared/caip/chain-id.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection, ConnectOptions, WalletTransport } from '../../chain-adapter.ts'
import { requireAccounts, type UsableAccounts, usableAccounts } from './wallet-accounts.ts'
import { requestWallet } from './wallet-error.ts'

const enabledSchema = () => z.object({ accounts: z.array(z.unknown()) })

/**
 * The accounts that a wallet shares with this site on a chain. A silent request never prompts: a wallet that would have to
 * shares none.
 * @throws ProviderRpcError of the wallet; WidgetError `wallet/not-answering` if the response is invalid.
 */
export async function readAccounts(
  transport: WalletTransport,
  handle: string,
  chain: ChainId,
  { silent, signal }: ConnectOptions,
): Promise<UsableAccounts> {
  const request = { method: 'injectedWeb3:enable', params: silent ? { silent } : {} }
  try {
    const response = await requestWallet(transport, handle, request, signal === undefined ? {} : { signal })
    const enabled = enabledSchema().safeParse(response)
    if (enabled.success) return usableAccounts(enabled.data.accounts, chain)
  } catch (error) {
    const { unauthorized, userRejected } = providerCodes
    if (!silent || !isProviderRpcError(error, unauthorized, userRejected)) throw error
    return { is: 'none', reason: 'none-shared' }
  }
  throw new WidgetError('wallet/not-answering', 'The wallet answered without accounts')
}

/**
 * Connects a wallet (`enable` of its `injectedWeb3` entry). These wallets have no current chain, so the connection gets the
 * given one.
 * @throws ProviderRpcError of the wallet (4001 rejected, −32002 request pending); WidgetError `wallet/no-account`.
 */
export async function connect(
  transport: WalletTransport,
  wallet: DiscoveredWallet,
  chain: ChainId,
  options: ConnectOptions,
): Promise<Connection> {
  const shared = requireAccounts(await readAccounts(transport, wallet.handle, chain, options))
  return {
    namespace: 'polkadot',
    walletId: walletIdOf(wallet),
    handle: wallet.handle,
    walletName: wallet.name,
    icon: wallet.icon,
    ...shared,
    chain,
  }
}
