import { whenIdle } from '#widget/lib/page/when-idle.ts'

/** Who types or scrolls has the processor for it; so long after that, in ms, the hand rests. */
export const idleAfterInputMs = 400

/**
 * Runs steps one after another from the first sign of a hand on, each when nobody has typed or scrolled for a while and
 * nothing else is to do. A press takes what is left at once, for it may need it. A step that fails is left out.
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
