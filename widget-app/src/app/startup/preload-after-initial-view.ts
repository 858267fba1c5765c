import { loadRoutes } from '../load-routes.ts'
import { prefetchFiles } from './prefetch-files.ts'
import { preloadOnIdle } from './preload-on-idle.ts'

/**
 * Prepares what follows the first view. While the widget is `shown` and the page is idle, its files are fetched into the
 * browser's cache (the build lists them in `<meta name="read-ahead">`). They run after the first user input, the next
 * views first and then the caller's steps, so that a user who only looks needs neither processor nor memory for them.
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
    loadRoutes,
    async () => (await loadRoutes()).preloadNextViews(),
    () => import('#widget/lib/query-engine.ts'),
    ...steps,
  ])
}
