import { whenIdle } from '#widget/lib/when-idle.ts'
import { laterViews } from './later-views.ts'
import { whileHandRests } from './while-hand-rests.ts'

/**
 * Gets ready for what comes after the first view. When nothing else is to do, its files come into the browser's cache
 * (the build lists them in `<meta name="read-ahead">`); they run from the first sign of a hand on, the next views first
 * and then what the caller adds, so that somebody who only looks pays neither processor nor memory for them.
 */
export function readAhead(page: Window, steps: readonly (() => Promise<unknown>)[]): void {
  const { document } = page
  whenIdle(() => {
    const files = document.querySelector('meta[name="read-ahead"]')?.getAttribute('content') ?? ''
    for (const file of files.split(' ').filter((name) => name !== '')) {
      // Without it the file comes when it is needed.
      page
        .fetch(file, { priority: 'low' })
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined)
    }
  })
  whileHandRests(document, [
    laterViews,
    async () => (await laterViews()).preloadNextViews(),
    () => import('#widget/lib/query-engine.ts'),
    ...steps,
  ])
}
