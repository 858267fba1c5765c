import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createOrderAtom, orderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { isFrameOrigin } from '../provider-page-url.ts'
import {
  buyer,
  ethereum,
  frameProvider,
  onrampOptions,
  openBuy,
  testWindows,
  withFrameProvider,
} from '../testing/onramp-world.ts'
import { BuyInProgressView } from './buy-in-progress-view.tsx'

afterEach(cleanup)

const id = 'one'
const url = 'https://provider.example/buy/1'

/** Renders the view of an order whose page is framed. */
function renderFramed() {
  const { windows, open } = testWindows()
  const world = testWorld(
    onrampOptions({}, {}, { ...withFrameProvider(), openWindow: open, frameSource: (address) => address }),
  )
  openBuy(world, { name: 'BuyInProgress', id })
  world.store.set(createOrderAtom, {
    ...{ id, kind: 'buy', to: buyer, expected: 5n, url, pays: { amount: '100', currency: 'USD' } },
    provider: { id: frameProvider.id, name: frameProvider.name },
    asset: { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
  })
  const footer = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => footer.remove())
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={footer}>
        <BuyInProgressView view={{ name: 'BuyInProgress', id }} />
      </FooterSlotContext>
    </StoreProvider>,
  )
  return { world, windows, state: () => world.store.get(orderAtom(id))?.state.is }
}

const frame = () => screen.queryByTitle('Payment page of Quay Pay')
const windowButton = () => screen.getByRole('button', { name: 'Open in a window' })

describe('ProviderFrame', () => {
  it('page › in a named frame with its origin, busy until it loads', () => {
    renderFramed()
    expect(frame()?.getAttribute('src')).toBe(url)
    expect(screen.getByRole('heading', { name: 'Pay at Quay Pay' })).toBeTruthy()
    expect(screen.getByText(/^This is a page of provider\.example\./)).toBeTruthy()
    expect(frame()?.parentElement?.getAttribute('aria-busy')).toBe('true')
    fireEvent.load(frame() ?? document.body)
    expect(frame()?.parentElement?.getAttribute('aria-busy')).toBe('false')
    expect(windowButton()).toBeTruthy()
  })

  it('frame late › notice until it loads', async () => {
    const { world } = renderFramed()
    await act(() => world.clock.advance(10_000))
    expect(screen.getByText('Quay Pay is slow to load')).toBeTruthy()
    fireEvent.load(frame() ?? document.body)
    expect(screen.queryByText('Quay Pay is slow to load')).toBe(null)
  })

  it('frame blocked by CSP › notice; a popup shows the same purchase', () => {
    const { windows, state } = renderFramed()
    act(() => {
      document.dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'frame-src' }),
      )
    })
    expect(screen.getByText('Quay Pay can’t be shown here')).toBeTruthy()
    expect(frame()).toBe(null)
    fireEvent.click(windowButton())
    expect(windows.map((one) => one.url)).toEqual([url])
    expect(screen.getByRole('heading', { name: 'Continue at Quay Pay' })).toBeTruthy()
    expect(state()).toBe('opened')
  })

  it('message from the frame › ignored; a status of the service removes the frame', async () => {
    const { world, state } = renderFramed()
    const data = { status: 'sent', type: 'paid', transactionHash: `0x${'d1'.repeat(32)}` }
    await act(() =>
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://provider.example' })),
    )
    expect([state(), frame() !== null]).toEqual(['opened', true])
    act(() => world.store.set(recordOrderAtom, id, { is: 'paid' }))
    expect(frame()).toBe(null)
    expect(screen.getByText('Paid')).toBeTruthy()
  })

  it("widget's own origin › cannot be framed", () => {
    expect(isFrameOrigin(location.origin)).toBe(false)
    expect(isFrameOrigin('http://elsewhere.localhost')).toBe(true)
  })
})
