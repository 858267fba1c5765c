import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import bundledWallets from '#widget/domain/wallets/generated/wallets.json'
import { testConnection } from '#widget/testing/connection.ts'
import type { FixturesOf } from '#widget/testing/fixture.ts'
import { type TestWorld, type TestWorldOptions, testWallet } from '#widget/testing/world.ts'

const ethereum = parseChainId('eip155:1')
const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const polkadot = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')

const wallets = [
  testWallet(),
  testWallet({ rdns: 'io.rabby', name: 'Rabby Wallet' }),
  testWallet({ namespace: 'solana', source: 'wallet-standard', name: 'Phantom' }),
  testWallet({ namespace: 'polkadot', source: 'injected-web3', injectedId: 'talisman', name: 'Talisman' }),
]

const savings = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const everyday = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'

const metamask = testConnection({
  handle: '1',
  accounts: ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F'],
  chain: ethereum,
})
const rabby: Connection = {
  ...metamask,
  walletId: 'ethereum:io.rabby',
  handle: '2',
  walletName: 'Rabby Wallet',
  accounts: ['0x2546BcD3c84621e976D8185a91A922aE77ECEc30'],
}
const phantom: Connection = {
  ...metamask,
  namespace: 'solana',
  walletId: 'solana:Phantom',
  handle: '3',
  walletName: 'Phantom',
  accounts: ['J4Lq4jQZVEcp4SdNrkBNjwWJtTzLPXoYFp2KzC8gkKZb'],
  chain: solana,
}
const talisman: Connection = {
  ...metamask,
  namespace: 'polkadot',
  walletId: 'polkadot:talisman',
  handle: '4',
  walletName: 'Talisman',
  accounts: [everyday, savings],
  walletOrder: [savings, everyday],
  facts: {
    [savings]: { name: 'Savings', type: 'sr25519' },
    [everyday]: { name: 'Everyday', type: 'ed25519' },
  },
  chain: polkadot,
}

const options = (multiWallet: boolean): TestWorldOptions => ({
  topWallets,
  bundledWallets,
  wallets,
  config: {
    platforms: ['ethereum', 'solana', 'polkadot'],
    networks: [ethereum, solana, polkadot],
    features: { multiWallet },
  },
})

const connected =
  (...connections: readonly Connection[]) =>
  ({ store }: TestWorld): void => {
    store.set(watchWalletsAtom)
    for (const connection of connections)
      store.set(dispatchConnectionEventAtom, connection.namespace, {
        is: 'succeeded',
        connection,
        beside: true,
      })
    store.set(activeNamespaceAtom, 'eip155')
  }

const view = { name: 'ProfileWallets' } as const

/** Every state of the list of connected wallets. Test only. */
export const fixtures: FixturesOf<'ProfileWallets'> = {
  ProfileWallets: [
    { view, state: 'one wallet', options: options(false), before: connected(metamask) },
    {
      view,
      state: 'three ecosystems',
      options: options(false),
      before: connected(metamask, phantom, talisman),
    },
    {
      view,
      state: 'several of one',
      options: options(true),
      before: connected(rabby, metamask, phantom, talisman),
    },
    { view, state: 'not connected', options: options(true), before: connected() },
  ],
}
