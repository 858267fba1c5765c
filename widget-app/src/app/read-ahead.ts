import { preloadLaterViews } from './later-views.ts'

/** Runs something when nothing else is to do, within 2 s. */
export const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Gets ready for what comes after the first view. When nothing else is to do, its files come into the browser's cache
 * (the build lists them in `<meta name="read-ahead">`); they run at the first sign of a hand, so that somebody who only
 * looks pays neither processor nor memory for them.
 */
export function readAhead(page: Window, prepare: () => void): void {
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
  const onSign = () => {
    for (const sign of signs) document.removeEventListener(sign, onSign, true)
    preloadLaterViews()
    prepare()
  }
  for (const sign of signs) document.addEventListener(sign, onSign, { capture: true, passive: true })
}
