import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFocusHeading } from './use-focus-heading.ts'

// A frame is painted when a test triggers it: a change is rendered in one, and painted by the next.
const paint = () => {
  vi.advanceTimersToNextFrame()
  vi.advanceTimersToNextFrame()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** `isInert` represents the page's dialog, which becomes interactive a moment after the widget is told to open. */
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
  it('heading inert on opening › focused when the frame is', () => {
    const { getByRole, rerender } = render(<View isInert />)
    paint()
    expect(document.activeElement).toBe(document.body)
    rerender(<View isInert={false} />)
    dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(getByRole('heading'))
  })

  it('frame focused again later › keeps its own focus', () => {
    render(<View isInert={false} />)
    paint()
    expect(document.activeElement).not.toBe(document.body)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(document.body)
  })

  it('widget closed before the frame was focused › takes no focus later', () => {
    const { rerender } = render(<View isInert />)
    rerender(<View isInert={false} isOpen={false} />)
    paint()
    dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(document.body)
  })

  it('opening › painted before the focus moves', () => {
    const { getByRole } = render(<View isInert={false} />)
    expect(document.activeElement).toBe(document.body)
    paint()
    expect(document.activeElement).toBe(getByRole('heading'))
  })

  it('user moved the focus before that › it stays there', () => {
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
