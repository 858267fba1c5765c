import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Resources } from './resources.tsx'

afterEach(cleanup)

it('R13 › 16 resources of a sign-in › collapsed with a count, long one truncated', () => {
  const long = `https://shop.example/\u202e${'x'.repeat(300)}`
  const resources = [long, ...Array.from({ length: 15 }, (_, at) => `https://shop.example/${at}`)]
  const { container } = render(<Resources resources={resources} />)
  expect(container.textContent).toMatch(/Resource 1.*\\u202ex+… \(\+122\)/)
  expect(screen.getByText('Resource 10')).toBeTruthy()
  expect(screen.queryByText('Resource 11')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /6 more/ }))
  expect(screen.getByText('Resource 16')).toBeTruthy()
})
