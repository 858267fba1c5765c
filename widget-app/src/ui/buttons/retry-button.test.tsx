import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { RetryButton, type RetryButtonProps } from './retry-button.tsx'

afterEach(cleanup)

function renderButton(props: Omit<RetryButtonProps, 'onRetry'>) {
  const onRetry = vi.fn()
  render(
    <StoreProvider store={testWorld().store}>
      <RetryButton {...props} onRetry={onRetry} />
    </StoreProvider>,
  )
  const button = screen.getByRole('button')
  fireEvent.click(button)
  return { button, onRetry }
}

it.each([
  ['view', 'primary', 'large'],
  ['below', 'secondary', 'large'],
  ['part', 'secondary', 'small'],
] as const)('retry › place %s › %s and %s', (place, look, size) => {
  const { button, onRetry } = renderButton({ place })
  expect(button.textContent).toBe('Try again')
  expect(button.dataset).toMatchObject({ look, size })
  expect(onRetry).toHaveBeenCalledOnce()
})

it('retry › not possible yet › shows why and does nothing', () => {
  const { button, onRetry } = renderButton({ place: 'part', waitText: 'Try again in 3 seconds' })
  expect(button.textContent).toBe('Try again in 3 seconds')
  expect(onRetry).not.toHaveBeenCalled()
})
