import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, median } from './bench-entry.ts'
import { clickToList, waitUntilIdle, waitUntilPreloaded } from './browser/open-modal.ts'
import { defaultWallets, visit } from './browser/visit.ts'

/** Runs in the frame: marks the click on WalletConnect and the paint of its QR code. */
function markQrCode(): void {
  document.addEventListener('click', () => performance.mark('bench press'), { capture: true, once: true })
  const code = '[role="img"][aria-label^="QR code"]'
  const eachFrame = () => {
    if (document.querySelector(code) === null) requestAnimationFrame(eachFrame)
    else requestAnimationFrame(() => performance.mark('bench code'))
  }
  requestAnimationFrame(eachFrame)
}

/** Milliseconds from the click on WalletConnect to its QR code on screen, including the first load of its SDK. */
async function measureClickToQrCode(browser: Browser, stack: Stack): Promise<number> {
  const visited = await visit(browser, stack, { path: `/plain.html?${defaultWallets}` })
  const { page } = visited
  try {
    const frame = await waitUntilPreloaded(visited)
    await clickToList(page, visited.widget)
    await waitUntilIdle(frame)
    await frame.evaluate(markQrCode)
    // A real click: the widget ignores scripted ones.
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

/** Time until the QR code is visible, with a healthy relay on this machine. */
export async function measurePairing(browser: Browser, stack: Stack, samples: number): Promise<Entry[]> {
  const times: number[] = []
  for (let n = 0; n < samples; n += 1) times.push(await measureClickToQrCode(browser, stack))
  return [entry('press on WalletConnect to its code on screen', median(times), 'ms', 1_000)]
}
