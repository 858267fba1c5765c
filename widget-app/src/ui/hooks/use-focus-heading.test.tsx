import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFocusHeading } from './use-focus-heading.ts'

// A frame is painted when a test says so: a change is drawn in one, and painted by the next.
const paint = () => {
  vi.advanceTimersToNextFrame()
  vi.advanceTimersToNextFrame()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** `isInert` stands for the page's dialog, which the browser frees a moment after the widget hears that it is open. */
function View({ isInert, isOpen = true }: { isInert: boolean; isOpen?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusHeading(heading, 'Connect', isOpen)
  return (
    <h1 ref={heading} tabIndex={isInert ? undefined : -1}>
      Connect wallet
    </h1>
  )
}

describe('useFocusHeading', () => {
  it('behavior: a heading that was inert when it opened has the focus as soon as the frame has it', () => {
    const { getByRole, rerender } = render(<View isInert />)
    paint()
    expect(document.activeElement).toBe(document.body)
    rerender(<View isInert={false} />)
    dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(getByRole('heading'))
  })

  it('behavior: a frame that is focused again later keeps its own focus', () => {
    render(<View isInert={false} />)
    paint()
    expect(document.activeElement).not.toBe(document.body)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(document.body)
  })

  it('behavior: a widget that was closed before the frame had the focus takes none later', () => {
    const { rerender } = render(<View isInert />)
    rerender(<View isInert={false} isOpen={false} />)
    paint()
    dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(document.body)
  })

  it('behavior: what opens is painted before the focus moves', () => {
    const { getByRole } = render(<View isInert={false} />)
    expect(document.activeElement).toBe(document.body)
    paint()
    expect(document.activeElement).toBe(getByRole('heading'))
  })

  it('behavior: who has put the focus elsewhere before that keeps it there', () => {
    const { getByRole } = render(
      <>
        <View isInert={false} />
        <input />
      </>,
    )
    getByRole('textbox').focus()
    paint()
    expect(document.activeElement).toBe(getByRole('textbox'))
  })
})
