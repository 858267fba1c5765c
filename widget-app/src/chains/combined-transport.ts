import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { WalletTransport } from './chain-adapter.ts'

/** Wallets of the page, and those of the added sources. */
export type CombinedTransport = WalletTransport & {
  /** Adds the source of all wallets whose handles have a prefix. */
  add(handlePrefix: string, source: WalletTransport): void
}

/** Joins the wallets of the page with those of sources that are loaded on demand, in the order in which they are added. */
export function combinedTransport(page: WalletTransport): CombinedTransport {
  const added: (readonly [prefix: string, source: WalletTransport])[] = []
  const watchers = new Set<() => void>()
  const list = (): readonly DiscoveredWallet[] => [
    ...page.list(),
    ...added.flatMap(([, source]) => source.list()),
  ]
  const sourceOf = (handle: string) => added.find(([prefix]) => handle.startsWith(prefix))?.[1] ?? page
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
    add: (handlePrefix, source) => {
      added.push([handlePrefix, source])
      source.watch(() => {
        for (const notify of [...watchers]) notify()
      })
    },
  }
}
