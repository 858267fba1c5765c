import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import type { TransactionEvent } from '#widget/domain/transactions/transaction-entry.ts'
import { testConnection } from '#widget/testing/connection.ts'
import type { Fixture } from '#widget/testing/fixture.ts'
import { pastEntry, pastTransfer } from '#widget/testing/history.ts'
import {
  alice,
  bob,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWallet,
} from '#widget/testing/world.ts'
import { accountTabAtom } from '../account-tab.ts'

const chain = parseChainId('eip155:1')
const connection = testConnection({ chain })

type Routes = NonNullable<TestWorldOptions['routes']>
const path = `/v1/account/${alice}/history`
const ether = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: chain, price: '3123.45', iconUrl: '/tokens/eth.svg' },
  quantity: { decimals: '18', numeric: '1.239987' },
}
const commonRoutes: Routes = {
  // The project leaves these features to the host.
  '/appkit/v1/config': () => ({
    body: { features: ['activity', 'swap', 'onramp'].map((id) => ({ id, isEnabled: true, config: null })) },
  }),
  '/v1/supported-chains': () => ({ body: { http: [chain], ws: [] } }),
  [`/v1/account/${alice}/balance`]: () => ({ body: { balances: [ether] } }),
}
const never = () => new Promise<never>(() => {})
const historyRoutes = (data: readonly unknown[], next: string | null = null): Routes => ({
  ...commonRoutes,
  [path]: (url) => (url.searchParams.has('cursor') ? never() : { body: { data, next } }),
})

function pay({ store }: TestWorld, ...events: readonly TransactionEvent[]): void {
  const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
  const value = 250n * 10n ** 15n
  const id = store.set(beginTransactionAtom, connection, { from: alice, to: bob, asset, value })
  for (const event of events) store.set(recordTransactionAtom, id, event)
}
/** A swap made here that returned USDC, and the approval before it. */
function swap({ store }: TestWorld): void {
  const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
  const gets = { chain, address: bob, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
  const call = { from: alice, to: `0x${'3'.repeat(40)}`, asset, value: 10n ** 17n }
  const amounts = { atLeast: 298_000_000n, received: 301_250_000n }
  for (const purpose of [{ is: 'approval', gets } as const, { is: 'swap', gets, ...amounts } as const]) {
    const id = store.set(beginTransactionAtom, connection, call, purpose)
    const confirmed = { is: 'confirmed', block: 21n, fee: 21_000n } as const
    for (const event of [submitted, { is: 'followed', status: confirmed } as const])
      store.set(recordTransactionAtom, id, event)
  }
}

const hash = `0x${'ab'.repeat(32)}`
const submitted: TransactionEvent = {
  is: 'submitted',
  transaction: { chain, from: alice, hash, nonce: 4 },
}

const state = (
  name: string,
  routes: Routes,
  before: (world: TestWorld) => void = () => {},
): Fixture<ViewOf<'Account'>> => ({
  view: { name: 'Account' },
  state: name,
  options: {
    bundledNetworks,
    startsAt: Date.now,
    wallets: [testWallet()],
    adapter: testAdapter({
      send: () => Promise.reject(new Error('Nothing is sent here')),
      waitForTransaction: () => new Promise(() => {}),
    }),
    routes,
  },
  before: (world) => {
    world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
    world.store.set(accountTabAtom, 'activity')
    before(world)
  },
})

const received = { operationType: 'receive', sentFrom: bob, sentTo: alice }
const months = [
  pastEntry(1, { transfers: [pastTransfer('in', '1234.5678')], metadata: received }),
  pastEntry(2, { transfers: [pastTransfer('out', '0.0004', 'ETH')] }),
  pastEntry(3, { transfers: [pastTransfer('out', '150'), pastTransfer('in', '0.048213', 'ETH')] }),
  pastEntry(4, { transfers: [], metadata: { operationType: 'approve' } }),
  pastEntry(5, { metadata: { status: 'failed' } }),
  pastEntry(800, { transfers: [], metadata: { operationType: 'execute' } }),
  pastEntry(801, { transfers: [pastTransfer('in', '2500.25', 'DAI')], metadata: received }),
]
/** 10,000 entries, one hour apart. */
const tenThousandEntries = () =>
  Array.from({ length: 10_000 }, (_, at) =>
    pastEntry(at, { transfers: [pastTransfer(at % 3 === 0 ? 'in' : 'out', `${at}.5`)] }),
  )

/** Every state of the Activity tab. Test only. */
export const activityFixtures: readonly Fixture<ViewOf<'Account'>>[] = [
  state('activity', historyRoutes(months), (world) => {
    pay(world)
    pay(world, submitted)
  }),
  state('swap of this browser', historyRoutes(months), swap),
  state('activity with more pages', historyRoutes(months, 'more')),
  state('ten thousand transactions', {
    ...commonRoutes,
    [path]: () => ({ body: { data: tenThousandEntries(), next: null } }),
  }),
  state('no activity', historyRoutes([])),
  state('activity loading', { ...commonRoutes, [path]: never }),
  state('activity unavailable', { ...commonRoutes, [path]: () => ({ status: 400 }) }, (world) => {
    pay(world, submitted, { is: 'followed', status: { is: 'dropped' } })
    pay(world, submitted, { is: 'followed', status: { is: 'replaced', by: `0x${'cd'.repeat(32)}` } })
  }),
  state(
    'activity of this browser only',
    { ...commonRoutes, '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) },
    (world) =>
      pay(world, submitted, { is: 'followed', status: { is: 'confirmed', block: 21n, fee: 21_000n } }),
  ),
]
