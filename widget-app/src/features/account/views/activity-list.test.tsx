import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { loadNetworksAtom } from '#widget/domain/networks/networks.ts'
import {
  beginTransactionAtom,
  recordTransactionAtom,
  recordVerdictAtom,
} from '#widget/domain/transactions/journal.ts'
import type { TransactionEvent, TransactionPurpose } from '#widget/domain/transactions/transaction-entry.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { pastEntry, pastTransfer } from '#widget/testing/history.ts'
import { alice, bob, type TestWorld, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { ActivityList } from './activity-list.tsx'

const ethereum = parseChainId('eip155:1')
const account = accountId(ethereum, alice)
const path = `/v1/account/${alice}/history`
const connection = testConnection({ chain: ethereum })
type Routes = NonNullable<TestWorldOptions['routes']>
const supported: Routes = { '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }) }
const historyRoutes = (data: readonly unknown[], next: string | null = null): Routes => ({
  ...supported,
  [path]: () => ({ body: { data, next } }),
})

afterEach(cleanup)

function renderList(options: TestWorldOptions, prepare: (world: TestWorld) => void = () => {}): TestWorld {
  const world = testWorld({ clock: fakeClock(Date.now()), ...options })
  const { store } = world
  store.set(modalOpenAtom, true)
  store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
  store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  void store.set(loadNetworksAtom)
  prepare(world)
  render(
    <StoreProvider store={store}>
      <ActivityList account={account} />
    </StoreProvider>,
  )
  return world
}

function pay({ store }: TestWorld, chain = ethereum, ...events: readonly TransactionEvent[]): string {
  const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
  const id = store.set(beginTransactionAtom, connection, {
    from: alice,
    to: bob,
    asset,
    value: 2_599n * 10n ** 15n,
  })
  for (const event of events) store.set(recordTransactionAtom, id, event)
  return id
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

describe('ActivityList', () => {
  test('row › direction, amounts, counterpart and time, grouped by month', async () => {
    renderList({
      routes: historyRoutes([
        pastEntry(1, {
          transfers: [pastTransfer('in', '1234.5678')],
          metadata: { sentFrom: bob, sentTo: alice },
        }),
        pastEntry(2, { transfers: [pastTransfer('out', '0.0004', 'ETH')] }),
        pastEntry(3, { transfers: [pastTransfer('out', '10'), pastTransfer('in', '0.5', 'ETH')] }),
        pastEntry(4, { transfers: [], metadata: { operationType: 'approve' } }),
        pastEntry(5, { metadata: { status: 'failed' } }),
        pastEntry(1_000, { transfers: null, metadata: { operationType: 'execute' } }),
      ]),
    })
    await screen.findByText('Received')
    const times = /[A-Z][a-z]{2} \d+, \d+:\d\d\s[AP]M/
    expect(rows().map((row) => row?.replace(times, '@'))).toEqual([
      'May 2026ReceivedFrom 0x2222…222222+1,234.56 USDC@',
      'SentTo 0x2222…222222−<0.01 ETH@',
      'Swapped@−10.00 USDC+0.50 ETH',
      'ApprovedWith 0x2222…222222@',
      'FailedTo 0x2222…2222221.50 USDC@',
      'April 2026Contract callWith 0x2222…222222@',
    ])
    expect(screen.getByText('That’s all')).toBeTruthy()
    expect(within(screen.getByRole('status')).getByText('6 transactions')).toBeTruthy()
  })

  test('pending › listed first, also on another network; each opens its own view', async () => {
    const base = parseChainId('eip155:8453')
    const { store } = renderList({ routes: historyRoutes([pastEntry(1)]) }, (world) => {
      pay(world)
      pay(world, base, { is: 'submitted', transaction: { chain: base, from: alice, hash: '0x1', nonce: 1 } })
    })
    await screen.findByText('Sent')
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Pending',
      'May 2026',
    ])
    expect(rows()[0]).toMatch(/^PendingSendingBase−2\.59 ETH/)
    expect(rows()[1]).toMatch(/^In walletTo 0x2222…222222−2\.59 ETH/)
    fireEvent.click(screen.getByRole('button', { name: /^In wallet/ }))
    expect(store.get(currentViewAtom).name).toBe('Transaction')
    fireEvent.click(screen.getByRole('button', { name: /^Sent/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'PastTransaction', id: 'past-1' })
  })

  test.each<[string, TransactionEvent[], RegExp]>([
    ['cancelled', [{ is: 'rejected' }], /^Cancelled.*[^−]2\.59 ETH/],
    ['lost', [{ is: 'lost' }], /^Unknown.*[^−]2\.59 ETH/],
  ])('not certainly sent › amount without a minus: %s', async (_, events, line) => {
    renderList({ routes: historyRoutes([]) }, (world) => pay(world, ethereum, ...events))
    expect(await screen.findByRole('button', { name: line })).toBeTruthy()
  })

  test('swap made here › shows both amounts; approval › shows its spender', async () => {
    const router = `0x${'3'.repeat(40)}`
    const ether = { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
    const gets = { chain: ethereum, address: bob, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
    const call = { from: alice, to: router, asset: ether, value: 10n ** 18n }
    const swap = { is: 'swap', gets, atLeast: 2_900_000_000n } as const
    const transaction = { chain: ethereum, from: alice, hash: '0x1', nonce: 1 }
    const events: readonly TransactionEvent[] = [
      { is: 'submitted', transaction },
      { is: 'followed', status: { is: 'confirmed', block: 1n, fee: 1n } },
    ]
    renderList({ routes: historyRoutes([]) }, ({ store }) => {
      const begin = (purpose: TransactionPurpose) =>
        store.set(beginTransactionAtom, connection, call, purpose)
      for (const id of [
        begin({ is: 'approval', gets }),
        begin({ ...swap, received: 3_000_000_000n }),
        begin(swap),
      ]) {
        for (const event of events) store.set(recordTransactionAtom, id, event)
        store.set(recordVerdictAtom, id, 'verified')
      }
    })
    await screen.findByText('+3,000.00 USDC')
    const times = /[A-Z][a-z]{2} \d+, \d+:\d\d\s[AP]M/
    expect(rows().map((row) => row?.replace(times, '@').replace(/^[A-Z][a-z]+ 2\d{3}/, ''))).toEqual([
      'SwapFor USDC−1.00 ETH@',
      'Swap@−1.00 ETH+3,000.00 USDC',
      'ApprovalWith 0x3333…3333331.00 ETH@',
    ])
  })

  test('empty history › empty state', async () => {
    renderList({ routes: historyRoutes([]) })
    expect(await screen.findByText('No transactions yet')).toBeTruthy()
  })

  test('chain without a history service › lists only local transactions and states it', async () => {
    renderList({ routes: { '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) } }, (world) =>
      pay(world),
    )
    expect(await screen.findByText('Showing activity from this browser only')).toBeTruthy()
    expect(rows()[0]).toMatch(/^PendingIn wallet/)
  })

  test('history fails › notice above local entries, and Try again fetches the rest', async () => {
    let isDown = true
    const respond: Routes[string] = () =>
      isDown ? { status: 400 } : { body: { data: [pastEntry(1)], next: null } }
    renderList({ routes: { ...supported, [path]: respond } }, (world) => pay(world))
    expect(await screen.findByText('Your funds are safe; only the display failed.')).toBeTruthy()
    expect(rows()).toHaveLength(1)
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Sent')
    await waitFor(() =>
      expect(screen.queryByText('Your funds are safe; only the display failed.')).toBeNull(),
    )
  })

  test('Show more › fetches the next page; Refresh › shows new transactions', async () => {
    let hasNewEntry = false
    const respond: Routes[string] = (url) => {
      if (url.searchParams.get('cursor') === 'a') return { body: { data: [pastEntry(3)], next: null } }
      const incoming = pastEntry(0, { transfers: [pastTransfer('in', '5')], metadata: { sentFrom: bob } })
      return { body: { data: [...(hasNewEntry ? [incoming] : []), pastEntry(1), pastEntry(2)], next: 'a' } }
    }
    renderList({ routes: { ...supported, [path]: respond } })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
    hasNewEntry = true
    fireEvent.click(screen.getByRole('button', { name: 'Refresh activity' }))
    await screen.findByText('+5.00 USDC')
    expect(rows()).toHaveLength(4)
  })
})

test('transfer never verified › marked once confirmed, not while pending', async () => {
  const transaction = { chain: ethereum, from: alice, hash: `0x${'1'.repeat(64)}`, nonce: 4 }
  let id = ''
  const world = renderList({ routes: historyRoutes([]) }, (made) => {
    id = pay(made, ethereum, { is: 'submitted', transaction })
  })
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()).toEqual([expect.not.stringContaining('Not compared')])
  const status = { is: 'confirmed', block: 1n, fee: 1n } as const
  act(() => void world.store.set(recordTransactionAtom, id, { is: 'followed', status }))
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Not compared yet')]))
  act(() => world.store.set(recordVerdictAtom, id, 'verified'))
  expect(rows()).toEqual([expect.not.stringContaining('Not compared')])
})

test('R11 › transfer that could not be verified › marked until verified', async () => {
  let id = ''
  const world = renderList({ routes: historyRoutes([]) }, (made) => {
    id = pay(made, ethereum, {
      is: 'submitted',
      transaction: { chain: ethereum, from: alice, hash: `0x${'1'.repeat(64)}`, nonce: 4 },
    })
    made.store.set(recordVerdictAtom, id, 'unverified')
  })
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Not verified')]))
  act(() => world.store.set(recordVerdictAtom, id, 'verified'))
  expect(rows()).toEqual([expect.not.stringContaining('Not verified')])
})
