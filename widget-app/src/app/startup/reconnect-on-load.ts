import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { restoringAtom } from '#widget/domain/accounts/connections.ts'
import { isRestoredAtom, signInWishAtom } from '#widget/domain/accounts/sign-in.ts'
import { openRestoredAtom } from '#widget/domain/modal/modal.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { hasRecordAtom } from '#widget/lib/storage.ts'
import { askOrdersWhenOpened } from '../flows/refresh-orders-on-open.ts'
import { preloadLaterViews } from '../lazy-views.ts'

const hasJournalAtom = hasRecordAtom(scopedKey('journal'))
const isFollowingAtom = atom(false)

/**
 * Keeps the tabs of a site in agreement from now on, and asks for orders at each opening; what that takes is loaded when
 * another tab has done something, or where something was ordered.
 */
function followFromNowOn(store: Store): void {
  if (store.get(isFollowingAtom)) return
  store.set(isFollowingAtom, true)
  askOrdersWhenOpened(store)
  const { storage, log } = store.get(portsAtom)
  const follow = async (key: string | null) => {
    const { agreeWithOtherTabAtom } = await import('#widget/domain/connections/sync-tabs.ts')
    await store.set(agreeWithOtherTabAtom, key)
  }
  storage.watch?.((key) => {
    follow(key).catch((cause: unknown) => log('Another tab could not be followed', cause))
  })
}

/** Whether the last visit left wallets that will be brought back, if the site may use the widget. */
export const hasSession = (store: Store): boolean =>
  store.get(hostConfigAtom).autoReconnect && store.get(enabledWalletsAtom).autoReconnect.length > 0

/**
 * Takes up what the last visit left: connected wallets, silently, and transactions that were under way. Somebody who
 * comes for the first time loads nothing for it.
 */
export async function restoreSession(store: Store): Promise<void> {
  followFromNowOn(store)
  const reconnect = async () => {
    if (!hasSession(store)) return
    // Who is connected opens on the account.
    preloadLaterViews()
    const { reconnectStoredAtom } = await import('#widget/domain/connections/connection-actions.ts')
    await store.set(reconnectStoredAtom)
  }
  const followPending = async () => {
    if (!store.get(hasJournalAtom)) return
    const [{ followPendingAtom }, { compareLeftAtom }] = await Promise.all([
      import('#widget/domain/transactions/journal.ts'),
      import('#widget/domain/transactions/verify-interrupted-transactions.ts'),
    ])
    // What was left is compared at once; what is followed first, once it is on the chain.
    await Promise.all([store.set(compareLeftAtom), store.set(followPendingAtom)])
    await store.set(compareLeftAtom)
  }
  const restored = reconnect().finally(async () => {
    store.set(isRestoredAtom, true)
    if (store.get(signInWishAtom)) {
      const { settleRestoredAtom } = await import('../flows/enforce-sign-in.ts')
      await store.set(settleRestoredAtom)
    }
    store.set(restoringAtom, false)
    store.set(openRestoredAtom)
  })
  // Neither waits for the other: a wallet may take its time, and a transaction takes blocks.
  await Promise.all([restored, followPending()])
}
