import type { Frame, Page } from '@playwright/test'

declare global {
  interface Window {
    readonly wireTap: unknown[]
  }
}

/** Runs in each document before its scripts: records its posts on all ports, also for peers that are removed later. */
function installWireTap(): void {
  const messages: unknown[] = []
  Object.defineProperty(globalThis, 'wireTap', { value: messages })
  const post = MessagePort.prototype.postMessage
  Object.defineProperty(MessagePort.prototype, 'postMessage', {
    value(this: MessagePort, ...args: unknown[]) {
      messages.push(args[0])
      return Reflect.apply(post, this, args)
    },
  })
}

/** Records from the next page load on; returns the messages that the page or a frame has posted on ports, in order. */
export async function recordMessages(page: Page): Promise<(target?: Frame) => Promise<readonly unknown[]>> {
  await page.addInitScript(installWireTap)
  return (target) => (target ?? page).evaluate(() => window.wireTap)
}
