import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/kernel/journal.ts'
import { beginOrderAtom, recordOrderAtom } from '#widget/kernel/orders/orders.ts'
import { testConnection } from '#widget/kernel/test-connection.ts'
import { alice, bob, testWorld } from '#widget/kernel/test-world.ts'
import type { TransactionEvent } from '#widget/kernel/transaction-entry.ts'
import { currentViewAtom } from '#widget/kernel/view-stack.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { LeftBehind } from './left-behind.tsx'

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

/** A page that asked a wallet and was gone, what was heard of it since, and a new page. */
function show(...events: readonly TransactionEvent[]) {
  const storage = memoryArea()
  const gone = testWorld({ storage, pageId: 'gone' })
  const transfer = { from: alice, to: bob, asset, value: 5n * 10n ** 17n }
  const id = gone.store.set(beginTransactionAtom, connection, transfer)
  const world = testWorld({ storage, pageId: 'here' })
  for (const event of events) world.store.set(recordTransactionAtom, id, event)
  render(
    <StoreProvider store={world.store}>
      <LeftBehind />
    </StoreProvider>,
  )
  return { world, id }
}

describe('LeftBehind', () => {
  it.each<[string, readonly TransactionEvent[], string]>([
    ['unknown', [], 'We can’t tell whether MetaMask sent it. Check your account before you send again.'],
    ['on its way', [submitted], 'On its way. Waiting for the network to confirm.'],
    ['arrived', [submitted, ended('confirmed')], '0.5 ETH arrived'],
    ['failed', [submitted, ended('failed')], 'Nothing was sent; the fee was charged.'],
  ])('behavior: a payment that a page left behind is told as %s', async (_, events, text) => {
    const { world, id } = show(...events)
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain('Your last payment: 0.5 ETH')
    expect(notice.textContent).toContain(text)
    fireEvent.click(screen.getByRole('button', { name: 'See it' }))
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'Transaction', id })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('behavior: where nothing was left, or the wallet refused, nothing is told', () => {
    show({ is: 'rejected' })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('behavior: what was ordered and came while nobody looked is told, until it is put aside', async () => {
    const world = testWorld()
    world.store.set(beginOrderAtom, {
      ...{ id: 'one', kind: 'buy', to: alice, expected: 5n * 10n ** 17n, url: 'https://provider.example/' },
      ...{ provider: { id: 'meld', name: 'Meld' }, asset },
    })
    world.store.set(recordOrderAtom, 'one', { is: 'arrived', hash: '0x01', value: 49n * 10n ** 16n })
    render(
      <StoreProvider store={world.store}>
        <LeftBehind />
      </StoreProvider>,
    )
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain('Your purchase has arrived')
    expect(notice.textContent).toContain('0.49 ETH came to your account from Meld')
    fireEvent.click(screen.getByRole('button', { name: 'See it' }))
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'BuyInProgress', id: 'one' })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })
})
