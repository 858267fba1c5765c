import type { Clock } from '#shared/channel/clock.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { SignClient } from '../client.ts'

type Relayer = SignClient['core']['relayer']

/** How long a connection may take to open, as in the SDK. */
const openingMs = 15_000

/**
 * One attempt to connect, of which the SDK's own `connect` makes five: a new connection, which then hears of our topics.
 * `create` is the SDK's `createProvider`.
 * @throws Error when it does not open within 15 s, or does not stand until the relay knows the topics.
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
    const late = () => new Error('The relay did not answer')
    try {
      await Promise.race([withTimeout(clock, openingMs, late, () => opening), lost])
      await Promise.race([subscriber.start(), lost])
    } catch (error) {
      // One that opens after all is nobody's any more.
      opening.then(() => provider.disconnect()).catch(() => undefined)
      await subscriber.stop()
      throw error
    }
  } finally {
    Object.assign(relayer, { connectionAttemptInProgress: false })
  }
}
