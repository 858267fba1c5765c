import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Reveal } from './scroll-into-view.tsx'

const { scrollIntoView } = Element.prototype
afterEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView
})

test('behavior: what was scrolled into sight can go again where scrolling returns a promise', () => {
  const scrolled = vi.fn(() => Promise.resolve())
  Element.prototype.scrollIntoView = scrolled
  const { unmount } = render(<Reveal>Not enough</Reveal>)
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' })
  unmount()
})
