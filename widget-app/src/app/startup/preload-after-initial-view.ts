import { lazyViews } from '../lazy-views.ts'
import { prefetchFiles } from './prefetch-files.ts'
import { preloadOnIdle } from './preload-on-idle.ts'

/**
 * Gets ready for what comes after the first view. While the widget is `shown` and nothing else is to do, its files come
 * into the browser's cache (the build lists them in `<meta name="read-ahead">`); they run from the first sign of a hand
 * on, the next views first and then what the caller adds, so that somebody who only looks pays neither processor nor
 * memory for them.
 */
export function preloadAfterInitialView(
  page: Window,
  shown: () => Promise<void>,
  steps: readonly (() => Promise<unknown>)[],
): void {
  const { document } = page
  const files = document.querySelector('meta[name="read-ahead"]')?.getAttribute('content') ?? ''
  void prefetchFiles(
    files.split(' ').filter((name) => name !== ''),
    shown,
    async (file) => (await page.fetch(file, { priority: 'low' })).arrayBuffer(),
  )
  preloadOnIdle(document, [
    lazyViews,
    async () => (await lazyViews()).preloadNextViews(),
    () => import('#widget/lib/query-engine.ts'),
    ...steps,
  ])
}
