import { type BrowserContext, expect, type Request } from '@playwright/test'

const silenceMs = 500
/** Longer than any response takes; the end of an older request is never reported. */
const underWayMs = 5_000

/**
 * Observes the requests of all frames from now on. The returned function waits until no request started or ended for 500 ms
 * and none is pending. Playwright's `networkidle` fires once for a document, and never if the end of a response is missed.
 */
export function networkIdle(context: BrowserContext): () => Promise<void> {
  let lastEventAt = performance.now()
  const underWay = new Map<Request, number>()
  context.on('request', (request) => {
    lastEventAt = performance.now()
    underWay.set(request, lastEventAt)
  })
  const ended = (request: Request) => {
    lastEventAt = performance.now()
    underWay.delete(request)
  }
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  const isSilent = () => {
    const now = performance.now()
    return (
      now - lastEventAt > silenceMs && [...underWay.values()].every((askedAt) => now - askedAt > underWayMs)
    )
  }
  return () => expect.poll(isSilent, { timeout: 20_000 }).toBe(true)
}
