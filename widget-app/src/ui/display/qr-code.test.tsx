import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

afterEach(cleanup)

const codes = (container: HTMLElement) => container.querySelectorAll('svg')

describe('QrCode', () => {
  test('code › one image with a name, its mark hidden from screen readers', () => {
    render(
      <QrCode text="wc:1" label="QR code for Rainbow">
        <span>R</span>
      </QrCode>,
    )
    expect(screen.getByRole('img', { name: 'QR code for Rainbow' })).toBeTruthy()
    expect(screen.getAllByRole('img')).toHaveLength(1)
  })

  test('text changes › crossfades: the old code stays until it has faded', () => {
    const { container, rerender } = render(<QrCode text="wc:1" label="QR code" />)
    const first = container.querySelector('path')?.getAttribute('d')
    rerender(<QrCode text="wc:2" label="QR code" />)
    const [leaving, now] = codes(container)
    expect(leaving?.getAttribute('data-leaving')).toBe('true')
    expect(leaving?.querySelector('path')?.getAttribute('d')).toBe(first)
    expect(now?.querySelector('path')?.getAttribute('d')).not.toBe(first)
    if (leaving) fireEvent.animationEnd(leaving)
    expect(codes(container)).toHaveLength(1)
  })
})
