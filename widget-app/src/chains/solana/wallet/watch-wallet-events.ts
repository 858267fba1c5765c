import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, ConnectionChange, Unsubscribe, WalletTransport } from '../../chain-adapter.ts'
import { type AccountBook, addressesOf, isFor, parseAccounts } from './wallet-accounts.ts'

/** Changes of connections: those that wallets emit, and the chain, which is selected in the widget. */
export type ConnectionWatch = {
  watch(connection: Connection, onChange: (change: ConnectionChange) => void): Unsubscribe
  /**
   * Selects the chain of a connection. The wallet gets no request, since each request names the chain.
   * @throws WidgetError `chain/not-supported-by-wallet` ('Chain is not supported'); ProviderRpcError of the wallet.
   */
  switchNetwork(connection: Connection, network: Network): Promise<void>
}

type Listener = (change: ConnectionChange) => void

export function createConnectionWatch(transport: WalletTransport, book: AccountBook): ConnectionWatch {
  const listeners = new Map<string, Set<Listener>>()
  return {
    watch({ handle }, onChange) {
      const subscriber: Listener = (change) => onChange(change)
      const subscribers = listeners.get(handle) ?? new Set()
      listeners.set(handle, subscribers.add(subscriber))
      const stop = transport.onEvent(handle, (event, data) => {
        if (event !== 'accountsChanged') return
        const accounts = parseAccounts(data)
        if (accounts !== undefined) {
          book.store(handle, accounts)
          onChange({ is: 'accounts', accounts: addressesOf(accounts) })
        } else if (Array.isArray(data) && data.length === 0) onChange({ is: 'disconnected' })
      })
      return () => {
        stop()
        subscribers.delete(subscriber)
        if (subscribers.size === 0) listeners.delete(handle)
      }
    },
    async switchNetwork(connection, network) {
      const account = await book.find(connection, connection.accounts[0])
      if (!isFor(account, network.id)) {
        const data = { chain: network.id }
        throw new WidgetError('chain/not-supported-by-wallet', texts.chainNotSupported, { data })
      }
      for (const listener of listeners.get(connection.handle) ?? [])
        listener({ is: 'chain', chain: network.id })
    },
  }
}
