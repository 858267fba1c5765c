import { createHmac, timingSafeEqual } from 'node:crypto'
import { UnverifiedEventError } from '../ports/sources/onramp.ts'

/**
 * Maximum difference between the time of a signature and this server's clock, in either direction: an older event is a
 * replay (Stripe's default).
 */
const toleranceMs = 300_000

/** @throws UnverifiedEventError unless the event was signed within the tolerance. */
export function checkAge(signedAtMs: number, nowMs: number): void {
  // Written so that NaN, an invalid time, is rejected too.
  if (!(Math.abs(nowMs - signedAtMs) <= toleranceMs))
    throw new UnverifiedEventError('The signature is too old, or has no time')
}

/**
 * @param signatures one of them must be the HMAC-SHA256 of the text.
 * @throws UnverifiedEventError
 */
export function checkHmac(
  secret: string,
  text: string,
  signatures: readonly string[],
  encoding: 'hex' | 'base64url',
): void {
  const expected = createHmac('sha256', secret).update(text, 'utf8').digest()
  const isValid = signatures.some((signature) => {
    const actual = Buffer.from(signature, encoding)
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
  if (!isValid) throw new UnverifiedEventError('The signature is invalid')
}

/** Parses the event. @throws UnverifiedEventError for a body that is not JSON. */
export function parseEventBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnverifiedEventError('The event is not JSON')
  }
}
