import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, WalletTransport } from '../../chain-adapter.ts'
import { readAccounts } from '../wallet/connect.ts'
import type { SelectedChains } from '../wallet/selected-chains.ts'

/**
 * Selects the chain of a connection, without a prompt: a wallet signs for any chain. The accounts change with it, because
 * some are bound to one chain.
 * @throws WidgetError `chain/not-supported-by-wallet` ('Chain is not supported') if no account can be used there.
 */
export async function switchNetwork(
  transport: WalletTransport,
  selectedChains: SelectedChains,
  connection: Connection,
  network: Network,
): Promise<void> {
  const usable = await readAccounts(transport, connection.handle, network.id, { silent: true })
  if (usable.is === 'none') {
    const data = { reason: usable.reason }
    throw new WidgetError('chain/not-supported-by-wallet', texts.chainNotSupported, { data })
  }
  selectedChains.select(connection.handle, network.id, { accounts: usable.accounts, facts: usable.facts })
}
