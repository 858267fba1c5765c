import {
  type DeletionRequest,
  getDeletion,
  postDeletion,
  postDeletionCancellation,
} from '../../../../shared/api/embedded-deletion.ts'
import type { StoredDeletion } from '../../ports/stores/deletions.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { HttpError } from '../http-error.ts'
import { openRoute, type Route } from './route.ts'

const dayMs = 86_400_000
/** Requests of a user per day. */
const deletionsPerDay = 5

/** Deletion without the wallet's keys: a request waits, and `postUserDeletion` carries it out. */
export function embeddedDeletionRoutes({
  sessions,
  deletions,
  accountOf,
  limit,
  clock,
}: EmbeddedWallet): readonly Route[] {
  const requestOf = (found: StoredDeletion): DeletionRequest => ({
    ...{ name: found.deviceName, requestedAtMs: found.requestedAtMs },
    ...{ opensAtMs: found.opensAtMs, expiresAtMs: found.expiresAtMs, nowMs: clock() },
  })

  return [
    openRoute(getDeletion, async (call) => {
      const { user } = await sessions.require(call)
      const found = await deletions.find(user.id)
      return { ...(found && { request: requestOf(found) }) }
    }),

    openRoute(postDeletion, async (call) => {
      const session = await sessions.require(call)
      sessions.requireStepUp(session)
      const { user } = session
      if (user.accounts === undefined) throw new HttpError(404, 'The wallet has no accounts')
      await deletions.requireNone(user.id)
      await limit(`deletions of ${user.id}`, deletionsPerDay, dayMs)
      await deletions.request(session, call.client)
      return { account: await accountOf(user) }
    }),

    openRoute(postDeletionCancellation, async (call) => {
      const session = await sessions.require(call)
      await deletions.cancel(session, call.client)
      return { account: await accountOf(session.user) }
    }),
  ]
}
