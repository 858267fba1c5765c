import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { TestResponse, TestWorld } from '#widget/testing/world.ts'
import { testWorld } from '#widget/testing/world.ts'
import { gatesArmed } from '#widget/ui/gated-button/testing/wait-for-gates.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { draftAtom, swapStateAtom } from '../atoms/draft.ts'
import { problemsAtom } from '../atoms/form.ts'
import { swapParametersAtom } from '../atoms/swap-parameters.ts'
import { nativeKey } from '../draft.ts'
import { inBlock } from '../testing/open-swap.ts'
import {
  aggregated,
  connection,
  lossQuote,
  router,
  type Service,
  swapOptions,
  swapper,
  transactionOf,
  usdcKey,
} from '../testing/swap-world.ts'
import { SwapPreviewView } from './swap-preview-view.tsx'

const scrolled = vi.fn()
beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled
  Element.prototype.animate ??= vi.fn()
})
afterEach(() => {
  cleanup()
  scrolled.mockClear()
})

const buildFailure: TestResponse = {
  status: 400,
  body: { reasons: [{ description: 'The swap would fail' }] },
}

/** Renders the review of a filled form. */
async function renderReview(service: Service, from: string, to: string, text: string): Promise<TestWorld> {
  const send = async () => transactionOf('0x01')
  const world = testWorld(swapOptions(service, { send }, { waitForTransaction: async () => inBlock }))
  const { store } = world
  store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
  store.set(openModalAtom)
  store.set(viewStackAtom, { to: 'push', view: { name: 'SwapPreview' } })
  store.set(draftAtom, { from, to, amount: { is: 'typed', text } })
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body.appendChild(document.createElement('div'))}>
        <SwapPreviewView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  await waitUntil(world, () => expect(store.get(problemsAtom)).toEqual([]))
  store.set(swapStateAtom, { is: 'reviewed' })
  return world
}

/** Waits for a condition while the world's time advances. */
const waitUntil = ({ clock }: TestWorld, assertion: () => void) =>
  waitFor(
    async () => {
      await clock.advance(50)
      assertion()
    },
    // The plan's file is loaded when it is first needed.
    { timeout: 5_000 },
  )

const click = (name: string) => screen.getByRole('button', { name }).click()

describe('review of a swap with a large price impact', () => {
  it('large loss › is above the facts, and the button names the acceptance', async () => {
    const world = await renderReview({ quotes: lossQuote }, nativeKey, usdcKey, '0.25')
    await waitUntil(world, () => expect(screen.getByText('You’ll lose 20% of the value')).toBeTruthy())
    const loss = screen.getByText('You’ll lose 20% of the value')
    expect(loss.compareDocumentPosition(screen.getByText('Price impact'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept the loss first' })
    expect(button.disabled).toBe(true)
    screen.getByRole('checkbox', { name: 'Swap anyway' }).click()
    await waitUntil(world, () =>
      expect(screen.getByRole('button', { name: 'Swap in MetaMask' })).toBeTruthy(),
    )
  })
})

describe('minimum received in the review', () => {
  it.each([
    ['says it', {}, 'Cancelled if you’d receive less'],
    [
      'cannot be read',
      { build: aggregated },
      'The price was checked. The transaction itself can’t be decoded here.',
    ],
  ] as const)('transaction %s › shows what the minimum relies on', async (_, service, text) => {
    const world = await renderReview({ allowance: () => 10n ** 30n, ...service }, usdcKey, nativeKey, '100')
    await waitUntil(world, () => expect(screen.getByText(text)).toBeTruthy())
  })
})

describe('possible duplicate swap', () => {
  it('duplicate pending or unknown › review warns, links to it, can be confirmed', async () => {
    const world = await renderReview({}, nativeKey, usdcKey, '0.1')
    const { store } = world
    await waitUntil(world, () =>
      expect(screen.getByRole('button', { name: 'Swap in MetaMask' })).toBeTruthy(),
    )
    expect(screen.queryByText('You may have swapped this already')).toBeNull()
    const order = store.get(swapParametersAtom)
    if (!order) throw new Error('There is nothing under review')
    const { from, to, amount, minimum } = order
    const transfer = { from: swapper, to: router, asset: from.asset, value: amount }
    const purpose = { is: 'swap', gets: to.asset, atLeast: minimum } as const
    const id = store.set(beginTransactionAtom, connection, transfer, purpose)
    store.set(recordTransactionAtom, id, { is: 'lost' })
    await waitUntil(world, () => expect(screen.getByText('You may have swapped this already')).toBeTruthy())
    expect(screen.getByText(/^We can’t tell if the same swap went through/)).toBeTruthy()
    store.set(recordTransactionAtom, id, { is: 'submitted', transaction: transactionOf('0x02') })
    await waitUntil(world, () => expect(screen.getByText('The same swap is on its way.')).toBeTruthy())
    click('View')
    expect(store.get(currentViewAtom)).toEqual({ name: 'Transaction', id })
    await waitUntil(world, () =>
      expect(screen.getByRole('button', { name: 'Swap in MetaMask' })).toBeTruthy(),
    )
  })
})

describe('review of a swap that cannot be prepared', () => {
  it('building fails › shows the service’s reason in view, and can be retried', async () => {
    let isFailing = true
    const world = await renderReview(
      { build: () => (isFailing ? buildFailure : undefined) },
      nativeKey,
      usdcKey,
      '0.1',
    )
    await waitUntil(world, () =>
      expect(screen.getByRole('alert').textContent).toMatch(/could not be prepared/),
    )
    expect(screen.getByText('The swap would fail')).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' })
    isFailing = false
    click('Try again')
    await waitUntil(world, () =>
      expect(screen.getByRole('button', { name: 'Swap in MetaMask' })).toBeTruthy(),
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('building fails after the approval › shows the approval, nothing swapped', async () => {
    let isAllowed = false
    let isFailing = false
    const world = await renderReview(
      {
        allowance: () => (isAllowed ? 10n ** 30n : 0n),
        build: () => (isFailing ? buildFailure : undefined),
      },
      usdcKey,
      nativeKey,
      '100',
    )
    await waitUntil(world, () =>
      expect(screen.getByRole('button', { name: 'Swap in MetaMask' }).ariaBusy).not.toBe('true'),
    )
    isAllowed = true
    isFailing = true
    await gatesArmed()
    click('Swap in MetaMask')
    await waitUntil(world, () =>
      expect(screen.getByRole('alert').textContent).toMatch(/The swap did not happen/),
    )
    expect(screen.getByRole('alert').textContent).toMatch(/Nothing was swapped/)
    const approvalText = screen.getByText(/The approval for 100 USDC went through/)
    expect(
      scrolled.mock.contexts.some((shown) => shown instanceof Node && shown.contains(approvalText)),
    ).toBe(true)
    await waitUntil(world, () => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy())
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    isFailing = false
    click('Try again')
    await waitUntil(world, () =>
      expect(screen.getByRole('button', { name: 'Swap in MetaMask' })).toBeTruthy(),
    )
  })

  it('no liquidity any more › shows it instead of an empty form', async () => {
    let isUnavailable = false
    const service: Service = {
      faults: { '/v1/convert/quotes': () => (isUnavailable ? { body: { quotes: [] } } : undefined) },
    }
    const world = await renderReview(service, nativeKey, usdcKey, '0.1')
    isUnavailable = true
    await waitUntil(world, () => expect(screen.getByText('Insufficient liquidity')).toBeTruthy())
  })
})
