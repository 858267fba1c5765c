import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ContractCalls, TransactionStatus } from '#widget/chains/chain-adapter.ts'
import {
  beginTransactionAtom,
  recordTransactionAtom,
  recordVerdictAtom,
} from '#widget/domain/transactions/journal.ts'
import type {
  EntryVerdict,
  TransactionEvent,
  TransactionPurpose,
} from '#widget/domain/transactions/transaction-entry.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import { alice, bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { TransactionView } from './transaction-view.tsx'

afterEach(cleanup)

const chain = parseChainId('eip155:1')
const asset = { chain, address: bob, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const gets = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const swap: TransactionPurpose = { is: 'swap', gets, atLeast: 5n * 10n ** 17n }
const submitted: TransactionEvent = {
  is: 'submitted',
  transaction: { chain, from: alice, hash: `0x${'1'.repeat(64)}`, nonce: 4 },
}
const block = { block: 9n, fee: 21n }
const withStatus = (status: TransactionStatus): readonly TransactionEvent[] => [
  submitted,
  { is: 'followed', status },
]
const confirmed = withStatus({ is: 'confirmed', ...block })
const never = () => new Promise<never>(() => {})

/** Opens a swap or approval of an earlier document in a new one. */
async function renderTransaction(
  events: readonly TransactionEvent[],
  purpose: TransactionPurpose = swap,
  {
    received = never,
    value = 100_000_000n,
    check = 'verified',
  }: { received?: ContractCalls['received']; value?: bigint; check?: EntryVerdict } = {},
) {
  const storage = memoryArea()
  const earlierWorld = testWorld({ storage, pageId: 'gone' })
  const transfer = { from: alice, to: bob, asset, value }
  const id = earlierWorld.store.set(beginTransactionAtom, testConnection({ chain }), transfer, purpose)
  for (const event of events) earlierWorld.store.set(recordTransactionAtom, id, event)
  earlierWorld.store.set(recordVerdictAtom, id, check)
  const adapter = testAdapter({ waitForTransaction: never, contractCalls: { ...unexpectedCalls, received } })
  const { store } = testWorld({ storage, pageId: 'here', adapter })
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body.appendChild(document.createElement('div'))}>
        <TransactionView view={{ name: 'Transaction', id }} />
      </FooterSlotContext>
    </StoreProvider>,
  )
}

const expectMessage = async (title: string, text: string) => {
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(title)
}
const tick = () => document.querySelector('svg[viewBox="0 0 72 72"]')

describe('swap of an earlier document', () => {
  it.each<[string, readonly TransactionEvent[], string, string]>([
    ['on its way', [submitted], 'Swap on its way', 'Waiting for the network to confirm'],
    [
      'failed',
      withStatus({ is: 'failed', ...block }),
      'The swap failed',
      'The network rejected it. Nothing was swapped; the fee was charged.',
    ],
    [
      'replaced',
      withStatus({ is: 'replaced', by: undefined }),
      'Replaced',
      'Another transaction from your wallet replaced it. Check it before you swap again.',
    ],
    ['dropped', withStatus({ is: 'dropped' }), 'Dropped', 'The network dropped it. Nothing was swapped.'],
    ['expired', withStatus({ is: 'expired' }), 'Dropped', 'The network dropped it. Nothing was swapped.'],
    ['rejected', [{ is: 'rejected' }], 'Cancelled', 'Nothing was swapped.'],
    [
      'unknown',
      [],
      'Unknown',
      'We can’t tell whether MetaMask sent it. Check your account before you swap again.',
    ],
    ['being read', confirmed, 'Swapped', 'Confirmed. Checking how much you received.'],
  ])('%s › its message states whether anything was swapped', async (_, events, title, text) => {
    await renderTransaction(events)
    await expectMessage(title, text)
  })

  it('opened › reads the received amount', async () => {
    await renderTransaction(confirmed, swap, { received: async () => 5n * 10n ** 17n })
    await expectMessage('Swapped', 'You received 0.5 ETH')
    expect(tick()).toBeTruthy()
  })

  it('received amount unreadable › states it, with an explorer link', async () => {
    await renderTransaction(confirmed, swap, { received: async () => undefined })
    await expectMessage('Swapped', 'Confirmed. We couldn’t read how much you received: check your account.')
    expect(screen.getByRole('link', { name: /^View on / })).toBeTruthy()
  })

  it('less than the minimum › alert, no success', async () => {
    await renderTransaction(confirmed, swap, { received: async () => 4n * 10n ** 17n })
    expect(await screen.findByText(/^You received 0.4 ETH; you approved at least 0.5 ETH/)).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(/^This isn’t what you approved/)
    expect(tick()).toBeNull()
  })
})

describe('approval of an earlier document', () => {
  it.each<[string, readonly TransactionEvent[], string, string]>([
    ['given', confirmed, 'Confirmed', 'The swap contract can spend up to 100 USDC'],
    [
      'failed',
      withStatus({ is: 'failed', ...block }),
      'Failed',
      'The network rejected it. The approval did not change; the fee was charged.',
    ],
    [
      'dropped',
      withStatus({ is: 'dropped' }),
      'Dropped',
      'The network dropped it. The approval did not change.',
    ],
    [
      'unknown',
      [],
      'Unknown',
      'We can’t tell whether MetaMask sent it. Check your account before you swap again.',
    ],
  ])('%s › its own message', async (_, events, title, text) => {
    await renderTransaction(events, { is: 'approval', gets })
    await expectMessage(title, text)
  })

  it('revoked › its message states it', async () => {
    await renderTransaction(confirmed, { is: 'approval', gets }, { value: 0n })
    await expectMessage('Confirmed', 'The previous approval was revoked.')
  })
})

describe('transaction that could not be verified', () => {
  it.each(['checking', 'unverified'] as const)(
    'R11 › left as %s by an earlier document › unverified',
    async (check) => {
      await renderTransaction(confirmed, swap, { check })
      expect(await screen.findByText(/^We couldn’t compare this transaction/)).toBeTruthy()
    },
  )

  it('R11 › verified › no notice', async () => {
    await renderTransaction(confirmed, swap)
    expect(screen.queryByText('Not verified')).toBeNull()
  })

  it('R11 › swap with a mismatch › alert', async () => {
    await renderTransaction(confirmed, swap, { check: 'mismatch' })
    expect(screen.getByRole('alert').textContent).toMatch(/^This isn’t what you approved/)
  })
})

describe('verification in an earlier document', () => {
  it.each<[EntryVerdict, string | null]>([
    // Its calls are not stored, so it can no longer be verified.
    ['not-compared', 'Not verified'],
    ['verified', null],
    ['unverified', 'Not verified'],
    ['checking', 'Not verified'],
  ])('%s › %s', async (check, title) => {
    await renderTransaction(confirmed, swap, { check })
    await screen.findByRole('heading', { level: 2 })
    const shown = () => ['Not compared yet', 'Not verified'].filter((text) => screen.queryByText(text))
    await waitFor(() => expect(shown()).toEqual(title === null ? [] : [title]))
  })
})

describe('received amount of a transfer', () => {
  it.each<[string, () => Promise<bigint | undefined>, string]>([
    ['all of it', async () => 100_000_000n, '100 USDC arrived'],
    [
      'less',
      async () => 95_000_000n,
      '95 USDC arrived of the 100 USDC that you sent. The token took the rest.',
    ],
    [
      'unreadable',
      async () => undefined,
      'Confirmed. We couldn’t read how much arrived: check with the recipient.',
    ],
    [
      'a node that is away',
      () => Promise.reject(new Error('Away')),
      'Confirmed. We couldn’t read how much arrived: check with the recipient.',
    ],
    ['not read yet', never, 'Confirmed. Checking how much arrived.'],
  ])('%s › opened in a later document › as read from the chain', async (_name, receivedAmount, text) => {
    const storage = memoryArea()
    const earlierWorld = testWorld({ storage, pageId: 'gone' })
    const transfer = { from: alice, to: bob, asset, value: 100_000_000n }
    const id = earlierWorld.store.set(beginTransactionAtom, testConnection({ chain }), transfer)
    for (const event of confirmed) earlierWorld.store.set(recordTransactionAtom, id, event)
    earlierWorld.store.set(recordVerdictAtom, id, 'verified')
    const adapter = testAdapter({
      waitForTransaction: never,
      verifySent: async () => 'verified',
      receivedAmount: receivedAmount,
    })
    const { store } = testWorld({ storage, pageId: 'here', adapter })
    render(
      <StoreProvider store={store}>
        <FooterSlotContext value={document.body.appendChild(document.createElement('div'))}>
          <TransactionView view={{ name: 'Transaction', id }} />
        </FooterSlotContext>
      </StoreProvider>,
    )
    expect(await screen.findByText(text)).toBeTruthy()
    const isOther = text.startsWith('95')
    expect(screen.queryAllByText('95 USDC')).toHaveLength(isOther ? 1 : 0)
  })
})
