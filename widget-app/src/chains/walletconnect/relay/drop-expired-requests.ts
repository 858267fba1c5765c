import type { Clock } from '#shared/channel/clock.ts'
import * as z from '#shared/zod.ts'
import type { SignClient } from '../client.ts'

/** The relay tag of wallet requests (`wc_sessionRequest`). */
const requestTag = 1108
/** After this time the SDK has reported to the caller that the message could not be published. */
const expiresAfterMs = 60_000

const requestSchema = () => z.object({ id: z.unknown(), params: z.object({ tag: z.literal(requestTag) }) })

/**
 * Drops requests that expired while the relay was unreachable, so that they are not sent after the reconnect: the user has
 * seen the error by then and may have tried again. The SDK queues each message until there is a connection.
 */
export function dropExpiredRequests({ core: { relayer } }: SignClient, clock: Clock): void {
  const establish: unknown = Reflect.get(relayer, 'toEstablishConnection')
  const send = relayer.request
  const attemptTimes = new Map<string, number>()
  Object.assign(relayer, {
    request: async (message: Parameters<typeof send>[0]) => {
      const parsed = requestSchema().safeParse(message)
      if (!parsed.success) return send(message)
      const id = String(parsed.data.id)
      const firstAttemptAt = attemptTimes.get(id) ?? clock.now()
      attemptTimes.set(id, firstAttemptAt)
      if (typeof establish === 'function') await establish.call(relayer)
      if (clock.now() - firstAttemptAt >= expiresAfterMs) return new Promise(() => undefined)
      return send(message)
    },
  })
}
