import { whenIdle } from '#widget/lib/page/when-idle.ts'

/** Wait this long after the last input before preloading, in ms. */
export const idleAfterInputMs = 400

/**
 * Runs steps one after another after the first user input, each when no key or scroll event has occurred for a while and
 * the page is idle. A click runs the remaining steps at once, because it may need them. A step that fails is skipped.
 */
export function preloadOnIdle(document: Document, steps: readonly (() => Promise<unknown>)[]): void {
  const remaining = [...steps]
  const listening = new AbortController()
  let hasBegun = false
  let idleFrom = 0
  const runNext = () => {
    const step = remaining.shift()
    if (remaining.length === 0) listening.abort()
    return step?.().catch(() => undefined)
  }
  const runWhenIdle = async () => {
    if (remaining.length === 0) return
    const busyMs = idleFrom - performance.now()
    if (busyMs > 0) return void setTimeout(runWhenIdle, busyMs)
    await runNext()
    whenIdle(runWhenIdle)
  }
  const start = () => {
    if (hasBegun) return
    hasBegun = true
    runWhenIdle()
  }
  const postpone = () => {
    idleFrom = performance.now() + idleAfterInputMs
  }
  const runAll = () => {
    hasBegun = true
    while (remaining.length > 0) runNext()
  }
  const on = <Kind extends 'click' | 'keydown' | 'pointerdown' | 'pointermove' | 'scroll'>(
    kind: Kind,
    run: (event: DocumentEventMap[Kind]) => void,
  ) => document.addEventListener(kind, run, { capture: true, passive: true, signal: listening.signal })
  on('scroll', postpone)
  on('keydown', () => {
    postpone()
    start()
  })
  on('pointermove', start)
  on('pointerdown', ({ pointerType }) => {
    if (pointerType === 'mouse') return runAll()
    // It may become a scroll; if it does not, a click follows.
    postpone()
    start()
  })
  on('click', runAll)
}
