import { cleanup, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ViewBoundary } from './view-boundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Lost = lazy(() => Promise.reject(new Error('No such file')))
const onFault = vi.fn()
const shown = (viewKey: string) => (
  <ViewBoundary viewKey={viewKey} fallback={<p>Could not be shown</p>} onError={onFault}>
    <Suspense fallback={<p>Loading</p>}>{viewKey === 'Account' ? <Lost /> : <p>{viewKey}</p>}</Suspense>
  </ViewBoundary>
)

describe('ViewBoundary', () => {
  it('view fails to load › replaced and reported, and the next view is shown', async () => {
    // React logs to the console as well.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { rerender } = render(shown('Account'))
    expect(await screen.findByText('Could not be shown')).toBeDefined()
    expect(onFault).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'No such file' }),
      expect.anything(),
    )
    rerender(shown('Connect'))
    expect(screen.getByText('Connect')).toBeDefined()
  })
})
