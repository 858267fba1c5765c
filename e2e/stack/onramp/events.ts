import { createHmac, timingSafeEqual } from 'node:crypto'
import { type OnrampEvent, UnverifiedEventError } from '#server/ports/sources/onramp.ts'
import * as z from '#shared/zod.ts'

/** Header with the signature of an event: HMAC-SHA256 of its body, in hex. */
export const signatureHeader = 'x-provider-signature'

const stateSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('processing') }),
  z.object({ is: z.literal('sent'), transactionHash: z.string() }),
  z.object({ is: z.literal('failed'), reason: z.string() }),
  z.object({ is: z.literal('expired') }),
])
const eventSchema = z.object({
  ...{ eventId: z.string(), reference: z.string(), paymentId: z.string() },
  ...{ occurredAtMs: z.int(), state: stateSchema },
})

const signatureOf = (secret: string, body: string): Buffer =>
  createHmac('sha256', secret).update(body).digest()

/** Signs and posts an event. @throws Error unless the response has status 200. */
export async function postEvent(url: string, secret: string, event: OnrampEvent): Promise<void> {
  const body = JSON.stringify(event)
  const headers = { [signatureHeader]: signatureOf(secret, body).toString('hex') }
  const { status } = await fetch(url, { method: 'POST', body, headers })
  if (status !== 200) throw new Error(`The event of a purchase was answered with ${status}`)
}

/** Verifies and parses a signed event. @throws UnverifiedEventError when the signature is not valid. */
export function parseSignedEvent(secret: string, body: string, signature: string | undefined): OnrampEvent {
  const received = Buffer.from(signature ?? '', 'hex')
  const expected = signatureOf(secret, body)
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new UnverifiedEventError('The signature of the event is not valid')
  return z.parse(eventSchema, JSON.parse(body))
}
