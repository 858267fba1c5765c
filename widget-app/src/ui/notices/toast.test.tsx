import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Toast, type ToastMessage } from './toast.tsx'

afterEach(cleanup)

const tones: [ToastMessage['tone'], 'status' | 'alert'][] = [
  ['info', 'status'],
  ['success', 'status'],
  ['warning', 'status'],
  ['loading', 'status'],
  ['error', 'alert'],
]

describe('Toast', () => {
  it.each(tones)('%s › announced as %s, in a region that was mounted before', (tone, role) => {
    const page = (toast: ToastMessage | undefined) => (
      <Toast toast={toast} dismissLabel="Dismiss" onDismiss={() => undefined} />
    )
    const { rerender } = render(page(undefined))
    const region = screen.getByRole(role)
    rerender(page({ id: '1', tone, message: 'Token Balance Unavailable' }))
    expect(screen.getByRole(role)).toBe(region)
    expect(region.textContent).toBe('Token Balance Unavailable')
    expect(screen.getByRole(role === 'alert' ? 'status' : 'alert').textContent).toBe('')
  })

  it('dismiss button › has a name and calls onDismiss', () => {
    let dismissed = 0
    const toast: ToastMessage = { id: '1', tone: 'error', message: 'Error signing message' }
    render(<Toast toast={toast} dismissLabel="Dismiss" onDismiss={() => dismissed++} />)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(dismissed).toBe(1)
  })
})
