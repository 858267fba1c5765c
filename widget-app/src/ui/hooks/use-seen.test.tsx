import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Sheet } from '../sheet.tsx'
import { useSeen } from './use-seen.ts'

/** What the browser says; here the test says it. */
let sight = (_ratio: number) => {}
const sizes = new Set<() => void>()

/** What jsdom, which lays nothing out, says of every element: how high it is, and how much of it is in sight. */
function lay({ whole, shown }: { whole: number; shown: number }) {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(whole)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(shown)
  act(() => {
    for (const run of sizes) run()
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: readonly object[]) => void) {
        sight = (intersectionRatio) => act(() => tell([{ intersectionRatio, isVisible: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #run: () => void
      constructor(run: () => void) {
        this.#run = run
      }
      observe() {
        sizes.add(this.#run)
      }
      disconnect() {
        sizes.delete(this.#run)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Facts() {
  const inside = useRef<HTMLDivElement>(null)
  return <div ref={inside}>{useSeen(inside, 'one')}</div>
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const seen = (state: string) => screen.queryByText(state) !== null

it('error: a panel that is whole but has no room for a row of what it shows counts as covered, until it has for 0.8 s (test 28)', () => {
  lay({ whole: 400, shown: 300 })
  render(
    <Sheet title="Review request" viewKey="ApproveTransaction">
      <Facts />
    </Sheet>,
  )
  sight(1)
  pass(800)
  expect(seen('seen')).toBe(true)
  lay({ whole: 400, shown: 47 })
  expect(seen('covered')).toBe(true)
  pass(10_000)
  expect(seen('covered')).toBe(true)
  lay({ whole: 400, shown: 48 })
  pass(799)
  expect(seen('arming')).toBe(true)
  pass(1)
  expect(seen('seen')).toBe(true)
  // Less than a row, and all that there is.
  lay({ whole: 20, shown: 20 })
  expect(seen('seen')).toBe(true)
})
