import { type BrowserContext, expect, type Request } from '@playwright/test'

const silenceMs = 500
/** Longer than any response takes here; a later end is never reported. */
const underWayMs = 5_000

/**
 * Listens to what a browser asks from now on, in all frames; gives a wait until it has asked nothing for half a second and
 * has its answers. Not Playwright's `networkidle`: that is told once for a document, and never if an answer's end is missed.
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
