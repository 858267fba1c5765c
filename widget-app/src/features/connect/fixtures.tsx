import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { recentWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import allWallets from '#widget/domain/wallets/generated/wallets.json'
import type { FixturesOf, States } from '#widget/testing/fixture.ts'
import { type TestWorld, type TestWorldOptions, testAdapter, testWallet } from '#widget/testing/world.ts'
import { emailStates } from './testing/email-fixtures.tsx'
import { firstWalletFixtures } from './testing/first-wallet-fixtures.tsx'
import { pairingFixtures } from './testing/pairing-fixtures.tsx'
import { imageLoaderAtom } from './wallet-pages.ts'

const metamask = testWallet()
const rabby = testWallet({ name: 'Rabby Wallet', rdns: 'io.rabby' })
const harbour = testWallet({ name: 'Harbour Wallet', rdns: 'test.harbour' })
const connectingMetaMask: ViewOf<'ConnectingExternal'> = {
  name: 'ConnectingExternal',
  walletId: 'ethereum:io.metamask',
}

const walletLists: TestWorldOptions = { topWallets, bundledWallets: allWallets, wallets: [metamask, rabby] }
const never = () => new Promise<never>(() => {})
const watchWallets = ({ store }: TestWorld) => store.set(watchWalletsAtom)

const withConnect = (connect: ChainAdapter['connect']): TestWorldOptions => ({
  ...walletLists,
  adapter: testAdapter({ connect }),
})
const rejectingWith = (error: Error): TestWorldOptions => withConnect(() => Promise.reject(error))

const multiChainWallet: TestWorldOptions = {
  ...walletLists,
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

const legalConfig: TestWorldOptions['config'] = {
  features: { legalCheckbox: true },
  termsConditionsUrl: 'https://shop.example/terms',
  privacyPolicyUrl: 'https://shop.example/privacy',
}

const connectStates: States<'Connect'> = [
  { view: { name: 'Connect' }, state: 'wallets', options: walletLists, before: watchWallets },
  {
    view: { name: 'Connect' },
    state: 'recent',
    options: { ...walletLists, wallets: [metamask, rabby, harbour] },
    before: (world) => {
      watchWallets(world)
      world.store.set(recentWalletsAtom, ['test.harbour', 'io.rabby'])
    },
  },
  { view: { name: 'Connect' }, state: 'several ecosystems', options: multiChainWallet, before: watchWallets },
  { view: { name: 'Connect' }, state: 'nothing installed', options: { ...walletLists, wallets: [] } },
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
    options: walletLists,
    before: (world) => {
      watchWallets(world)
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
    options: { ...walletLists, config: legalConfig },
    before: watchWallets,
  },
  {
    view: { name: 'Connect' },
    state: 'collapsed',
    options: { ...walletLists, config: { features: { collapseWallets: true } } },
    before: watchWallets,
  },
  ...emailStates,
  {
    view: { name: 'Connect' },
    state: 'doubtful wallet',
    options: {
      ...walletLists,
      wallets: [metamask, { ...metamask, handle: 'f'.repeat(32), warning: 'duplicate-rdns' }],
    },
    before: watchWallets,
  },
  {
    view: { name: 'Connect' },
    state: 'unverified site',
    options: walletLists,
    before: (world) => {
      watchWallets(world)
      world.store.set(originStatusAtom, 'unverified')
    },
  },
]

const connectingStates: States<'ConnectingExternal'> = [
  {
    view: connectingMetaMask,
    state: 'opening',
    options: walletLists,
    before: ({ store, ports }) => {
      store.set(watchWalletsAtom)
      ports.chains.adapter = never
    },
  },
  { view: connectingMetaMask, state: 'confirm', options: withConnect(never), before: watchWallets },
  {
    view: connectingMetaMask,
    state: 'not answering',
    options: withConnect(never),
    before: watchWallets,
    after: ({ clock }) => clock.advance(walletHintAfterMs),
  },
  {
    view: connectingMetaMask,
    state: 'already pending',
    options: rejectingWith(new ProviderRpcError(providerCodes.requestPending, 'Request already pending')),
    before: watchWallets,
  },
  {
    view: connectingMetaMask,
    state: 'rejected',
    options: rejectingWith(new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')),
    before: watchWallets,
  },
  {
    view: connectingMetaMask,
    state: 'no account',
    options: rejectingWith(new WidgetError('wallet/no-account', 'The wallet gave no account')),
    before: watchWallets,
  },
  {
    view: connectingMetaMask,
    state: 'wallet not found',
    options: rejectingWith(new WidgetError('wallet/not-found', 'The wallet is not on this page')),
    before: watchWallets,
  },
  {
    view: connectingMetaMask,
    state: 'silent',
    options: rejectingWith(new WidgetError('wallet/not-answering', 'No chainId found')),
    before: watchWallets,
  },
  {
    view: connectingMetaMask,
    state: 'failed',
    options: rejectingWith(new ProviderRpcError(providerCodes.internal, 'Internal JSON-RPC error.')),
    before: watchWallets,
  },
  {
    view: { ...connectingMetaMask, byPage: true },
    state: 'requested by the page',
    options: walletLists,
    before: watchWallets,
  },
  {
    view: connectingMetaMask,
    state: 'doubtful',
    options: {
      ...walletLists,
      wallets: [
        { ...metamask, warning: 'duplicate-rdns' },
        { ...metamask, handle: 'f'.repeat(32), warning: 'duplicate-rdns' },
      ],
    },
    before: watchWallets,
  },
  {
    view: connectingMetaMask,
    state: 'connected',
    options: walletLists,
    // The clock is paused, so that the success tick stays.
    before: watchWallets,
  },
]

const multiChainStates: States<'ConnectingMultiChain'> = [
  {
    view: { name: 'ConnectingMultiChain', walletId: 'xyz.talisman' },
    state: 'three ecosystems',
    options: multiChainWallet,
    before: watchWallets,
  },
  {
    view: { name: 'ConnectingMultiChain', walletId: 'xyz.talisman' },
    state: 'wallet not found',
    options: { ...multiChainWallet, wallets: [] },
    before: watchWallets,
  },
]

const withImages = (world: TestWorld) => {
  watchWallets(world)
  world.store.set(imageLoaderAtom, { load: async () => {} })
}
// Only the first icon is bundled; the API that serves the others is not available in a fixture.
const listedWallets = allWallets.slice(0, 40).map((wallet) => ({ ...wallet, image_id: null }))
const withServer: TestWorldOptions = {
  ...walletLists,
  config: {
    platforms: ['ethereum', 'solana', 'polkadot'],
    customWallets: [{ id: 'own', name: 'House wallet' }],
  },
  routes: { '/getWallets': () => ({ body: { data: listedWallets, count: 412 } }) },
}

/** An invalid response is not retried: the bundled list is shown at once. */
const withoutServer: TestWorldOptions = { ...walletLists, routes: { '/getWallets': () => ({ body: {} }) } }

const allWalletsStates: States<'AllWallets'> = [
  { view: { name: 'AllWallets' }, state: 'first page', options: withServer, before: withImages },
  {
    view: { name: 'AllWallets' },
    state: 'built-in list',
    options: withoutServer,
    before: withImages,
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
    options: { ...walletLists, config: { features: { collapseWallets: true } } },
    before: watchWallets,
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
