import { type BrowserContext, expect, type Request } from '@playwright/test'

const idleMs = 500
/** Longer than any response takes; the end of an older request is never reported. */
const maxPendingMs = 5_000

/**
 * Observes the requests of all frames from now on. The returned function waits until no request started or ended for 500 ms
 * and none is pending. Playwright's `networkidle` fires once for a document, and never if the end of a response is missed.
 */
export function networkIdle(context: BrowserContext): () => Promise<void> {
  let lastEventAt = performance.now()
  const pending = new Map<Request, number>()
  context.on('request', (request) => {
    lastEventAt = performance.now()
    pending.set(request, lastEventAt)
  })
  const onEnd = (request: Request) => {
    lastEventAt = performance.now()
    pending.delete(request)
  }
  context.on('requestfinished', onEnd)
  context.on('requestfailed', onEnd)
  const isIdle = () => {
    const now = performance.now()
    return (
      now - lastEventAt > idleMs && [...pending.values()].every((startedAt) => now - startedAt > maxPendingMs)
    )
  }
  return () => expect.poll(isIdle, { timeout: 20_000 }).toBe(true)
}
