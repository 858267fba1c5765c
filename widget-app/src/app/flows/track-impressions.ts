import type { WalletImpression } from '#shared/channel/records/widget-event.ts'
import { flagsAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ViewName } from '#widget/core/view.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import { type WalletRow, walletRowsAtom } from '#widget/domain/wallets/wallet-rows.ts'
import type { Store } from '#widget/lib/state.ts'

/** Minimum time on screen that counts as an impression. */
const impressionAfterMs = 1_000

const toImpression = (
  { name, found, entry }: WalletRow,
  displayIndex: number,
  view: ViewName,
): WalletImpression => ({
  name,
  walletRank: entry?.rank,
  ...(entry ? { explorerId: entry.id } : { rdnsId: found[0]?.rdns }),
  view,
  displayIndex,
  query: '',
  certified: entry?.isCertified ?? false,
})

/** Tracks the wallets that Connect shows for a second, once in an opening. */
export function trackImpressions(store: Store, track: (event: AnalyticsEvent) => void): () => void {
  const tracked = new Set<string>()
  let cancel: (() => void) | undefined
  let unsubscribe: (() => void) | undefined

  const trackRows = () => {
    cancel = undefined
    const { name: view } = store.get(currentViewAtom)
    const items = store
      .get(walletRowsAtom)
      .flatMap((row, at) => (tracked.has(row.id) ? [] : { id: row.id, item: toImpression(row, at, view) }))
    for (const { id } of items) tracked.add(id)
    if (items.length > 0)
      track({ event: 'WALLET_IMPRESSION_V2', properties: { items: items.map(({ item }) => item) } })
  }
  const wait = () => {
    cancel ??= store.get(portsAtom).clock.after(impressionAfterMs, trackRows)
  }
  const isShown = (): boolean => {
    const { name } = store.get(currentViewAtom)
    const { collapseWallets, emailShowWallets } = store.get(flagsAtom)
    const isList = name === 'ConnectWallets' || (name === 'Connect' && !collapseWallets && emailShowWallets)
    return isList && store.get(modalOpenAtom)
  }
  const check = () => {
    if (!store.get(modalOpenAtom)) tracked.clear()
    if (isShown() === (unsubscribe !== undefined)) return
    if (unsubscribe) {
      unsubscribe()
      unsubscribe = undefined
      cancel?.()
      cancel = undefined
    } else {
      // Only while the view subscribes too: this subscription alone would fetch the list.
      unsubscribe = store.sub(walletRowsAtom, wait)
      wait()
    }
  }
  check()
  const ends = [store.sub(modalOpenAtom, check), store.sub(currentViewAtom, check)]
  return () => {
    for (const end of ends) end()
    unsubscribe?.()
    cancel?.()
  }
}
