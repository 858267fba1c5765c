import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Route, Routes, StackRouter } from './nav.tsx'

afterEach(cleanup)

const routes = (
  <Routes>
    <Route path="/Connect" element={<h1>connect</h1>} />
    <Route path="/Account" element={<h1>account</h1>} />
  </Routes>
)

describe('StackRouter', () => {
  it('path changes › renders its route and leaves the session history unchanged', () => {
    const before = { length: window.history.length, url: window.location.href }
    const show = (path: string) => (
      <StackRouter path={path} stateKey={path} onBack={() => undefined}>
        {routes}
      </StackRouter>
    )
    const { rerender } = render(show('/Connect'))
    expect(screen.getByRole('heading').textContent).toBe('connect')
    act(() => rerender(show('/Account')))
    expect(screen.getByRole('heading').textContent).toBe('account')
    expect({ length: window.history.length, url: window.location.href }).toEqual(before)
  })
})
