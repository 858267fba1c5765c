import { whenIdle } from '#widget/lib/page/when-idle.ts'

/** Wait this long after the last input before preloading, in ms. */
export const idleAfterInputMs = 400

/**
 * Runs steps one after another after the first user input, each when no key or scroll event has occurred for a while and
 * the page is idle. A click runs the remaining steps at once, because it may need them. A step that fails is skipped.
 */
export function preloadOnIdle(document: Document, steps: readonly (() => Promise<unknown>)[]): void {
  const left = [...steps]
  const listening = new AbortController()
  let hasBegun = false
  let restsFrom = 0
  const take = () => {
    const step = left.shift()
    if (left.length === 0) listening.abort()
    return step?.().catch(() => undefined)
  }
  const goOn = async () => {
    if (left.length === 0) return
    const busyMs = restsFrom - performance.now()
    if (busyMs > 0) return void setTimeout(goOn, busyMs)
    await take()
    whenIdle(goOn)
  }
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    goOn()
  }
  const busy = () => {
    restsFrom = performance.now() + idleAfterInputMs
  }
  const takeAll = () => {
    hasBegun = true
    while (left.length > 0) take()
  }
  const on = <Kind extends 'click' | 'keydown' | 'pointerdown' | 'pointermove' | 'scroll'>(
    kind: Kind,
    run: (event: DocumentEventMap[Kind]) => void,
  ) => document.addEventListener(kind, run, { capture: true, passive: true, signal: listening.signal })
  on('scroll', busy)
  on('keydown', () => {
    busy()
    begin()
  })
  on('pointermove', begin)
  on('pointerdown', ({ pointerType }) => {
    if (pointerType === 'mouse') return takeAll()
    // It may become a scroll; if it does not, a click follows.
    busy()
    begin()
  })
  on('click', takeAll)
}
