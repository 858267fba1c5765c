/** `Retry-After` in milliseconds from now: seconds or a date (RFC 9110 §10.2.3); undefined if not in the future. */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
  if (typeof header !== 'string') return undefined
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : undefined
}
