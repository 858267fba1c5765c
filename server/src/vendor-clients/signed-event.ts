import { createHmac, timingSafeEqual } from 'node:crypto'
import { UnverifiedEventError } from '../ports/sources/onramp.ts'

/** How far the time of a signature may be from ours, in either direction: an older event is a replay (Stripe's own default). */
const toleranceMs = 300_000

/** @throws UnverifiedEventError unless an event was signed just now. */
export function checkAge(signedAtMs: number, nowMs: number): void {
  // Written so that NaN, which is no time, is refused too.
  if (!(Math.abs(nowMs - signedAtMs) <= toleranceMs))
    throw new UnverifiedEventError('The signature is too old, or has no time')
}

/**
 * @param signatures of which one must be the HMAC-SHA256 of the text.
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
    const given = Buffer.from(signature, encoding)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isValid) throw new UnverifiedEventError('The signature is invalid')
}

/** The event, parsed. @throws UnverifiedEventError for a body that is not JSON. */
export function eventOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnverifiedEventError('The event is not JSON')
  }
}
