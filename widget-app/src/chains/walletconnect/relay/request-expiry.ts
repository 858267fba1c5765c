import type { Clock } from '#shared/channel/clock.ts'
import * as z from '#shared/zod.ts'
import type { SignClient } from '../client.ts'

/** The SDK's timeout for a proposal and a request, in ms, reduced so that this one fires first. */
export const expiresAfterMs = 5 * 60_000 - 500

/** Events that the SDK waits for: responses to session proposals and requests, by message id. */
const expiringEvents = /^session_(?:connect|request):\d+$/

const emitterSchema = () =>
  z.object({
    once: z.custom<(name: string, listener: (response: unknown) => void) => unknown>(
      (value) => typeof value === 'function',
    ),
    emit: z.custom<(name: string, response: unknown) => unknown>((value) => typeof value === 'function'),
  })

/**
 * Expires unanswered proposals and requests just before the SDK's own timeout. The SDK's timeout also rejects a second
 * promise (`createDelayedPromise`), which the page would report as an unhandled rejection.
 * @throws ZodError with an SDK version other than the pinned one.
 */
export function expireRequests({ engine }: Pick<SignClient, 'engine'>, clock: Clock): void {
  const emitter = Reflect.get(engine, 'events')
  const { once, emit } = emitterSchema().parse(emitter)
  Object.assign(emitter, {
    once: (name: string, listener: (response: unknown) => void) => {
      if (!expiringEvents.test(name)) return once.call(emitter, name, listener)
      const what = name.startsWith('session_connect') ? 'Proposal' : 'Request'
      const stop = clock.after(expiresAfterMs, () => {
        emit.call(emitter, name, { error: { message: `${what} expired`, code: 0 } })
      })
      // Not wrapped around `listener`, because the SDK removes `listener` itself.
      once.call(emitter, name, stop)
      return once.call(emitter, name, listener)
    },
  })
}
