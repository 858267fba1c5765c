import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { draftAtom } from '../atoms/draft.ts'
import { assetsAtom } from '../atoms/exchange-list.ts'
import {
  errorResult,
  exchangeOptions,
  openExchange,
  type ServiceResponses,
} from '../testing/exchange-world.ts'
import { PayWithExchangeView } from './pay-with-exchange-view.tsx'

afterEach(cleanup)

const waitUntil = (world: TestWorld, assertion: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => world.clock.advance(50))
      assertion()
    },
    { timeout: 5_000, interval: 10 },
  )

function renderForm(
  service: ServiceResponses,
  chain: NonNullable<Parameters<typeof exchangeOptions>[0]>['chain'] = {},
) {
  const world = testWorld(exchangeOptions({ service, chain }))
  openExchange(world)
  render(
    <StoreProvider store={world.store}>
      <PayWithExchangeView />
    </StoreProvider>,
  )
  return world
}

it.each([
  [
    'it gives a reason',
    errorResult('No such\u202e asset'),
    'Nothing was paid. Test Exchange says: No such asset',
  ],
  ['it is out of reach', { status: 500 }, 'Test Exchange cannot be opened right now. Nothing was paid.'],
])('no page of the exchange › the form shows why: %s', async (_, response, text) => {
  const world = renderForm({ payUrl: () => response })
  await waitUntil(world, () => expect(world.store.get(assetsAtom).is).toBe('ready'))
  act(() => world.store.set(draftAtom, { amount: '25' }))
  await waitUntil(world, () => expect(screen.getByText('Unable to initiate payment')).toBeTruthy())
  expect(screen.getByText(text)).toBeTruthy()
})

it('token unknown to the chain › notice with a retry', async () => {
  const world = renderForm({}, { tokenBalances: async () => [] })
  await waitUntil(world, () => expect(screen.getByText('USDC couldn’t be loaded from Ethereum')).toBeTruthy())
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
