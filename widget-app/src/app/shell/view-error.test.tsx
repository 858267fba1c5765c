import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { ViewError } from './view-error.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('ViewError', () => {
  it('rendered › announced with a message, and Try again reloads the document', () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { reload })
    render(
      <StoreProvider store={testWorld().store}>
        <ViewError />
      </StoreProvider>,
    )
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})
