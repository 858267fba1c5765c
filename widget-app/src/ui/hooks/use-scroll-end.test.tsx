import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CodeText } from '../display/code-text.tsx'
import { Sheet } from '../sheet/sheet.tsx'

const observers = new Set<() => void>()

/** Fires a resize of all observed elements. */
const resize = () =>
  act(() => {
    for (const run of observers) run()
  })

/** Heights of every element, for which jsdom, which has no layout, returns 0. */
function lay({ whole, shown }: { whole: number; shown: number }) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(whole)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(shown)
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #run: () => void
      constructor(run: () => void) {
        this.#run = run
        observers.add(run)
      }
      observe() {}
      disconnect() {
        observers.delete(this.#run)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  observers.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('useScrollEnd', () => {
  it('text longer than its box › in the tab order, until it fits', () => {
    lay({ whole: 400, shown: 180 })
    render(<CodeText>a long message</CodeText>)
    resize()
    expect(screen.getByText('a long message').getAttribute('tabindex')).toBe('0')
    lay({ whole: 60, shown: 60 })
    resize()
    expect(screen.getByText('a long message').hasAttribute('tabindex')).toBe(false)
  })

  it('view › in the tab order unless it contains a focusable control', () => {
    lay({ whole: 900, shown: 500 })
    const box = () => document.querySelector('[class*="scroller"]')?.getAttribute('tabindex') ?? null
    const sheet = (children: ReactNode) => (
      <Sheet title="Buy" viewKey="Buy">
        {children}
      </Sheet>
    )
    const { rerender } = render(
      sheet(
        <button type="button" disabled>
          Continue
        </button>,
      ),
    )
    resize()
    expect(box()).toBe('0')
    rerender(sheet(<button type="button">Continue</button>))
    resize()
    expect(box()).toBeNull()
  })
})
