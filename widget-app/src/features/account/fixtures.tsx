import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { createOrderAtom, recordOrderAtom } from '#widget/domain/orders/orders.ts'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import type { TransactionEvent } from '#widget/domain/transactions/transaction-entry.ts'
import { testConnection } from '#widget/testing/connection.ts'
import type { FixturesOf } from '#widget/testing/fixture.ts'
import { hostNetwork } from '#widget/testing/host-network.ts'
import {
  bob,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWallet,
  testWorld,
} from '#widget/testing/world.ts'
import { accountTabAtom } from './account-tab.ts'
import { activityFixtures } from './testing/activity-fixtures.tsx'
import { operationFixtures } from './testing/operation-fixtures.ts'

const ethereum = parseChainId('eip155:1')
const siteChain = parseChainId(hostNetwork.id)
const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

const connection = testConnection({ accounts: [address], chain: ethereum })

const connected = ({ store }: TestWorld, over: Partial<Connection> = {}): void =>
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: { ...connection, ...over },
  })

const token = (name: string, symbol: string, contract: string, numeric: string, price: string) => ({
  name,
  symbol,
  chainId: ethereum,
  address: `${ethereum}:${contract}`,
  price,
  quantity: { decimals: symbol === 'USDC' ? '6' : '18', numeric },
  iconUrl: `/tokens/${symbol.toLowerCase()}.svg`,
})
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: ethereum,
  price: '3123.45',
  quantity: { decimals: '18', numeric: '1.239987' },
  iconUrl: '/tokens/eth.svg',
}
const tokens = [
  token('USD Coin', 'USDC', usdc, '1523.599', '1'),
  token('Dai Stablecoin', 'DAI', dai, '0.004', '1'),
]

const api = (balances: readonly unknown[]): NonNullable<TestWorldOptions['routes']> => ({
  // The project leaves these features to the host.
  '/appkit/v1/config': () => ({
    body: { features: ['activity', 'swap', 'onramp'].map((id) => ({ id, isEnabled: true, config: null })) },
  }),
  '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
  [`/v1/account/${address}/balance`]: () => ({ body: { balances } }),
})

const sendingAdapter = (over: Parameters<typeof testAdapter>[0] = {}) =>
  testAdapter({ send: () => Promise.reject(new Error('Nothing is sent here')), ...over })

const world = (balances: readonly unknown[]): TestWorldOptions => ({
  bundledNetworks,
  // Balances are dated by the document's clock.
  startsAt: Date.now,
  adapter: sendingAdapter(),
  wallets: [testWallet()],
  routes: api(balances),
})
const fullWorld = world([ether, ...tokens])
const never = () => new Promise<never>(() => {})

/** Routes that return this name for the account. */
function nameRoutes(name: string | undefined): NonNullable<TestWorldOptions['routes']> {
  const profile = { name, addresses: { 60: { address } }, attributes: [] }
  return {
    [`/v1/profile/account/${name}`]: () => ({ body: profile }),
    [`/v1/identity/${address}`]: () => ({ body: { name: name ?? null, avatar: null } }),
  }
}

const addTransaction = ({ store }: TestWorld, value: bigint, ...events: readonly TransactionEvent[]) => {
  const asset = { chain: ethereum, address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
  const id = store.set(beginTransactionAtom, connection, { from: address, to: bob, asset, value })
  for (const event of events) store.set(recordTransactionAtom, id, event)
}
const submitted: TransactionEvent = {
  is: 'submitted',
  transaction: { chain: ethereum, from: address, hash: `0x${'ab'.repeat(32)}`, nonce: 4 },
}
const confirmed: TransactionEvent = { is: 'followed', status: { is: 'confirmed', block: 21n, fee: 21_000n } }

const spamTokens = [
  { ...token('Claim at usdc-gift.com', 'GIFT', `0x${'2'.repeat(40)}`, '900000', '0'), iconUrl: undefined },
  { ...token('USD Coin', 'USDС', `0x${'3'.repeat(40)}`, '5000', '0'), iconUrl: undefined },
]
const unpriced = { ...token('Barn', 'BARN', `0x${'4'.repeat(40)}`, '42.5', '0'), iconUrl: undefined }
const immense = token('Immense', 'USDC', `0x${'6'.repeat(40)}`, '9'.repeat(58), '1')
const thousand = Array.from({ length: 1_000 }, (_, at) => ({
  ...token(`Token ${at + 1}`, `T${at + 1}`, `0x${String(at + 1).padStart(40, '5')}`, `${at + 1}.5`, '0.25'),
  iconUrl: undefined,
}))

/** An API that responds once and then fails, and a chain that always fails. */
function failingAfterFirst(): TestWorldOptions {
  let calls = 0
  return {
    ...fullWorld,
    adapter: sendingAdapter({ nativeBalance: () => Promise.reject(new Error('No node')) }),
    routes: {
      ...fullWorld.routes,
      [`/v1/account/${address}/balance`]: () => {
        calls += 1
        return calls === 1 ? { body: { balances: [ether, ...tokens] } } : { status: 400 }
      },
    },
  }
}

/** Every state of the Account view. Test only. */
export const fixtures: FixturesOf<'Account'> = {
  Account: [
    { view: { name: 'Account' }, state: 'balances', options: fullWorld, before: connected },
    {
      view: { name: 'Account' },
      state: 'immense balances',
      options: world([ether, immense]),
      before: connected,
    },
    {
      view: { name: 'Account' },
      state: 'network unknown',
      options: fullWorld,
      before: (created) => connected(created, { chain: parseChainId('eip155:999999') }),
    },
    {
      view: { name: 'Account' },
      state: 'order arrived',
      options: fullWorld,
      before: (created) => {
        connected(created)
        const asset = { chain: ethereum, address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
        created.store.set(createOrderAtom, {
          ...{ id: 'order', kind: 'buy', to: address, asset, expected: 98_050_000n },
          ...{ provider: { id: 'meld', name: 'Meld' }, url: 'https://provider.example/' },
        })
        const hash = `0x${'d1'.repeat(32)}`
        created.store.set(recordOrderAtom, 'order', { is: 'arrived', hash, value: 98_050_000n })
      },
    },
    {
      view: { name: 'Account' },
      state: 'transactions',
      options: fullWorld,
      before: (created) => {
        connected(created)
        created.store.set(accountTabAtom, 'activity')
        addTransaction(created, 25_000_000n, { is: 'rejected' })
        addTransaction(created, 150_500_000n, submitted, confirmed)
        addTransaction(created, 10_000_000n, submitted)
      },
    },
    {
      view: { name: 'Account' },
      state: 'interrupted payment',
      options: fullWorld,
      before: (created) => {
        addTransaction(testWorld({ storage: created.storage, pageId: 'gone' }), 150_500_000n)
        connected(created)
      },
    },
    {
      view: { name: 'Account' },
      state: 'some prices unknown',
      options: world([ether, ...tokens, unpriced]),
      before: connected,
    },
    {
      view: { name: 'Account' },
      state: 'hidden tokens',
      options: world([ether, ...tokens, ...spamTokens]),
      before: connected,
      // Not by a click: the widget drops those that no user made.
      after: async () => {
        document.querySelector('details')?.setAttribute('open', '')
        document.querySelector('details')?.scrollIntoView()
      },
    },
    {
      view: { name: 'Account' },
      state: 'a thousand tokens',
      options: world([ether, ...tokens, ...thousand]),
      before: connected,
    },
    {
      view: { name: 'Account' },
      state: 'balances not refreshed',
      options: failingAfterFirst(),
      before: connected,
      after: async ({ store }) => {
        const balances = balancesAtom(accountId(ethereum, address))
        // The first call can join the load that is under way.
        await store.set(balances)
        await store.set(balances)
      },
    },
    ...activityFixtures,
    ...operationFixtures(fullWorld, connected),
    {
      view: { name: 'Account' },
      state: 'with a name',
      options: { ...fullWorld, routes: { ...fullWorld.routes, ...nameRoutes('anna.reown.id') } },
      before: connected,
    },
    {
      view: { name: 'Account' },
      state: 'without a name',
      options: { ...fullWorld, routes: { ...fullWorld.routes, ...nameRoutes(undefined) } },
      before: connected,
    },
    { view: { name: 'Account' }, state: 'no tokens', options: world([ether]), before: connected },
    {
      view: { name: 'Account' },
      state: 'basic mode',
      options: { ...fullWorld, config: { basic: true } },
      before: connected,
    },
    {
      view: { name: 'Account' },
      state: 'several accounts',
      options: fullWorld,
      before: (created) => connected(created, { accounts: [address, bob] }),
    },
    {
      view: { name: 'Account' },
      state: 'price unknown',
      options: {
        ...fullWorld,
        routes: {},
        adapter: sendingAdapter({ nativeBalance: async () => 1_239_987_000_000_000_000n }),
      },
      before: connected,
      after: ({ clock }) => clock.advance(20_000),
    },
    {
      view: { name: 'Account' },
      state: 'loading',
      options: { ...fullWorld, routes: { '/v1/supported-chains': never } },
      before: connected,
    },
    {
      view: { name: 'Account' },
      state: 'balances unavailable',
      options: {
        ...fullWorld,
        routes: {},
        adapter: sendingAdapter({ nativeBalance: () => Promise.reject(new Error('No node')) }),
      },
      before: connected,
      after: ({ clock }) => clock.advance(20_000),
    },
    {
      view: { name: 'Account' },
      state: 'sending not supported',
      options: { ...fullWorld, adapter: testAdapter() },
      before: connected,
    },
    {
      view: { name: 'Account' },
      state: 'reported by the site',
      options: {
        ...fullWorld,
        config: { networks: ['eip155:1', hostNetwork], tokens: [{ chainId: siteChain, address: usdc }] },
        adapter: sendingAdapter({
          nativeBalance: async () => 1_239_987_000_000_000_000n,
          tokenBalances: async (_owner, { id }, [contract]) => [
            {
              asset: { chain: id, address: contract, symbol: 'GIFT', name: 'Gift card', decimals: 2 },
              value: 4_250n,
            },
          ],
        }),
      },
      before: (created) => connected(created, { chain: siteChain }),
    },
    { view: { name: 'Account' }, state: 'not connected' },
  ],
}
