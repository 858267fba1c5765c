import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLostFocus } from './use-lost-focus.ts'

// jsdom reports no focus of the document once its body has it.
const hasFocus = vi.fn(() => true)
beforeEach(() => void vi.spyOn(document, 'hasFocus').mockImplementation(hasFocus))
afterEach(() => {
  cleanup()
  hasFocus.mockReturnValue(true)
  vi.restoreAllMocks()
})

/** A view of which one part replaces another. */
function View({ step }: { readonly step: 'first' | 'second' }) {
  useLostFocus()
  return (
    <>
      <h1 tabIndex={-1}>Wallet settings</h1>
      <button type="button" key={step}>
        {step}
      </button>
    </>
  )
}

/** Mutation observers run in microtasks. */
const settle = () => Promise.resolve()

it('focused element removed › focus on the heading', async () => {
  const { getByRole, rerender } = render(<View step="first" />)
  getByRole('button').focus()
  rerender(<View step="second" />)
  await settle()
  expect(document.activeElement).toBe(getByRole('heading'))
})

it('element removed that the focus had left › body keeps the focus', async () => {
  const { getByRole, rerender } = render(<View step="first" />)
  getByRole('button').focus()
  getByRole('button').blur()
  await settle()
  rerender(<View step="second" />)
  await settle()
  expect(document.activeElement).toBe(document.body)
})

it('window not focused › focus on the heading once it is', async () => {
  hasFocus.mockReturnValue(false)
  const { getByRole, rerender } = render(<View step="first" />)
  getByRole('button').focus()
  rerender(<View step="second" />)
  await settle()
  expect(document.activeElement).toBe(document.body)
  hasFocus.mockReturnValue(true)
  dispatchEvent(new Event('focus'))
  expect(document.activeElement).toBe(getByRole('heading'))
})
