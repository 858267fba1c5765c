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
const seenAfterMs = 1_000

const impressionOf = (
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
export function trackImpressions(store: Store, tell: (event: AnalyticsEvent) => void): () => void {
  const told = new Set<string>()
  let cancel: (() => void) | undefined
  let leave: (() => void) | undefined

  const tellRows = () => {
    cancel = undefined
    const { name: view } = store.get(currentViewAtom)
    const items = store
      .get(walletRowsAtom)
      .flatMap((row, at) => (told.has(row.id) ? [] : { id: row.id, item: impressionOf(row, at, view) }))
    for (const { id } of items) told.add(id)
    if (items.length > 0)
      tell({ event: 'WALLET_IMPRESSION_V2', properties: { items: items.map(({ item }) => item) } })
  }
  const wait = () => {
    cancel ??= store.get(portsAtom).clock.after(seenAfterMs, tellRows)
  }
  const isShown = (): boolean => {
    const { name } = store.get(currentViewAtom)
    const { collapseWallets, emailShowWallets } = store.get(flagsAtom)
    const isList = name === 'ConnectWallets' || (name === 'Connect' && !collapseWallets && emailShowWallets)
    return isList && store.get(modalOpenAtom)
  }
  const look = () => {
    if (!store.get(modalOpenAtom)) told.clear()
    if (isShown() === (leave !== undefined)) return
    if (leave) {
      leave()
      leave = undefined
      cancel?.()
      cancel = undefined
    } else {
      // Only while the view subscribes too: this subscription alone would fetch the list.
      leave = store.sub(walletRowsAtom, wait)
      wait()
    }
  }
  look()
  const ends = [store.sub(modalOpenAtom, look), store.sub(currentViewAtom, look)]
  return () => {
    for (const end of ends) end()
    leave?.()
    cancel?.()
  }
}
