import { type CDPSession, expect, type Frame, type Page } from '@playwright/test'

/** Waits for the widget's frame in a page, and returns it. */
export async function widgetFrame(page: Page): Promise<Frame> {
  let found: Frame | undefined
  await expect
    .poll(() => {
      found = page.frames().findLast((frame) => frame.url().includes('/embed/1/'))
      return found !== undefined
    }, 'the page has a widget frame')
    .toBe(true)
  if (found === undefined) throw new Error('The page has no widget frame')
  return found
}

/** Opens a DevTools session with the process of a frame. */
export const frameSession = (frame: Frame): Promise<CDPSession> => frame.page().context().newCDPSession(frame)

/** Resolves when the widget's frame has handled all window messages of its page so far, and its responses have arrived. */
export async function flushMessages(page: Page, widget: Frame): Promise<void> {
  const marker = `marker ${Math.random()}`
  const listener = await widget.evaluateHandle((text) => {
    const heard = new Promise<void>((resolve) => {
      addEventListener('message', ({ data }) => data === text && resolve())
    })
    return { heard }
  }, marker)
  await page.evaluate((text) => {
    for (const { contentWindow } of document.querySelectorAll('iframe')) contentWindow?.postMessage(text, '*')
  }, marker)
  await listener.evaluate(({ heard }) => heard)
  await page.evaluate(() => fetch(location.href))
}

/** Collects garbage in the process of each session. */
export async function collectGarbage(sessions: readonly CDPSession[]): Promise<void> {
  for (const session of sessions) {
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
  }
}

/** Crashes the process of a frame, as an out-of-memory kill does. */
export async function crash(frame: Frame): Promise<void> {
  const session = await frameSession(frame)
  // The process ends before it can respond.
  session.send('Page.crash').catch(() => {})
}

/** Observes the main thread of a page or frame. The returned function returns the durations of its long tasks, in ms. */
export async function watchLongTasks(target: Frame | Page): Promise<() => Promise<readonly number[]>> {
  const watched = await target.evaluateHandle(() => {
    const lengths: number[] = []
    const record = (entries: PerformanceEntryList) => lengths.push(...entries.map(({ duration }) => duration))
    const observer = new PerformanceObserver((list) => record(list.getEntries()))
    observer.observe({ type: 'longtask' })
    return { lengths, flush: () => record(observer.takeRecords()) }
  })
  return () =>
    watched.evaluate(({ lengths, flush }) => {
      flush()
      return lengths
    })
}
