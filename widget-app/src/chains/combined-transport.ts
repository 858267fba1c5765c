import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { WalletTransport } from './chain-adapter.ts'
import { isSessionHandle } from './walletconnect-source.ts'

/** Wallets of the page and, once `add` was called, those of WalletConnect sessions. */
export type CombinedTransport = WalletTransport & { add(sessions: WalletTransport): void }

/** Joins the wallets of the page with those of sessions, whose source is loaded on demand. */
export function combinedTransport(page: WalletTransport): CombinedTransport {
  let sessions: WalletTransport | undefined
  const watchers = new Set<() => void>()
  const list = (): readonly DiscoveredWallet[] => [...page.list(), ...(sessions?.list() ?? [])]
  const sourceOf = (handle: string) => (sessions && isSessionHandle(handle) ? sessions : page)
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
    add: (addedTransport) => {
      sessions = addedTransport
      addedTransport.watch(() => {
        for (const notify of [...watchers]) notify()
      })
    },
  }
}
