import * as z from 'zod/mini'
import type { Connection, ConnectionChange, Unsubscribe, WalletTransport } from '../contract.ts'
import { parseAccounts, readChain, readWalletChain } from './connect.ts'
import { ask } from './wallet-error.ts'

/** MetaMask's "trying to reconnect", sent while it changes network: the accounts stay connected. */
const reconnectingCode = 1013
const disconnectError = z.object({ code: z.int() })

/**
 * What a wallet event means: a change, nothing, a `disconnect` that may be only a hiccup, or a change of which the event does
 * not say enough.
 */
export type EventMeaning =
  | ConnectionChange
  | { readonly is: 'nothing' }
  | { readonly is: 'doubtful' }
  | { readonly is: 'unread'; readonly what: 'accounts' | 'chain' }

/** Reads a wallet event (EIP-1193). */
export function readEvent(event: string, data: unknown): EventMeaning {
  if (event === 'accountsChanged') {
    const accounts = parseAccounts(data)
    if (accounts !== undefined) return { is: 'accounts', accounts }
    const isEmpty = Array.isArray(data) && data.length === 0
    return isEmpty ? { is: 'disconnected' } : { is: 'unread', what: 'accounts' }
  }
  if (event === 'chainChanged') {
    const chain = readWalletChain(data)
    return chain === undefined ? { is: 'unread', what: 'chain' } : { is: 'chain', chain }
  }
  if (event !== 'disconnect') return { is: 'nothing' }
  const error = disconnectError.safeParse(data)
  // Error objects do not cross every transport, so a missing code proves nothing either.
  return error.success && error.data.code !== reconnectingCode ? { is: 'disconnected' } : { is: 'doubtful' }
}

/**
 * Reports what the wallet says about a connection until unsubscribed. After a doubtful `disconnect`, and an event that does not
 * say what has changed, it is asked, without a prompt.
 */
export function watch(
  transport: WalletTransport,
  connection: Connection,
  onChange: (change: ConnectionChange) => void,
): Unsubscribe {
  const { handle } = connection
  let isWatching = true
  /** How much the wallet has reported of each: a slow answer does not replace what was reported after its request. */
  const reported = { accounts: 0, chain: 0 }
  const readAccounts = () => ask(transport, handle, { method: 'eth_accounts' })
  const checkConnected = async (report: typeof onChange) => {
    const accounts = parseAccounts(await readAccounts().catch(() => undefined))
    if (accounts === undefined) report({ is: 'disconnected' })
  }
  const reread = async (what: 'accounts' | 'chain', report: typeof onChange) => {
    try {
      if (what === 'chain') return report({ is: 'chain', chain: await readChain(transport, handle) })
      const meaning = readEvent('accountsChanged', await readAccounts())
      if (meaning.is === 'accounts' || meaning.is === 'disconnected') report(meaning)
    } catch {
      // Nothing new is known; the next request reads the wallet again.
    }
  }
  const stop = transport.onEvent(handle, (event, data) => {
    const meaning = readEvent(event, data)
    if (meaning.is === 'nothing') return
    const what = event === 'chainChanged' ? 'chain' : 'accounts'
    reported[what] += 1
    const turn = reported[what]
    const reportNewest = (change: ConnectionChange) => {
      if (isWatching && reported[what] === turn) onChange(change)
    }
    if (meaning.is === 'doubtful') void checkConnected(reportNewest)
    else if (meaning.is === 'unread') void reread(meaning.what, reportNewest)
    else onChange(meaning)
  })
  return () => {
    isWatching = false
    stop()
  }
}
