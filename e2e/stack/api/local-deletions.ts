import { Hono } from 'hono'
import type { DeletionStore } from '#server/ports/stores/deletions.ts'
import { deletionWaitMs } from '#shared/api/embedded-deletion.ts'

/**
 * Deletions without the wallet's keys in the local world. `POST /` of `control` ends the wait of every user who has made a request.
 */
export function createLocalDeletions(store: DeletionStore) {
  const requested = new Set<string>()
  const waited = new Set<string>()
  const control = new Hono()
  control.post('/', (c) => {
    for (const userId of requested) waited.add(userId)
    requested.clear()
    return c.json({ count: waited.size })
  })
  return {
    control,
    store: {
      ...store,
      add: (request, nowMs) => {
        requested.add(request.userId)
        return store.add(request, nowMs)
      },
      find: async (userId, nowMs) => {
        const found = await store.find(userId, nowMs)
        return found && waited.has(userId) ? { ...found, opensAtMs: Math.min(found.opensAtMs, nowMs) } : found
      },
      carryOut: (userId, audit) =>
        store.carryOut(userId, waited.has(userId) ? { ...audit, atMs: audit.atMs + deletionWaitMs } : audit),
    } satisfies DeletionStore,
  }
}
