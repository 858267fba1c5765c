import * as z from '../../../../shared/zod.ts'
import type { OnrampEvent, SignedRequest } from '../../ports/sources/onramp.ts'
import { UnverifiedEventError } from '../../ports/sources/onramp.ts'
import type { PaymentState } from '../../ports/stores/orders.ts'
import { checkAge, checkHmac, parseEventBody } from '../../vendor-clients/signed-event.ts'
import { type StripeSession, sessionSchema } from './api.ts'

const signatureMaxLength = 4_096

/** `t=1492774577,v1=5257…,v1=…` (https://docs.stripe.com/webhooks/signature). */
function parseHeader(header: string | undefined): {
  readonly time: string
  readonly signatures: readonly string[]
} {
  if (header === undefined || header.length > signatureMaxLength)
    throw new UnverifiedEventError('The signature is missing')
  const parts = header.split(',').map((part) => part.trim().split('='))
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name ? (value ?? '') : []))
  const [time = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(time)) throw new UnverifiedEventError('The signature is too old, or has no time')
  return { time, signatures: valuesOf('v1') }
}

const envelopeSchema = z.object({
  id: z.string().check(z.regex(/^evt_\w{1,128}$/)),
  data: z.object({ object: z.object({ object: z.string() }) }),
})
const eventSchema = z.object({
  /** In seconds; equal in each repetition (https://docs.stripe.com/api/events/object). */
  created: z.int().check(z.nonnegative()),
  data: z.object({ object: sessionSchema() }),
})

const isHash = (text: string | null | undefined): text is string => /^[0-9A-Za-z]{1,128}$/.test(text ?? '')

/** Undefined for a status without news, and for an undocumented one. */
function stateOf({
  status,
  transaction_details: { transaction_id: hash },
}: StripeSession): PaymentState | undefined {
  switch (status) {
    case 'fulfillment_processing':
      return { is: 'processing' }
    case 'fulfillment_complete':
      return isHash(hash) ? { is: 'sent', transactionHash: hash } : { is: 'sent' }
    case 'rejected':
      return { is: 'failed', reason: 'Stripe rejected the purchase' }
    default:
      return undefined
  }
}

/**
 * Verifies and parses an event of a session that this server created; undefined for other events of the account.
 * @throws UnverifiedEventError
 */
export function parseStripeEvent(
  secret: string,
  { body, header, nowMs }: SignedRequest,
): OnrampEvent | undefined {
  const { time, signatures } = parseHeader(header('stripe-signature'))
  checkHmac(secret, `${time}.${body}`, signatures, 'hex')
  checkAge(Number(time) * 1_000, nowMs)
  const event = parseEventBody(body)
  const envelope = z.safeParse(envelopeSchema, event)
  if (!envelope.success) throw new UnverifiedEventError('The event has an unknown shape')
  if (envelope.data.data.object.object !== 'crypto.onramp_session') return undefined
  const parsed = z.safeParse(eventSchema, event)
  if (!parsed.success) throw new UnverifiedEventError('The event has an unknown shape')
  const { created, data } = parsed.data
  const session = data.object
  const [reference, state] = [session.metadata?.order, stateOf(session)]
  if (reference === undefined || state === undefined) return undefined
  // A session does not identify payments: its attempts follow each other.
  return {
    ...{ eventId: envelope.data.id, reference, state },
    ...{ paymentId: session.id, occurredAtMs: created * 1_000 },
  }
}
