import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CodeText } from '../display/code-text.tsx'
import { Sheet } from '../sheet/sheet.tsx'

const observers = new Set<() => void>()

/** Of all that is observed, something has another size. */
const resize = () =>
  act(() => {
    for (const run of observers) run()
  })

/** How high everything is that jsdom, which lays nothing out, says 0 of. */
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

describe('useReachedScroll', () => {
  it('behavior: a text that is longer than its box is reached by Tab, until it fits', () => {
    lay({ whole: 400, shown: 180 })
    render(<CodeText>a long message</CodeText>)
    resize()
    expect(screen.getByText('a long message').getAttribute('tabindex')).toBe('0')
    lay({ whole: 60, shown: 60 })
    resize()
    expect(screen.getByText('a long message').hasAttribute('tabindex')).toBe(false)
  })

  it('behavior: a view is reached by Tab while there is nothing in it to press, and by what can be pressed else', () => {
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
