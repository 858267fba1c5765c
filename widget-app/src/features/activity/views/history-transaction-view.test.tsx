import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { historyFixtures } from '../testing/history-fixtures.tsx'
import { PastTransactionView } from './history-transaction-view.tsx'

afterEach(cleanup)

function renderState(name: string): void {
  const fixture = historyFixtures.find(({ state }) => state === name)
  if (!fixture) throw new Error(`There is no state ${name}`)
  const world = testWorld(fixture.options)
  world.store.set(modalOpenAtom, true)
  void world.store.set(loadNetworksAtom)
  fixture.before?.(world)
  render(
    <StoreProvider store={world.store}>
      <PastTransactionView view={fixture.view} />
    </StoreProvider>,
  )
}

const valueOfFact = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent

describe('PastTransactionView', () => {
  test('sent › full amounts and addresses, with the fee from the chain', async () => {
    renderState('sent')
    expect(await screen.findByText('−0.000000000000000001 ETH')).toBeTruthy()
    expect(valueOfFact('To')).toBe('0x2222222222222222222222222222222222222222')
    expect(valueOfFact('From')).toBe('0x1111…111111')
    expect(valueOfFact('Network')).toBe('Ethereum')
    await waitFor(() => expect(valueOfFact('Fee paid')).toBe('0.000402 ETH'))
  })

  test('received › no fee', async () => {
    renderState('received')
    expect(await screen.findByText('+1,234.567891 USDC')).toBeTruthy()
    expect(valueOfFact('From')).toBe('0x2222222222222222222222222222222222222222')
    expect(valueOfFact('To')).toBe('0x1111…111111')
    expect(valueOfFact('Fee paid')).toBeUndefined()
  })

  test('swap › both amounts', async () => {
    renderState('swapped')
    expect(await screen.findByText('−150.5 USDC')).toBeTruthy()
    expect(screen.getByText('+0.048213 ETH')).toBeTruthy()
  })

  test('failed › amount without a sign', async () => {
    renderState('failed')
    expect(await screen.findByText('150.5 USDC')).toBeTruthy()
    expect(screen.queryByText(/[−+]/)).toBeNull()
  })

  test.each([
    ['approved', 'It can spend what you approved; nothing was sent'],
    ['failed', 'The network rejected it. Nothing was sent; the fee was charged.'],
    ['pending', 'On its way. Waiting for the network to confirm.'],
    ['not found', 'Transaction not found'],
  ])('%s › its message', async (state, text) => {
    renderState(state)
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })
})
