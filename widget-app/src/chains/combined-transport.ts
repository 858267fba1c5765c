import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { Unsubscribe, WalletTransport } from './chain-adapter.ts'

/** Wallets of the page, and those of the added sources. */
export type CombinedTransport = WalletTransport & {
  /** Adds the source of all wallets whose handles have a prefix, instead of an earlier source of that prefix. */
  add(handlePrefix: string, source: WalletTransport): void
}

type AddedSource = { readonly transport: WalletTransport; readonly stop: Unsubscribe }

/** Joins the wallets of the page with those of sources that are loaded on demand, in the order in which they are added. */
export function combinedTransport(page: WalletTransport): CombinedTransport {
  const added = new Map<string, AddedSource>()
  const watchers = new Set<() => void>()
  const list = (): readonly DiscoveredWallet[] => [
    ...page.list(),
    ...[...added.values()].flatMap(({ transport }) => transport.list()),
  ]
  const sourceOf = (handle: string): WalletTransport =>
    [...added].find(([prefix]) => handle.startsWith(prefix))?.[1].transport ?? page
  return {
    list,
    watch: (onChange) => {
      const notify = () => onChange(list())
      watchers.add(notify)
      const stop = page.watch(notify)
      return () => {
        watchers.delete(notify)
        stop()
      }
    },
    request: (handle, ...rest) => sourceOf(handle).request(handle, ...rest),
    onEvent: (handle, listener) => sourceOf(handle).onEvent(handle, listener),
    add: (handlePrefix, transport) => {
      added.get(handlePrefix)?.stop()
      added.set(handlePrefix, { transport, stop: () => undefined })
      const stop = transport.watch(() => {
        for (const notify of [...watchers]) notify()
      })
      added.set(handlePrefix, { transport, stop })
    },
  }
}
