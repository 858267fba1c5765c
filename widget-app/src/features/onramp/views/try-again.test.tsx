import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { ordersAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { StoreProvider, useAtomValue } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { onrampOptions, openBuy, testWindows } from '../testing/onramp-world.ts'
import { BuyInProgressView } from './buy-in-progress-view.tsx'
import { OnRampAmountView } from './on-ramp-amount-view.tsx'
import { OnRampTokenSelectView } from './on-ramp-token-select-view.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(cleanup)

/** Renders one onramp view at a time, like the router. */
function Views() {
  const view = useAtomValue(currentViewAtom)
  if (view.name === 'BuyInProgress') return <BuyInProgressView view={view} />
  if (view.name === 'OnRampTokenSelect') return <OnRampTokenSelectView />
  return <OnRampAmountView />
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'You pay' })

it('payment failed, retry › same token, method and amount', async () => {
  const world = testWorld(onrampOptions({}, {}, { openWindow: testWindows().open }))
  openBuy(world)
  const footer = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => footer.remove())
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={footer}>
        <Views />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const waitUntil = (assertion: () => void) =>
    vi.waitFor(
      async () => {
        await act(() => world.clock.advance(50))
        assertion()
      },
      { timeout: 5_000, interval: 10 },
    )
  await waitUntil(() => fireEvent.click(button('You get: ETH')))
  await waitUntil(() => fireEvent.click(button(/^USDC/)))
  fireEvent.change(field(), { target: { value: '8000' } })
  fireEvent.click(button('Bank transfer'))
  await waitUntil(() => expect(button('Continue to Meld').getAttribute('aria-busy')).toBe(null))
  fireEvent.click(button('Continue to Meld'))
  const [order] = world.store.get(ordersAtom)
  act(() => world.store.set(recordOrderAtom, order?.id ?? '', { is: 'failed', reason: 'No funds' }))
  fireEvent.click(button('Try again'))
  await waitUntil(() => expect(button('Continue to Meld').getAttribute('aria-busy')).toBe(null))
  expect(field().value).toBe('8000')
  expect(button('You get: USDC')).toBeTruthy()
  expect(button('Bank transfer').getAttribute('aria-pressed')).toBe('true')
})
