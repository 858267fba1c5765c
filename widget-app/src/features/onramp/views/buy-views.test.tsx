import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import type { Order, OrderEvent } from '#widget/domain/orders/order.ts'
import { createOrderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import {
  buyer,
  deliveryHash,
  ethereum,
  onrampOptions,
  openBuy,
  quoteResponse,
  type ServiceResponses,
  testWindows,
} from '../testing/onramp-world.ts'
import { BuyInProgressView } from './buy-in-progress-view.tsx'
import { OnRampAmountView } from './on-ramp-amount-view.tsx'
import { OnRampProvidersView } from './on-ramp-providers-view.tsx'
import { OnRampTokenSelectView } from './on-ramp-token-select-view.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(cleanup)

function renderView(world: TestWorld, view: ReactElement): TestWorld {
  const footer = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => footer.remove())
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={footer}>{view}</FooterSlotContext>
    </StoreProvider>,
  )
  return world
}

/** Advances the test clock by `step` ms until the assertion passes. */
const waitUntil = (world: TestWorld, assertion: () => void, step = 50) =>
  vi.waitFor(
    async () => {
      await act(() => world.clock.advance(step))
      assertion()
    },
    { timeout: 5_000, interval: 10 },
  )

const renderForm = (service: ServiceResponses = {}) => {
  const world = testWorld(onrampOptions(service, {}, { openWindow: testWindows().open }))
  openBuy(world)
  return renderView(world, <OnRampAmountView />)
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const type = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'You pay' }), { target: { value: text } })

describe('OnRampAmountView', () => {
  it('amount above the limit › shows it, offers the other method, then continues', async () => {
    const world = renderForm()
    await waitUntil(world, () => expect(button('Enter amount').disabled).toBe(true))
    type('8000')
    await waitUntil(world, () => expect(button('Amount too large').disabled).toBe(true))
    expect(screen.getByText('Card: at most $7,500.00')).toBeTruthy()
    fireEvent.click(button('Pay with Bank transfer'))
    await waitUntil(world, () => expect(button('Continue to Meld').getAttribute('aria-busy')).toBe(null))
    fireEvent.click(button('Continue to Meld'))
    expect(world.store.get(currentViewAtom).name).toBe('BuyInProgress')
  })

  it('network fee not stated › shown as part of the provider fee', async () => {
    const full = quoteResponse({ amount: '100', paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
    const world = renderForm({ quote: () => ({ body: { ...Object(full.body), networkFee: undefined } }) })
    await waitUntil(world, () => expect(button('Enter amount').disabled).toBe(true))
    type('100')
    await waitUntil(world, () => expect(screen.getByText('In the provider fee')).toBeTruthy())
    expect(screen.getByText('$1.95')).toBeTruthy()
  })

  it('refetch fails › quote marked as old, button disabled', async () => {
    let count = 0
    const world = renderForm({
      quote: (amount) => {
        count += 1
        return count > 1
          ? { status: 500 }
          : quoteResponse({ amount, paymentCurrency: 'USD', purchaseCurrency: 'ETH' })
      },
    })
    await waitUntil(world, () => expect(button('Enter amount')).toBeTruthy())
    type('100')
    // The button is idle before the request too; only a fetched quote expires.
    await waitUntil(world, () => expect(count).toBe(1))
    await waitUntil(world, () => expect(button('Continue to Meld').getAttribute('aria-busy')).toBe(null))
    await act(() => world.clock.advance(30_000))
    // The service retries for seconds, and each check is slow on a busy machine.
    await waitUntil(world, () => expect(button('No price').disabled).toBe(true), 500)
    expect(screen.getByText('Old price')).toBeTruthy()
    expect(screen.getByText('No new price right now')).toBeTruthy()
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce()
    expect(screen.queryByText('Price updated')).toBe(null)
    fireEvent.click(button('Try again'))
    await waitUntil(world, () => expect(count).toBeGreaterThan(2))
  })

  it('service rejects › shows its reason, not a sample', async () => {
    const world = renderForm({
      quote: () => ({ status: 400, body: { reasons: [{ description: 'EUR is not taken' }] } }),
    })
    await waitUntil(world, () => expect(button('Enter amount')).toBeTruthy())
    type('100')
    await waitUntil(world, () => expect(button('Not sold here').disabled).toBe(true))
    expect(screen.getByText('Meld can’t sell this')).toBeTruthy()
    expect(screen.getByText('Nothing was bought. The reason: EUR is not taken')).toBeTruthy()
    expect([screen.queryByText('Sample price only'), screen.queryByText('Sample')]).toEqual([null, null])
    expect(button('Try again')).toBeTruthy()
  })

  it('sample › marked next to its amounts, button disabled', async () => {
    const world = renderForm({ options: () => ({ status: 400 }) })
    await waitUntil(world, () => expect(screen.getByText('Sample')).toBeTruthy())
    type('100')
    await waitUntil(world, () => expect(button('Not available now').disabled).toBe(true))
    expect(screen.getByText('Sample price only')).toBeTruthy()
  })
})

describe('OnRampTokenSelectView', () => {
  it('token › has its icon, even if the account has none of it', async () => {
    const world = testWorld(onrampOptions())
    openBuy(world, { name: 'OnRampTokenSelect' })
    renderView(world, <OnRampTokenSelectView />)
    const iconUrls = () => [...document.querySelectorAll('img')].map((one) => one.getAttribute('src'))
    await waitUntil(world, () => expect(iconUrls()).toContain('/tokens/usdc.svg'))
    expect(iconUrls()).toContain('/tokens/eth.svg')
  })

  it('search without a result › says so, no empty list', async () => {
    const world = testWorld(onrampOptions())
    openBuy(world, { name: 'OnRampTokenSelect' })
    renderView(world, <OnRampTokenSelectView />)
    await waitUntil(world, () => expect(button(/USDC/)).toBeTruthy())
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'no such token' } })
    expect(screen.getByText(/no such token/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Tokens' })).toBeNull()
  })

  it('icons fail › tokens show their letter, without an alert', async () => {
    const base = onrampOptions()
    const world = testWorld({
      ...base,
      routes: { ...base.routes, '/v1/fungible/price': () => ({ status: 400 }) },
    })
    openBuy(world, { name: 'OnRampTokenSelect' })
    renderView(world, <OnRampTokenSelectView />)
    await waitUntil(world, () => expect(button(/USDC/)).toBeTruthy())
    await waitUntil(world, () =>
      expect(world.urls.some((url) => url.includes('/v1/fungible/price'))).toBe(true),
    )
    expect(button(/USDC/).querySelector('[data-stand-in="U"]')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBe(null)
  })
})

describe('OnRampProvidersView', () => {
  it('project config loading › does not claim that there is no provider', async () => {
    const world = testWorld(onrampOptions())
    openBuy(world)
    renderView(world, <OnRampProvidersView />)
    expect(screen.queryByText('No provider available')).toBeNull()
    await waitUntil(world, () => expect(button(/Meld/)).toBeTruthy())
  })

  it('provider without a stated fee › shows none', async () => {
    const meld = { id: 'meld', name: 'Meld', open: 'popup', namespaces: ['eip155'] }
    const world = testWorld(onrampOptions({}, {}, { deploy: { onrampProviders: [meld] } }))
    openBuy(world)
    renderView(world, <OnRampProvidersView />)
    await waitUntil(world, () => expect(button(/Meld/).textContent).toContain('Opens a new window'))
    expect(screen.queryByText(/fee/)).toBeNull()
  })
})

const id = 'one'
const newOrder: Omit<Order, 'at' | 'updatedAt' | 'state'> = {
  ...{ id, kind: 'buy', to: buyer, expected: 32_683_333_300_000_000n, url: 'https://provider.example/1' },
  provider: { id: 'meld', name: 'Meld' },
  pays: { amount: '100', currency: 'USD' },
  asset: { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
}

describe('BuyInProgressView', () => {
  it.each<[string, readonly OrderEvent[], string, string]>([
    ['opened', [], 'Continue at Meld', 'Open Meld again'],
    ['paid', [{ is: 'paid' }], 'Paid', 'Done'],
    ['sent', [{ is: 'sent', hash: deliveryHash }], 'On its way', 'Done'],
    ['arrived', [{ is: 'arrived', hash: deliveryHash, value: 5n }], 'Purchase complete', 'Done'],
    ['failed', [{ is: 'failed', reason: 'No funds' }], 'The payment failed', 'Try again'],
    ['expired', [{ is: 'expired' }], 'Offer expired', 'Try again'],
    [
      'doubtful',
      [
        { is: 'sent', hash: deliveryHash },
        { is: 'doubtful', hash: deliveryHash, misfit: 'older' },
      ],
      'We can’t confirm the delivery',
      'Done',
    ],
    [
      'only seen in the balance',
      [{ is: 'risen', value: 5n }],
      'Your balance increased by 0.000000000000000005 ETH',
      'Done',
    ],
    ['matched', [{ is: 'matched', hash: deliveryHash, value: 5n }], 'A matching payment arrived', 'Done'],
    ['abandoned', [{ is: 'abandoned' }], 'Cancelled', 'Try again'],
    ['unknown', [{ is: 'forgotten' }], 'Status unavailable', 'Done'],
    [
      'named and never shown',
      [{ is: 'sent', hash: deliveryHash }, { is: 'forgotten' }],
      'Status unavailable',
      'Done',
    ],
  ])('%s › shows the state and the next step', async (_, events, title, next) => {
    const world = testWorld(onrampOptions())
    openBuy(world, { name: 'BuyInProgress', id })
    world.store.set(createOrderAtom, newOrder)
    for (const event of events) world.store.set(recordOrderAtom, id, event)
    renderView(world, <BuyInProgressView view={{ name: 'BuyInProgress', id }} />)
    await waitUntil(world, () => expect(screen.getByRole('heading', { name: title })).toBeTruthy())
    // The next step is the primary button.
    expect(button(next).dataset.look).toBe('primary')
  })

  it('transaction not shown for a day › the user can stop waiting', async () => {
    const world = testWorld(onrampOptions({}, { minedAt: async () => undefined }))
    openBuy(world, { name: 'BuyInProgress', id })
    world.store.set(createOrderAtom, newOrder)
    world.store.set(recordOrderAtom, id, { is: 'sent', hash: deliveryHash })
    await world.clock.advance(25 * 60 * 60_000)
    renderView(world, <BuyInProgressView view={{ name: 'BuyInProgress', id }} />)
    fireEvent.click(button('Stop waiting'))
    expect(screen.getByText(/reported a transaction that the network doesn’t show/)).toBeTruthy()
  })

  it('cancel › checks the provider first; a paid order is not cancelled', async () => {
    let status = 'processing'
    const routes = { [`/v1/onramp/orders/${id}`]: () => ({ body: { status } }) }
    const world = testWorld({ ...onrampOptions(), routes })
    openBuy(world, { name: 'BuyInProgress', id })
    world.store.set(createOrderAtom, newOrder)
    renderView(world, <BuyInProgressView view={{ name: 'BuyInProgress', id }} />)
    fireEvent.click(button('I didn’t pay'))
    await waitUntil(world, () => expect(screen.getByText('Meld reports it as paid')).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'I didn’t pay' })).toBe(null)
    world.store.set(createOrderAtom, newOrder)
    status = 'waiting'
    await waitUntil(world, () => fireEvent.click(button('I didn’t pay')))
    await waitUntil(world, () => expect(button('Try again')).toBeTruthy())
  })
})
