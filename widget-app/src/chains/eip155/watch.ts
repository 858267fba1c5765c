import * as z from 'zod/mini'
import type { Connection, ConnectionChange, Unsubscribe, WalletTransport } from '../contract.ts'
import { parseWalletChain } from './chain-number.ts'
import { parseAccounts } from './connect.ts'

/** MetaMask's "trying to reconnect", sent while it changes network: the accounts stay connected. */
const reconnectingCode = 1013
const disconnectReason = z.object({ code: z.literal(reconnectingCode) })

/** What a wallet event means (EIP-1193), `undefined` when it changes nothing. */
export function readEvent(event: string, data: unknown): ConnectionChange | undefined {
  if (event === 'accountsChanged') {
    const accounts = parseAccounts(data)
    if (accounts !== undefined) return { is: 'accounts', accounts }
    return Array.isArray(data) && data.length === 0 ? { is: 'disconnected' } : undefined
  }
  if (event === 'chainChanged') {
    const chain = parseWalletChain(data)
    return chain === undefined ? undefined : { is: 'chain', chain }
  }
  const isOver = event === 'disconnect' && !disconnectReason.safeParse(data).success
  return isOver ? { is: 'disconnected' } : undefined
}

/** Reports what the wallet says about a connection until unsubscribed. */
export const watch = (
  transport: WalletTransport,
  connection: Connection,
  onChange: (change: ConnectionChange) => void,
): Unsubscribe =>
  transport.onEvent(connection.handle, (event, data) => {
    const change = readEvent(event, data)
    if (change !== undefined) onChange(change)
  })
