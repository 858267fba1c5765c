import type { Clock } from '#shared/channel/clock.ts'
import { disconnectWaitMs } from '#shared/config/limits.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { Connection, ConnectionChange, Unsubscribe, WalletTransport } from '../../chain-adapter.ts'
import { noChainId, parseAccounts, parseChainOf, readChain } from './connect.ts'
import { requestWallet } from './wallet-error.ts'

type ReadRequired = { readonly is: 'unread'; readonly what: 'accounts' | 'chain'; readonly isEnd?: boolean }

/**
 * What a wallet event means: a change, or a reason to read the wallet. If the wallet then shares no accounts and the event
 * is final (`isEnd`), the connection has ended.
 */
export type EventMeaning = ConnectionChange | ReadRequired

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Interprets a wallet event (EIP-1193). An event alone never means that no account is left. */
export function parseEvent(event: string, data: unknown): EventMeaning | undefined {
  if (event === 'accountsChanged') {
    const accounts = parseAccounts(data)
    if (accounts !== undefined) return { is: 'accounts', accounts }
    return { is: 'unread', what: 'accounts', isEnd: isEmpty(data) }
  }
  if (event === 'chainChanged') {
    const chain = parseChainOf(data)
    return chain === undefined ? { is: 'unread', what: 'chain' } : { is: 'chain', chain }
  }
  // MetaMask also emits it while it changes network (1013).
  return event === 'disconnect' ? { is: 'unread', what: 'accounts', isEnd: true } : undefined
}

/**
 * Reports changes of a connection until unsubscribed. After an event that ends the connection, or does not contain the
 * change, it reads the wallet, without a prompt and for 2 s at most.
 */
export function watch(
  transport: WalletTransport,
  clock: Clock,
  connection: Connection,
  onChange: (change: ConnectionChange) => void,
): Unsubscribe {
  const { handle } = connection
  let isWatching = true
  /** Number of reports of each: a slow response does not replace a change that was reported after its request. */
  const reported = { accounts: 0, chain: 0 }
  const reread = async ({ what, isEnd }: ReadRequired, report: typeof onChange) => {
    // A failed read is ignored; the next request reads the wallet again.
    const ignoreError = () => undefined
    if (what === 'chain')
      return readChain(transport, handle).then((chain) => report({ is: 'chain', chain }), ignoreError)
    const response = await withTimeout(clock, disconnectWaitMs, noChainId, (signal) =>
      requestWallet(transport, handle, { method: 'eth_accounts' }, { signal }),
    ).catch(ignoreError)
    const accounts = parseAccounts(response)
    if (accounts) report({ is: 'accounts', accounts })
    else if (isEnd || isEmpty(response)) report({ is: 'disconnected' })
  }
  const stop = transport.onEvent(handle, (event, data) => {
    const meaning = parseEvent(event, data)
    if (!meaning) return
    const what = event === 'chainChanged' ? 'chain' : 'accounts'
    reported[what] += 1
    const reportNumber = reported[what]
    const reportIfLatest = (change: ConnectionChange) => {
      if (isWatching && reported[what] === reportNumber) onChange(change)
    }
    if (meaning.is === 'unread') void reread(meaning, reportIfLatest)
    else onChange(meaning)
  })
  return () => {
    isWatching = false
    stop()
  }
}
