import type { Browser, Frame } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, percentile } from './bench-entry.ts'
import { eventsWith, timesBetween } from './browser/main-thread.ts'
import { replaceBundledList } from './browser/many-wallets.ts'
import { waitUntilIdle, waitUntilPreloaded } from './browser/open-modal.ts'
import { cpuSlowdown, recordTrace, scrollList } from './browser/scroll-list.ts'
import { type Visit, visit } from './browser/visit.ts'

const walletCount = 1_000
/** Search texts: each letter changes the result, and deleting it does too. */
const searchTexts = [
  'wallet 073',
  'birch',
  '0',
  '9',
  '99',
  'cedar wallet 01',
  'r',
  'nothing like it',
  '12',
  'hazel',
]

/** Marks each input event in the frame, and the change it makes in the list. */
function markSearch(): void {
  let isWaiting = false
  document.addEventListener(
    'input',
    () => {
      isWaiting = true
      performance.mark('bench input')
    },
    true,
  )
  // Called in the task of the commit, right after it.
  new MutationObserver((records) => {
    const isList = records.some(({ target }) => target instanceof Element && !target.closest('[role=status]'))
    if (isWaiting && isList) performance.mark('bench commit')
    if (isList) isWaiting = false
  }).observe(document.querySelector('ul')?.closest('div')?.parentElement ?? document.body, {
    childList: true,
    subtree: true,
    attributes: true,
  })
}

/** Opens the list of all wallets, which is the built-in one because the API fails. */
async function openList(visited: Visit, { widget }: Stack): Promise<Frame> {
  const { page } = visited
  const apiFault = { path: '/getWallets', status: 400, project: 'demo' }
  await fetch(`${widget.loopback}/__control/faults`, { method: 'POST', body: JSON.stringify(apiFault) })
  const frame = await waitUntilPreloaded(visited)
  await page.evaluate(() => {
    window.bridge.openModal({ view: 'AllWallets' }).catch(() => {})
  })
  await frame.waitForFunction(
    (count) => Number(document.querySelector('li[aria-setsize]')?.getAttribute('aria-setsize')) >= count,
    walletCount,
  )
  // While any request is routed, the browser caches nothing.
  await page.context().unrouteAll()
  await waitUntilIdle(frame)
  return frame
}

async function measureSearches(browser: Browser, visited: Visit, frame: Frame, texts: readonly string[]) {
  const { keyboard } = visited.page
  await frame.evaluate(markSearch)
  await frame.locator('input').focus()
  const trace = await recordTrace(browser, visited, async () => {
    for (const text of texts) {
      await keyboard.type(text, { delay: 60 })
      for (const _ of text) await keyboard.press('Backspace', { delay: 30 })
      await waitUntilIdle(frame)
    }
  })
  return timesBetween(eventsWith(trace, 'bench input'), 'bench input', 'bench commit')
}

/**
 * The list of all wallets with a thousand built-in ones and no API: searching and scrolling on a slow machine, in processor
 * time of the widget's main thread.
 */
export async function measureCatalogue(browser: Browser, stack: Stack, isShort: boolean): Promise<Entry[]> {
  const visited = await visit(browser, stack, {
    path: '/plain.html',
    routeNetwork: (context) => replaceBundledList(context, stack.widget.loopback, walletCount),
  })
  try {
    const frame = await openList(visited, stack)
    const scaled = (ms: number) => ms * cpuSlowdown
    const searches = await measureSearches(
      browser,
      visited,
      frame,
      isShort ? searchTexts.slice(0, 3) : searchTexts,
    )
    const { framesMs, longestTaskMs } = await scrollList(browser, visited, frame, isShort ? 240 : 320)
    return [
      entry('search 1,000 wallets, 4x CPU: input to commit, p95', scaled(percentile(searches, 95)), 'ms', 16),
      entry('scroll 1,000 wallets, 4x CPU: work in a frame, p95', scaled(percentile(framesMs, 95)), 'ms', 16),
      entry('scroll 1,000 wallets, 4x CPU: longest task', scaled(longestTaskMs), 'ms', 50),
    ]
  } finally {
    await fetch(`${stack.widget.loopback}/__control/faults?project=demo`, { method: 'DELETE' })
    await visited.close()
  }
}
