import * as z from 'zod/mini'
import type { Connection, ConnectionChange, Unsubscribe, WalletTransport } from '../contract.ts'
import { parseWalletChain } from './chain-number.ts'
import { parseAccounts } from './connect.ts'

/** MetaMask's "trying to reconnect", sent while it changes network: the accounts stay connected. */
const reconnectingCode = 1013
const disconnectError = z.object({ code: z.int() })

/** What a wallet event means: a change, nothing, or a `disconnect` that may be only a hiccup. */
export type EventMeaning = ConnectionChange | { readonly is: 'nothing' } | { readonly is: 'doubtful' }

/** Reads a wallet event (EIP-1193). */
export function readEvent(event: string, data: unknown): EventMeaning {
  if (event === 'accountsChanged') {
    const accounts = parseAccounts(data)
    if (accounts !== undefined) return { is: 'accounts', accounts }
    return Array.isArray(data) && data.length === 0 ? { is: 'disconnected' } : { is: 'nothing' }
  }
  if (event === 'chainChanged') {
    const chain = parseWalletChain(data)
    return chain === undefined ? { is: 'nothing' } : { is: 'chain', chain }
  }
  if (event !== 'disconnect') return { is: 'nothing' }
  const error = disconnectError.safeParse(data)
  // Error objects do not cross every transport, so a missing code proves nothing either.
  return error.success && error.data.code !== reconnectingCode ? { is: 'disconnected' } : { is: 'doubtful' }
}

/** Reports what the wallet says about a connection until unsubscribed. After a doubtful `disconnect` it is asked. */
export function watch(
  transport: WalletTransport,
  connection: Connection,
  onChange: (change: ConnectionChange) => void,
): Unsubscribe {
  let isWatching = true
  const ask = async () => {
    const accounts = await transport
      .request(connection.handle, { method: 'eth_accounts' })
      .catch(() => undefined)
    if (isWatching && parseAccounts(accounts) === undefined) onChange({ is: 'disconnected' })
  }
  const stop = transport.onEvent(connection.handle, (event, data) => {
    const meaning = readEvent(event, data)
    if (meaning.is === 'doubtful') void ask()
    else if (meaning.is !== 'nothing') onChange(meaning)
  })
  return () => {
    isWatching = false
    stop()
  }
}
