import type { Frame, Page } from '@playwright/test'

/** Milliseconds from the last byte of a response to the frame that paints its list with the given number of rows. */
export const measureDataToPaint = (frame: Frame, rows: number, address: string): Promise<number> =>
  frame.evaluate(
    ({ count, part }) =>
      new Promise<number>((resolve) => {
        const eachFrame = () => {
          const size = document.querySelector('li[aria-setsize]')?.getAttribute('aria-setsize')
          if (size !== String(count)) return void requestAnimationFrame(eachFrame)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            port1.close()
            const data = performance.getEntriesByType('resource').findLast(({ name }) => name.includes(part))
            const end = data instanceof PerformanceResourceTiming ? data.responseEnd : Number.NaN
            resolve(performance.now() - end)
          }
          // A task posted from a frame's callback runs after that frame is painted.
          port2.postMessage(null)
        }
        requestAnimationFrame(eachFrame)
      }),
    { count: rows, part: address },
  )

/** Opens the account of the connected wallet from the page. */
export async function openAccount(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.bridge.openModal({ view: 'Account' }).catch(() => {})
  })
}
