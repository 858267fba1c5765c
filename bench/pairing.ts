import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, median } from './bench-entry.ts'
import { clickToList, untilIdle, untilWarm } from './browser/open-modal.ts'
import { usualWallets, visit } from './browser/visit.ts'

/** Notes in the frame when WalletConnect is pressed and when its code has been painted. */
function noteCode(): void {
  document.addEventListener('click', () => performance.mark('bench press'), { capture: true, once: true })
  const code = '[role="img"][aria-label^="QR code"]'
  const eachFrame = () => {
    if (document.querySelector(code) === null) requestAnimationFrame(eachFrame)
    else requestAnimationFrame(() => performance.mark('bench code'))
  }
  requestAnimationFrame(eachFrame)
}

/** From the press on WalletConnect to its code on screen, the SDK's first load included, in milliseconds. */
async function pressToCode(browser: Browser, stack: Stack): Promise<number> {
  const visited = await visit(browser, stack, { path: `/plain.html?${usualWallets}` })
  const { page } = visited
  try {
    const frame = await untilWarm(visited)
    await clickToList(page, visited.widget)
    await untilIdle(frame)
    await frame.evaluate(noteCode)
    // By hand: the widget ignores what a script presses.
    await frame.locator('li button', { hasText: 'WalletConnect' }).click()
    await frame.waitForFunction(() => performance.getEntriesByName('bench code').length > 0)
    return await frame.evaluate(() => {
      const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
      return at('bench code') - at('bench press')
    })
  } finally {
    await visited.close()
  }
}

/** How soon a person sees a code to scan, with a healthy relay on this machine. */
export async function measurePairing(browser: Browser, stack: Stack, samples: number): Promise<Entry[]> {
  const times: number[] = []
  for (let n = 0; n < samples; n += 1) times.push(await pressToCode(browser, stack))
  return [entry('press on WalletConnect to its code on screen', median(times), 'ms', 1_000)]
}
