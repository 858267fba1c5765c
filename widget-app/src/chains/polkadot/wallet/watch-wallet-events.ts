import type { Connection, ConnectionChange, Unsubscribe, WalletTransport } from '../../chain-adapter.ts'
import type { SelectedChains } from './selected-chains.ts'
import { type UsableAccounts, usableAccounts } from './wallet-accounts.ts'

const changeOf = (usable: UsableAccounts): ConnectionChange =>
  usable.is === 'some'
    ? { is: 'accounts', accounts: usable.accounts, facts: usable.facts }
    : { is: 'disconnected' }

/**
 * Reports account and chain changes of a connection until unsubscribed. A wallet without a usable account is disconnected.
 */
export function watch(
  transport: WalletTransport,
  selectedChains: SelectedChains,
  connection: Connection,
  onChange: (change: ConnectionChange) => void,
): Unsubscribe {
  let { chain } = connection
  const stops = [
    transport.onEvent(connection.handle, (event, data) => {
      if (event === 'disconnect') onChange({ is: 'disconnected' })
      // Anything but a list is ignored.
      if (event === 'accountsChanged' && Array.isArray(data)) onChange(changeOf(usableAccounts(data, chain)))
    }),
    selectedChains.onSelected(connection.handle, (next, shared) => {
      chain = next
      onChange({ is: 'chain', chain })
      onChange({ is: 'accounts', ...shared })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
