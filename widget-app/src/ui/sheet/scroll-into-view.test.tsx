import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ScrollIntoView } from './scroll-into-view.tsx'

const { scrollIntoView } = Element.prototype
afterEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView
})

test('scrollIntoView returns a promise › unmounts without an error', () => {
  const scrolled = vi.fn(() => Promise.resolve())
  Element.prototype.scrollIntoView = scrolled
  const { unmount } = render(<ScrollIntoView>Not enough</ScrollIntoView>)
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' })
  unmount()
})
