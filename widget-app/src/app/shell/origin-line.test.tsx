import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { type OriginStatus, originStatusAtom } from '#widget/core/verify-origin.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { OriginLine } from './origin-line.tsx'

afterEach(cleanup)

function renderLine(origin: string, status: OriginStatus) {
  const { store } = testWorld()
  store.set(hostOriginAtom, origin)
  store.set(originStatusAtom, status)
  render(
    <StoreProvider store={store}>
      <OriginLine />
    </StoreProvider>,
  )
}

const explanation = /has not confirmed this site/

describe('OriginLine', () => {
  it.each([
    ['https://shop.example', 'shop.example'],
    ['https://shop.example:8443', 'shop.example:8443'],
    ['http://shop.example', 'http://shop.example'],
    ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  ])('%s › shown as %s', (origin, text) => {
    renderLine(origin, 'allowed')
    expect(screen.getByTestId('origin').textContent).toBe(text)
  })

  it('verified › marked by a named tick, nothing to open', () => {
    renderLine('https://shop.example', 'allowed')
    expect(screen.getByText('Verified site')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('check pending › neither mark', () => {
    renderLine('https://shop.example', 'checking')
    expect(screen.queryByText('Verified site')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('unverified › its mark opens and closes the explanation', () => {
    renderLine('https://shop.example', 'unverified')
    expect(screen.queryByText('Verified site')).toBeNull()
    const mark = screen.getByRole('button', { name: 'Unverified', expanded: false })
    expect(screen.queryByText(explanation)).toBeNull()
    fireEvent.click(mark)
    expect(screen.getByRole('status').textContent).toMatch(explanation)
    expect(mark.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(mark)
    expect(screen.queryByText(explanation)).toBeNull()
  })
})
