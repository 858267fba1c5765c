import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { recentWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import allWallets from '#widget/domain/wallets/generated/wallets.json'
import type { FixturesOf, States } from '#widget/testing/fixture.ts'
import { type TestWorld, type TestWorldOptions, testAdapter, testWallet } from '#widget/testing/world.ts'
import { firstWalletFixtures } from './first-wallet-fixtures.tsx'
import { pairingFixtures } from './pairing-fixtures.tsx'
import { pictureLoaderAtom } from './wallet-pages.ts'

const metamask = testWallet()
const rabby = testWallet({ name: 'Rabby Wallet', rdns: 'io.rabby' })
const harbour = testWallet({ name: 'Harbour Wallet', rdns: 'test.harbour' })
const asking: ViewOf<'ConnectingExternal'> = { name: 'ConnectingExternal', walletId: 'ethereum:io.metamask' }

const lists: TestWorldOptions = { topWallets, bundledWallets: allWallets, wallets: [metamask, rabby] }
const never = () => new Promise<never>(() => {})
const watching = ({ store }: TestWorld) => store.set(watchWalletsAtom)

const answering = (connect: ChainAdapter['connect']): TestWorldOptions => ({
  ...lists,
  adapter: testAdapter({ connect }),
})
const refusing = (error: Error): TestWorldOptions => answering(() => Promise.reject(error))

const everywhere: TestWorldOptions = {
  ...lists,
  config: { platforms: ['ethereum', 'solana', 'polkadot'] },
  wallets: [
    testWallet({ name: 'Talisman', rdns: 'xyz.talisman' }),
    testWallet({ ...{ name: 'Talisman', rdns: undefined }, namespace: 'solana', handle: '5'.repeat(32) }),
    testWallet({
      ...{ name: 'talisman', rdns: undefined, injectedId: 'talisman' },
      ...{ namespace: 'polkadot', handle: '6'.repeat(32) },
    }),
  ],
}

const terms: TestWorldOptions['config'] = {
  features: { legalCheckbox: true },
  termsConditionsUrl: 'https://shop.example/terms',
  privacyPolicyUrl: 'https://shop.example/privacy',
}

const connectStates: States<'Connect'> = [
  { view: { name: 'Connect' }, state: 'wallets', options: lists, before: watching },
  {
    view: { name: 'Connect' },
    state: 'recent',
    options: { ...lists, wallets: [metamask, rabby, harbour] },
    before: (world) => {
      watching(world)
      world.store.set(recentWalletsAtom, ['test.harbour', 'io.rabby'])
    },
  },
  { view: { name: 'Connect' }, state: 'several ecosystems', options: everywhere, before: watching },
  { view: { name: 'Connect' }, state: 'nothing installed', options: { ...lists, wallets: [] } },
  {
    view: { name: 'Connect' },
    state: 'loading',
    options: { topWallets: [], routes: { '/getWallets': never } },
  },
  {
    view: { name: 'Connect' },
    state: 'empty',
    options: { topWallets: [], bundledWallets: [] },
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'Connect' },
    state: 'reconnecting',
    options: lists,
    before: (world) => {
      watching(world)
      world.store.set(dispatchConnectionEventAtom, 'eip155', {
        is: 'started',
        walletId: 'ethereum:io.metamask',
        kind: 'restored',
      })
    },
  },
  {
    view: { name: 'Connect' },
    state: 'terms first',
    options: { ...lists, config: terms },
    before: watching,
  },
  {
    view: { name: 'Connect' },
    state: 'collapsed',
    options: { ...lists, config: { features: { collapseWallets: true } } },
    before: watching,
  },
  {
    view: { name: 'Connect' },
    state: 'doubtful wallet',
    options: {
      ...lists,
      wallets: [metamask, { ...metamask, handle: 'f'.repeat(32), warning: 'duplicate-rdns' }],
    },
    before: watching,
  },
]

const connectingStates: States<'ConnectingExternal'> = [
  {
    view: asking,
    state: 'opening',
    options: lists,
    before: ({ store, ports }) => {
      store.set(watchWalletsAtom)
      ports.chains.adapter = never
    },
  },
  { view: asking, state: 'confirm', options: answering(never), before: watching },
  {
    view: asking,
    state: 'not answering',
    options: answering(never),
    before: watching,
    after: ({ clock }) => clock.advance(walletHintAfterMs),
  },
  {
    view: asking,
    state: 'already pending',
    options: refusing(new ProviderRpcError(providerCodes.requestPending, 'Request already pending')),
    before: watching,
  },
  {
    view: asking,
    state: 'rejected',
    options: refusing(new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')),
    before: watching,
  },
  {
    view: asking,
    state: 'no account',
    options: refusing(new WidgetError('wallet/no-account', 'The wallet gave no account')),
    before: watching,
  },
  {
    view: asking,
    state: 'gone',
    options: refusing(new WidgetError('wallet/not-found', 'The wallet is not on this page')),
    before: watching,
  },
  {
    view: asking,
    state: 'silent',
    options: refusing(new WidgetError('wallet/not-answering', 'No chainId found')),
    before: watching,
  },
  {
    view: asking,
    state: 'failed',
    options: refusing(new ProviderRpcError(providerCodes.internal, 'Internal JSON-RPC error.')),
    before: watching,
  },
  { view: { ...asking, byPage: true }, state: 'the page asks', options: lists, before: watching },
  {
    view: asking,
    state: 'doubtful',
    options: {
      ...lists,
      wallets: [
        { ...metamask, warning: 'duplicate-rdns' },
        { ...metamask, handle: 'f'.repeat(32), warning: 'duplicate-rdns' },
      ],
    },
    before: watching,
  },
  {
    view: asking,
    state: 'connected',
    options: lists,
    // The clock is paused, so that the success tick stays.
    before: watching,
  },
]

const multiChainStates: States<'ConnectingMultiChain'> = [
  {
    view: { name: 'ConnectingMultiChain', walletId: 'xyz.talisman' },
    state: 'three ecosystems',
    options: everywhere,
    before: watching,
  },
  {
    view: { name: 'ConnectingMultiChain', walletId: 'xyz.talisman' },
    state: 'gone',
    options: { ...everywhere, wallets: [] },
    before: watching,
  },
]

const withPictures = (world: TestWorld) => {
  watching(world)
  world.store.set(pictureLoaderAtom, { load: async () => {} })
}
// Only the first icon is bundled; the API that serves the others is not available in a fixture.
const listed = allWallets.slice(0, 40).map((wallet) => ({ ...wallet, image_id: null }))
const served: TestWorldOptions = {
  ...lists,
  config: {
    platforms: ['ethereum', 'solana', 'polkadot'],
    customWallets: [{ id: 'own', name: 'House wallet' }],
  },
  routes: { '/getWallets': () => ({ body: { data: listed, count: 412 } }) },
}

/** An invalid response is not retried: the bundled list is shown at once. */
const withoutServer: TestWorldOptions = { ...lists, routes: { '/getWallets': () => ({ body: {} }) } }

const allWalletsStates: States<'AllWallets'> = [
  { view: { name: 'AllWallets' }, state: 'first page', options: served, before: withPictures },
  {
    view: { name: 'AllWallets' },
    state: 'built-in list',
    options: withoutServer,
    before: withPictures,
  },
  {
    view: { name: 'AllWallets' },
    state: 'loading',
    options: { topWallets: [], routes: { '/getWallets': never } },
  },
  {
    view: { name: 'AllWallets', search: 'zzz' },
    state: 'nothing found',
    options: withoutServer,
    after: ({ clock }) => clock.advance(1_000),
  },
  {
    view: { name: 'AllWallets', search: 'wallet' },
    state: 'search',
    options: withoutServer,
    after: ({ clock }) => clock.advance(1_000),
  },
]

const connectWalletsStates: States<'ConnectWallets'> = [
  {
    view: { name: 'ConnectWallets' },
    state: 'wallets',
    options: { ...lists, config: { features: { collapseWallets: true } } },
    before: watching,
  },
]

/** Every state of the connect views. Test only. */
export const fixtures: FixturesOf<
  | 'Connect'
  | 'ConnectWallets'
  | 'ConnectingExternal'
  | 'ConnectingMultiChain'
  | 'ConnectingWalletConnect'
  | 'ConnectingWalletConnectBasic'
  | 'WhatIsAWallet'
  | 'AllWallets'
  | 'GetWallet'
> = {
  Connect: connectStates,
  ConnectingExternal: connectingStates,
  ConnectingMultiChain: multiChainStates,
  ConnectWallets: connectWalletsStates,
  ...pairingFixtures,
  AllWallets: allWalletsStates,
  ...firstWalletFixtures,
}
