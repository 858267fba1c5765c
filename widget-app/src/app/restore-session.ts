import { reconnectStoredAtom } from '#widget/kernel/connection-commands.ts'
import { followPendingAtom } from '#widget/kernel/journal.ts'
import type { Store } from '#widget/lib/state.ts'

/** Takes up what the last visit left: connected wallets, silently, and transactions that were under way. */
export async function restoreSession(store: Store): Promise<void> {
  await store.set(reconnectStoredAtom)
  await store.set(followPendingAtom)
}
