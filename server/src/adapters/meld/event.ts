import * as z from '../../../../shared/zod.ts'
import { type OnrampEvent, type SignedRequest, UnverifiedEventError } from '../../ports/sources/onramp.ts'
import type { PaymentState } from '../../ports/stores/orders.ts'
import { checkAge, checkHmac, parseEventBody } from '../../vendor-clients/signed-event.ts'

const eventSchema = z.object({
  eventId: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  /** ISO 8601; when the event occurred, equal in each repetition. */
  timestamp: z.string().check(z.maxLength(64)),
  payload: z.object({
    paymentTransactionId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
    externalSessionId: z.optional(z.nullable(z.string())),
    paymentTransactionStatus: z.optional(z.nullable(z.string())),
  }),
})

/** Transaction statuses that change an order (https://docs.meld.io/docs/transaction-statuses); others change nothing. */
const states: ReadonlyMap<string, PaymentState> = new Map<string, PaymentState>([
  ['SETTLING', { is: 'processing' }],
  // The event does not include the hash of the transfer.
  ['SETTLED', { is: 'sent' }],
  ['FAILED', { is: 'failed', reason: 'The payment failed' }],
  ['DECLINED', { is: 'failed', reason: 'The payment was declined' }],
  ['CANCELLED', { is: 'failed', reason: 'The purchase was cancelled' }],
  ['REFUNDED', { is: 'failed', reason: 'The payment was refunded' }],
])

/** ISO 8601, or whole seconds. */
const timeOf = (text: string): number => (/^\d{1,12}$/.test(text) ? Number(text) * 1_000 : Date.parse(text))

/**
 * Verifies and parses an event of a session that this server created; undefined for others
 * (https://docs.meld.io/docs/webhook-authentication).
 * @param webhookUrl the URL as configured at Meld: it is part of the signed text.
 * @throws UnverifiedEventError
 */
export function parseMeldEvent(
  secret: string,
  webhookUrl: string,
  { body, header, nowMs }: SignedRequest,
): OnrampEvent | undefined {
  const [time, signature] = [header('meld-signature-timestamp'), header('meld-signature')]
  if (time === undefined || signature === undefined)
    throw new UnverifiedEventError('The signature is missing')
  checkHmac(secret, `${time}.${webhookUrl}.${body}`, [signature], 'base64url')
  checkAge(timeOf(time), nowMs)
  const parsed = z.safeParse(eventSchema, parseEventBody(body))
  if (!parsed.success) throw new UnverifiedEventError('The event has an unknown shape')
  const { eventId, timestamp, payload } = parsed.data
  const { externalSessionId: reference, paymentTransactionStatus: status } = payload
  const state = states.get(status ?? '')
  if (!reference || state === undefined) return undefined
  const occurredAtMs = timeOf(timestamp)
  if (!Number.isSafeInteger(occurredAtMs)) throw new UnverifiedEventError('The event has no time')
  return { eventId, reference, state, occurredAtMs, paymentId: payload.paymentTransactionId ?? '' }
}
