import { parseChainId } from '#shared/caip/chain-id.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import type { Asset, ChainAdapter, Connection } from '#widget/chains/chain-adapter.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { testConnection } from '#widget/testing/connection.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { type TestWorld, type TestWorldOptions, testAdapter, testWallet } from '#widget/testing/world.ts'

/** Test only: an account with ether and USDC, and one on Polkadot. */

const ethereum = parseChainId('eip155:1')
const polkadot = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')
export const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const usdcAsset: Asset = {
  chain: ethereum,
  address: usdc,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}
const genericAddress = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
export const polkadotAddress = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

export const connection = testConnection({ accounts: [address], chain: ethereum })

const dotConnection: Connection = {
  ...connection,
  namespace: 'polkadot',
  walletId: 'polkadot:talisman',
  walletName: 'Talisman',
  accounts: [genericAddress],
  chain: polkadot,
}

const dotConfig: Partial<HostConfigInput> = {
  platforms: ['polkadot'],
  networks: [
    { id: polkadot, name: 'Polkadot', nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 } },
  ],
}

const entry = (over: object) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: ethereum,
  price: '3123.45',
  quantity: { decimals: '18', numeric: '1.239987' },
  iconUrl: '/tokens/eth.svg',
  ...over,
})
const balances = [
  entry({}),
  entry({
    name: 'USD Coin',
    symbol: 'USDC',
    address: `${ethereum}:${usdc}`,
    price: '1',
    quantity: { decimals: '6', numeric: '1523.599' },
  }),
  // A spam token, of which the account has the largest amount.
  entry({
    name: 'Claim at usdc-gift.com',
    symbol: 'GIFT',
    address: `${ethereum}:0x${'2'.repeat(40)}`,
    price: '0',
    quantity: { decimals: '6', numeric: '900000' },
    iconUrl: undefined,
  }),
]

/** The options of a world with that account; `adapterParts` overrides the chain adapter. */
export const receiveOptions = (
  adapterParts: TestAdapterParts = {},
  over: TestWorldOptions = {},
): TestWorldOptions => ({
  // Queries are dated by the document's clock.
  clock: fakeClock(Date.now()),
  wallets: [testWallet()],
  routes: {
    '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
    [`/v1/account/${address}/balance`]: () => ({ body: { balances } }),
  },
  adapter: testAdapter({ nativeBalance: async () => 0n, filterContracts: async () => [], ...adapterParts }),
  ...over,
})

/** Likewise for the account on Polkadot. */
export const dotOptions = (
  formatAddress: NonNullable<ChainAdapter['formatAddress']> = async () => polkadotAddress,
  over: TestWorldOptions = {},
): TestWorldOptions =>
  receiveOptions(
    {},
    {
      config: dotConfig,
      adapter: testAdapter({
        namespace: 'polkadot',
        nativeBalance: async () => 0n,
        formatAddress: formatAddress,
      }),
      ...over,
    },
  )

/** Connects the account and opens Receive over Account. */
export function openReceive(world: TestWorld, active: Connection = connection): void {
  world.store.set(dispatchConnectionEventAtom, active.namespace, { is: 'succeeded', connection: active })
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletReceive' } })
}

/** Connects the account on Polkadot instead. */
export const openDotReceive = (world: TestWorld): void => openReceive(world, dotConnection)
