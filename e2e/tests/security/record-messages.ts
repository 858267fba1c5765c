import type { Frame, Page } from '@playwright/test'

declare global {
  interface Window {
    readonly wireTap: unknown[]
  }
}

/** Runs in each document before its scripts: records its posts on all ports, also for peers that are removed later. */
function installWireTap(): void {
  const told: unknown[] = []
  Object.defineProperty(globalThis, 'wireTap', { value: told })
  const post = MessagePort.prototype.postMessage
  Object.defineProperty(MessagePort.prototype, 'postMessage', {
    value(this: MessagePort, ...given: unknown[]) {
      told.push(given[0])
      return Reflect.apply(post, this, given)
    },
  })
}

/** Records from the next page load on; returns the messages that the page or a frame has posted on ports, in order. */
export async function recordMessages(page: Page): Promise<(place?: Frame) => Promise<readonly unknown[]>> {
  await page.addInitScript(installWireTap)
  return (place) => (place ?? page).evaluate(() => window.wireTap)
}
