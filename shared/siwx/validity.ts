import type { SignInMessage } from '../channel/records/sign-in-session.ts'

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Epoch milliseconds of a time in a message; NaN for an invalid one. */
export const timeOf = (text: string): number => (timePattern.test(text) ? Date.parse(text) : Number.NaN)

/** True if a message is valid at a time, epoch milliseconds: not before its `notBefore`, and before its `expirationTime`. */
export function isWithinValidity({ notBefore, expirationTime }: SignInMessage, now: number): boolean {
  const hasBegun = notBefore === undefined || timeOf(notBefore) <= now
  return hasBegun && (expirationTime === undefined || now < timeOf(expirationTime))
}
