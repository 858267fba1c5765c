import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { draftAtom } from '../atoms/draft.ts'
import { nativeKey } from '../draft.ts'
import { openSwap, swapOptions, usdcKey } from '../testing/swap-world.ts'
import { SwapView } from './swap-view.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
  Element.prototype.animate ??= vi.fn()
})
afterEach(cleanup)

it('Max with a failing fee › shows an error and can be retried', async () => {
  let isFailing = true
  const gas = { standard: '10000000000', fast: '12000000000', instant: '15000000000' }
  const world = testWorld(swapOptions({ gasPrice: () => (isFailing ? { status: 500 } : { body: gas }) }))
  openSwap(world)
  world.store.set(draftAtom, { from: nativeKey, to: usdcKey, amount: { is: 'max' } })
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={document.body.appendChild(document.createElement('div'))}>
        <SwapView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const waitUntil = (assertion: () => void) =>
    waitFor(
      async () => {
        await world.clock.advance(200)
        assertion()
      },
      { timeout: 5_000 },
    )
  await waitUntil(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/The fee could not be estimated/),
  )
  isFailing = false
  screen.getByRole('button', { name: 'Try again' }).click()
  const review = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Review swap' })
  await waitUntil(() => expect([review().disabled, review().ariaBusy]).toEqual([false, null]))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('long amounts › six significant digits, all of them under Details', async () => {
  const world = testWorld(swapOptions())
  openSwap(world)
  world.store.set(draftAtom, { from: usdcKey, to: nativeKey, amount: { is: 'typed', text: '150.5' } })
  render(
    <StoreProvider store={world.store}>
      <SwapView />
    </StoreProvider>,
  )
  await waitFor(
    async () => {
      await world.clock.advance(200)
      expect(screen.getByDisplayValue('0.0500161')).toBeDefined()
    },
    { timeout: 5_000 },
  )
  expect(screen.getByText('0.049516 ETH').closest('details')).toBeNull()
  const details = screen.getByText('Details').closest('details')
  expect(details?.textContent).toContain('0.050016166666666666 ETH')
  expect(details?.textContent).toContain('0.049516004999999999 ETH')
})

it('host disables swaps › form opened › shows it', () => {
  const world = testWorld(swapOptions({}, {}, {}, { config: { basic: true } }))
  openSwap(world)
  world.store.set(openModalAtom, { view: 'Swap' })
  expect(world.store.get(currentViewAtom).name).toBe('Swap')
  render(
    <StoreProvider store={world.store}>
      <SwapView />
    </StoreProvider>,
  )
  expect(screen.getByText('This site does not offer swaps')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})
