import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import type { TransactionEvent, TransactionPurpose } from '#widget/domain/transactions/transaction-entry.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { testWorld } from '#widget/testing/world.ts'
import { draftAtom } from '../atoms/draft.ts'
import { nativeKey } from '../draft.ts'
import {
  connection,
  ethereum,
  openSwap,
  router,
  swapOptions,
  swapper,
  transactionOf,
  usdcAddress,
  usdcKey,
} from '../testing/swap-world.ts'
import { ResumableSwapNotice } from './resumable-swap-notice.tsx'

afterEach(cleanup)

const asset = { chain: ethereum, address: usdcAddress, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const gets = { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const approval: TransactionPurpose = { is: 'approval', gets }
const swap: TransactionPurpose = { is: 'swap', gets, atLeast: 1n }
const submitted: TransactionEvent = { is: 'submitted', transaction: transactionOf('0x01') }
const inBlock: readonly TransactionEvent[] = [
  submitted,
  { is: 'followed', status: { is: 'confirmed', block: 9n, fee: 21n } },
]
const failed: readonly TransactionEvent[] = [
  submitted,
  { is: 'followed', status: { is: 'failed', block: 9n, fee: 21n } },
]
const never = () => new Promise<never>(() => {})

/** The form of a new document, with the transaction of an earlier one and its later events. */
function renderNotice(purpose: TransactionPurpose, value: bigint, events: readonly TransactionEvent[]) {
  const storage = memoryArea()
  const earlier = testWorld(swapOptions({}, {}, {}, { storage, pageId: 'gone' }))
  const transfer = { from: swapper, to: router, asset, value }
  const id = earlier.store.set(beginTransactionAtom, connection, transfer, purpose)
  const calls = { received: never }
  const world = testWorld(swapOptions({}, calls, { waitForTransaction: never }, { storage, pageId: 'here' }))
  for (const event of events) world.store.set(recordTransactionAtom, id, event)
  openSwap(world)
  render(
    <StoreProvider store={world.store}>
      <ResumableSwapNotice />
    </StoreProvider>,
  )
  return { ...world, id }
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('resumable swap in the form', () => {
  it.each<[string, bigint, readonly TransactionEvent[], string, string]>([
    [
      'given',
      100_000_000n,
      inBlock,
      'The approval for 100 USDC went through, but nothing was swapped.',
      '100',
    ],
    ['taken back', 0n, inBlock, 'The previous approval was revoked, but nothing was swapped.', ''],
    [
      'on its way',
      100_000_000n,
      [submitted],
      'The approval for 100 USDC is on its way. Nothing was swapped yet.',
      '100',
    ],
    [
      'unknown',
      100_000_000n,
      [],
      'We can’t tell if MetaMask sent the approval for 100 USDC. Nothing was swapped.',
      '100',
    ],
  ])('approval %s › is reported, and Continue fills in its swap', (_, value, events, message, text) => {
    const { store } = renderNotice(approval, value, events)
    expect(screen.getByText(message)).toBeTruthy()
    click('Resume')
    expect(store.get(draftAtom)).toEqual({ from: usdcKey, to: nativeKey, amount: { is: 'typed', text } })
    // A user who begins another swap has read it.
    expect(screen.queryByText(message)).toBeNull()
  })

  it.each<[string, readonly TransactionEvent[], string]>([
    ['on its way', [submitted], 'Your swap of 100 USDC is on its way.'],
    [
      'unknown',
      [],
      'We can’t tell whether MetaMask sent your swap of 100 USDC. Check your account before you swap again.',
    ],
    ['failed', failed, 'The network rejected it. Nothing was swapped; the fee was charged.'],
    ['done', inBlock, 'Confirmed. Checking how much you received.'],
  ])('swap %s › is reported, and View it opens it', (_, events, message) => {
    const { store, id } = renderNotice(swap, 100_000_000n, events)
    expect(screen.getByText(message)).toBeTruthy()
    click('View')
    expect(store.get(currentViewAtom)).toEqual({ name: 'Transaction', id })
  })
})
