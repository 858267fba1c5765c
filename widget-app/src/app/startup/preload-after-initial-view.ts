import { laterViews } from '../lazy-views.ts'
import { fetchAhead } from './prefetch-files.ts'
import { whileHandRests } from './preload-on-idle.ts'

/**
 * Gets ready for what comes after the first view. While the widget is `shown` and nothing else is to do, its files come
 * into the browser's cache (the build lists them in `<meta name="read-ahead">`); they run from the first sign of a hand
 * on, the next views first and then what the caller adds, so that somebody who only looks pays neither processor nor
 * memory for them.
 */
export function readAhead(
  page: Window,
  shown: () => Promise<void>,
  steps: readonly (() => Promise<unknown>)[],
): void {
  const { document } = page
  const files = document.querySelector('meta[name="read-ahead"]')?.getAttribute('content') ?? ''
  void fetchAhead(
    files.split(' ').filter((name) => name !== ''),
    shown,
    async (file) => (await page.fetch(file, { priority: 'low' })).arrayBuffer(),
  )
  whileHandRests(document, [
    laterViews,
    async () => (await laterViews()).preloadNextViews(),
    () => import('#widget/lib/query-engine.ts'),
    ...steps,
  ])
}
