import type { Page } from '@playwright/test'

declare global {
  interface Window {
    readonly wireTap: unknown[]
  }
}

/** Runs in a page before its scripts: keeps whatever the page posts on any port, for peers that do not live to tell. */
function installWireTap(): void {
  if (window.parent !== window) return
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

/** From the next page load on, returns what the page itself has posted on ports, in order. */
export async function tapWire(page: Page): Promise<() => Promise<readonly unknown[]>> {
  await page.addInitScript(installWireTap)
  return () => page.evaluate(() => window.wireTap)
}
