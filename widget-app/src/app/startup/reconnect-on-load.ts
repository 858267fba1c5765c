import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { isReconnectSettledAtom, signInConfigAtom } from '#widget/domain/accounts/sign-in.ts'
import { reopenModalAtom } from '#widget/domain/modal/modal.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { whenIdle } from '#widget/lib/page/when-idle.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { hasRecordAtom } from '#widget/lib/storage.ts'
import { refreshOrdersOnOpen } from '../flows/refresh-orders-on-open.ts'
import { preloadLazyViews } from '../load-routes.ts'

const hasJournalAtom = hasRecordAtom(scopedKey('journal'))
const isWatchingAtom = atom(false)

/**
 * Starts synchronizing the tabs of a host, and fetching orders at each opening; the code loads when another tab has changed
 * something, or if there are orders.
 */
function watchTabsAndOrders(store: Store): void {
  if (store.get(isWatchingAtom)) return
  store.set(isWatchingAtom, true)
  refreshOrdersOnOpen(store)
  const { storage, log } = store.get(portsAtom)
  const syncFromTab = async (key: string | null) => {
    const { syncFromOtherTabAtom } = await import('#widget/domain/connections/sync-tabs.ts')
    await store.set(syncFromOtherTabAtom, key)
  }
  storage.watch?.((key) => {
    syncFromTab(key).catch((cause: unknown) => log('A change of another tab could not be applied', cause))
  })
}

/** Whether stored wallets will reconnect, if the host may use the widget. */
export const hasStoredConnection = (store: Store): boolean =>
  store.get(hostConfigAtom).autoReconnect && store.get(enabledWalletsAtom).autoReconnect.length > 0

/**
 * Resumes earlier visits: reconnects enabled wallets silently and watches pending transactions. Loads nothing for new users.
 */
export async function reconnectOnLoad(store: Store): Promise<void> {
  watchTabsAndOrders(store)
  const reconnect = async () => {
    if (!hasStoredConnection(store)) return
    const { reconnectStoredAtom } = await import('#widget/domain/connections/connection-actions.ts')
    // With a connection the widget opens on Account; the views do not delay the accounts.
    whenIdle(preloadLazyViews)
    await store.set(reconnectStoredAtom)
  }
  const watchPending = async () => {
    if (!store.get(hasJournalAtom)) return
    const [{ watchPendingTransactionsAtom }, { verifyInterruptedAtom }] = await Promise.all([
      import('#widget/domain/transactions/journal.ts'),
      import('#widget/domain/transactions/verify-interrupted-transactions.ts'),
    ])
    // Interrupted transactions are verified at once; watched ones once they are on the chain.
    await Promise.all([store.set(verifyInterruptedAtom), store.set(watchPendingTransactionsAtom)])
    await store.set(verifyInterruptedAtom)
  }
  const reconnected = reconnect().finally(async () => {
    store.set(isReconnectSettledAtom, true)
    if (store.get(signInConfigAtom)) {
      const { settleReconnectedAtom } = await import('../flows/enforce-sign-in.ts')
      await store.set(settleReconnectedAtom)
    }
    store.set(reconnectingAtom, false)
    store.set(reopenModalAtom)
  })
  // In parallel: a wallet may be slow, and a transaction takes blocks.
  await Promise.all([reconnected, watchPending()])
}
