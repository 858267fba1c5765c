import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { completeDeployConfig } from '#shared/config/deploy-config.ts'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { storeOperationAtom } from '#widget/domain/embedded-wallet/sponsored-operations.ts'
import { createOrderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import {
  beginTransactionAtom,
  recordTransactionAtom,
  watchPendingTransactionsAtom,
} from '#widget/domain/transactions/journal.ts'
import type { TransactionEvent, TransactionPurpose } from '#widget/domain/transactions/transaction-entry.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import { alice, bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import { MissedResults } from './missed-results.tsx'

afterEach(cleanup)

const chain = parseChainId('eip155:1')
const connection = testConnection({ chain })
const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const submitted: TransactionEvent = {
  is: 'submitted',
  transaction: { chain, from: alice, hash: `0x${'1'.repeat(64)}`, nonce: 4 },
}
const ended = (is: 'confirmed' | 'failed'): TransactionEvent => ({
  is: 'followed',
  status: { is, block: 9n, fee: 21n },
})
const dropped: TransactionEvent = { is: 'followed', status: { is: 'dropped' } }
const replaced: TransactionEvent = { is: 'followed', status: { is: 'replaced', by: undefined } }
const usdc = { chain, address: bob, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const swap: TransactionPurpose = { is: 'swap', gets: usdc, atLeast: 1_500_000_000n }
const approval: TransactionPurpose = { is: 'approval', gets: usdc }
const noReceived: ReadReceived = async () => undefined

type ReadReceived = ContractCalls['received']
type InterruptedOptions = {
  readonly purpose?: TransactionPurpose
  readonly value?: bigint
  readonly received?: ReadReceived
}

/** Renders the results of a transaction whose document ended, with the events that were recorded since. */
function renderResults(
  events: readonly TransactionEvent[],
  { purpose, value, received = noReceived }: InterruptedOptions = {},
) {
  const storage = memoryArea()
  const earlierWorld = testWorld({ storage, pageId: 'gone' })
  const transfer = { from: alice, to: bob, asset, value: value ?? 5n * 10n ** 17n }
  const id = earlierWorld.store.set(beginTransactionAtom, connection, transfer, purpose)
  const follow = () => new Promise<never>(() => {})
  const adapter = testAdapter({ waitForTransaction: follow, contractCalls: { ...unexpectedCalls, received } })
  const world = testWorld({ storage, pageId: 'here', adapter })
  for (const event of events) world.store.set(recordTransactionAtom, id, event)
  void world.store.set(watchPendingTransactionsAtom)
  render(
    <StoreProvider store={world.store}>
      <MissedResults />
    </StoreProvider>,
  )
  return { world, id }
}

describe('interrupted transaction', () => {
  it.each<[string, readonly TransactionEvent[], string]>([
    ['unknown', [], 'We can’t tell whether MetaMask sent it. Check your account before you send again.'],
    ['on its way', [submitted], 'On its way. Waiting for the network to confirm.'],
    ['arrived', [submitted, ended('confirmed')], '0.5 ETH arrived'],
    ['failed', [submitted, ended('failed')], 'Nothing was sent; the fee was charged.'],
  ])('transfer %s › notice with its status', async (_, events, text) => {
    const { world, id } = renderResults(events)
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain('Your last payment: 0.5 ETH')
    expect(notice.textContent).toContain(text)
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'Transaction', id })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it.each<[string, readonly TransactionEvent[], ReadReceived, string]>([
    [
      'unknown',
      [],
      noReceived,
      'We can’t tell whether MetaMask sent it. Check your account before you swap again.',
    ],
    ['on its way', [submitted], noReceived, 'Waiting for the network to confirm'],
    ['done', [submitted, ended('confirmed')], async () => 1_500_000_000n, 'You received 1,500 USDC'],
    [
      'done, and unreadable',
      [submitted, ended('confirmed')],
      noReceived,
      'We couldn’t read how much you received',
    ],
    ['failed', [submitted, ended('failed')], noReceived, 'Nothing was swapped; the fee was charged.'],
    ['replaced', [submitted, replaced], noReceived, 'replaced it. Check it before you swap again.'],
    ['forgotten', [submitted, dropped], noReceived, 'Nothing was swapped.'],
  ])('swap %s › notice with its result', async (_, events, received, text) => {
    const { world, id } = renderResults(events, { purpose: swap, received })
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(text))
    expect(screen.getByRole('status').textContent).toContain('Your last swap: 0.5 ETH')
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'Transaction', id })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('swap returned less than the minimum › alert', async () => {
    renderResults([submitted, ended('confirmed')], { purpose: swap, received: async () => 1_499_999_999n })
    const text = 'You received 1,499.999999 USDC; you approved at least 1,500 USDC.'
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text))
  })

  it.each<[string, readonly TransactionEvent[], string]>([
    ['unknown', [], 'We can’t tell if MetaMask sent the approval for 0.5 ETH. Nothing was swapped.'],
    ['on its way', [submitted], 'The approval for 0.5 ETH is on its way. Nothing was swapped yet.'],
    ['given', [submitted, ended('confirmed')], 'went through, but nothing was swapped.'],
    ['failed', [submitted, ended('failed')], 'The approval did not change; the fee was charged.'],
  ])('approval %s › notice that nothing was swapped', async (_, events, text) => {
    renderResults(events, { purpose: approval })
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain('Approval for a swap: 0.5 ETH')
    expect(notice.textContent).toContain(text)
  })

  it('approval revoked › notice once it is confirmed', async () => {
    renderResults([submitted, ended('confirmed')], { purpose: approval, value: 0n })
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain('The previous approval was revoked, but nothing was swapped.')
  })

  it.each<[string, readonly TransactionEvent[], bigint]>([
    ['was forgotten', [submitted, dropped], 5n],
    ['is only being taken back', [submitted], 0n],
  ])('approval %s › no notice', (_, events, value) => {
    renderResults(events, { purpose: approval, value })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('rejected request › no notice', () => {
    renderResults([{ is: 'rejected' }])
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('order arrived while the widget was closed › notice until dismissed', async () => {
    const world = testWorld()
    world.store.set(createOrderAtom, {
      ...{ id: 'one', kind: 'buy', to: alice, expected: 5n * 10n ** 17n, url: 'https://provider.example/' },
      ...{ provider: { id: 'meld', name: 'Meld' }, asset },
    })
    world.store.set(recordOrderAtom, 'one', { is: 'arrived', hash: '0x01', value: 49n * 10n ** 16n })
    render(
      <StoreProvider store={world.store}>
        <MissedResults />
      </StoreProvider>,
    )
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain('Your purchase has arrived')
    expect(notice.textContent).toContain('0.49 ETH arrived in your account from Meld')
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'BuyInProgress', id: 'one' })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })
})

describe('operation that the operator pays for', () => {
  it.each([
    ['open', 'Transaction waiting'],
    ['dropped', 'Transaction not carried out'],
    ['replaced', 'Another transaction took its place'],
  ] as const)('%s, also once the operator pays no fees › %s, until dismissed', async (is, title) => {
    const { store } = testWorld()
    store.set(deployConfigAtom, completeDeployConfig({ vaultUrl: 'https://vault.example' }))
    const hash = `0x${'2'.repeat(64)}`
    store.set(storeOperationAtom, { hash, chain, account: alice, nonce: '0x0', since: '0x1' }, { is })
    render(
      <StoreProvider store={store}>
        <MissedResults />
      </StoreProvider>,
    )
    await screen.findByText(title)
    fireEvent.click(screen.getByText('Dismiss'))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  })
})
