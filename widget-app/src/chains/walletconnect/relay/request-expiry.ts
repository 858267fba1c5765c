import * as z from 'zod/mini'
import type { Clock } from '#shared/channel/clock.ts'
import type { SignClient } from '../client.ts'

/** For how long the SDK waits for a proposal and for a request, in ms, less the moment by which this is earlier. */
export const expiresAfterMs = 5 * 60_000 - 500

/** What the SDK waits for: answers to session proposals and to requests, by the number of the message. */
const waitedFor = /^session_(?:connect|request):\d+$/

const emitterSchema = () =>
  z.object({
    once: z.custom<(name: string, run: (answer: unknown) => void) => unknown>(
      (value) => typeof value === 'function',
    ),
    emit: z.custom<(name: string, answer: unknown) => unknown>((value) => typeof value === 'function'),
  })

/**
 * Ends what a wallet leaves unanswered just before the SDK's own wait ends. That one keeps a second, rejected promise
 * (`createDelayedPromise`), which the page then reports as an unhandled rejection.
 * @throws ZodError with another SDK than was pinned.
 */
export function expireInTime({ engine }: Pick<SignClient, 'engine'>, clock: Clock): void {
  const emitter = Reflect.get(engine, 'events')
  const { once, emit } = emitterSchema().parse(emitter)
  Object.assign(emitter, {
    once: (name: string, run: (answer: unknown) => void) => {
      if (!waitedFor.test(name)) return once.call(emitter, name, run)
      const what = name.startsWith('session_connect') ? 'Proposal' : 'Request'
      const stop = clock.after(expiresAfterMs, () => {
        emit.call(emitter, name, { error: { message: `${what} expired`, code: 0 } })
      })
      // Not around `run`, which the SDK takes off by itself.
      once.call(emitter, name, stop)
      return once.call(emitter, name, run)
    },
  })
}
