import type { Clock } from '#shared/channel/clock.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { SignClient } from '../client.ts'

type Relayer = SignClient['core']['relayer']

/** Timeout for opening a connection, as in the SDK. */
const openTimeoutMs = 15_000

/**
 * Makes one attempt to connect, where the SDK's own `connect` makes five: opens a new connection and subscribes to the
 * topics. `create` is the SDK's `createProvider`.
 * @throws Error if it does not open within 15 s, or closes before the subscription is complete.
 */
export async function connectOnce(relayer: Relayer, create: unknown, clock: Clock): Promise<void> {
  await relayer.confirmOnlineStateOrThrow()
  if (typeof create !== 'function') throw new TypeError('Another SDK than was pinned')
  Object.assign(relayer, { connectionAttemptInProgress: true, transportExplicitlyClosed: false })
  try {
    await create.call(relayer)
    const { provider, subscriber } = relayer
    const lost = new Promise<never>((_, reject) => {
      provider.once('disconnect', () => reject(new Error('The connection was lost while it was made')))
    })
    const opening = provider.connect()
    const timeoutError = () => new Error('The relay did not answer')
    try {
      await Promise.race([withTimeout(clock, openTimeoutMs, timeoutError, () => opening), lost])
      await Promise.race([subscriber.start(), lost])
    } catch (error) {
      // Close a connection that still opens later.
      opening.then(() => provider.disconnect()).catch(() => undefined)
      await subscriber.stop()
      throw error
    }
  } finally {
    Object.assign(relayer, { connectionAttemptInProgress: false })
  }
}
