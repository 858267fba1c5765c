import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/contract.ts'
import { moveConnectionAtom } from '#widget/kernel/connections.ts'
import { recentWalletsAtom } from '#widget/kernel/enabled-wallets.ts'
import type { FixturesOf, States } from '#widget/kernel/fixture.ts'
import { watchWalletsAtom } from '#widget/kernel/found-wallets.ts'
import topWallets from '#widget/kernel/generated/top-wallets.json'
import allWallets from '#widget/kernel/generated/wallets.json'
import { type TestWorld, type TestWorldOptions, testAdapter, testWallet } from '#widget/kernel/test-world.ts'
import type { ViewOf } from '#widget/kernel/view.ts'

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
      world.store.set(moveConnectionAtom, 'eip155', {
        is: 'started',
        walletId: 'ethereum:io.metamask',
        kind: 'restored',
      })
    },
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
    // Its clock stands still, so the tick stays.
    before: watching,
  },
]

const allWalletsStates: States<'AllWallets'> = [
  {
    view: { name: 'AllWallets' },
    state: 'built-in list',
    options: lists,
    before: watching,
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'AllWallets' },
    state: 'loading',
    options: { topWallets: [], routes: { '/getWallets': never } },
  },
  {
    view: { name: 'AllWallets', search: 'zzz' },
    state: 'nothing found',
    options: lists,
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'AllWallets', search: 'wallet' },
    state: 'search',
    options: lists,
    after: ({ clock }) => clock.advance(20_000),
  },
]

const getWalletStates: States<'GetWallet'> = [
  {
    view: { name: 'GetWallet', walletId: 'rainbow' },
    state: 'links',
    options: lists,
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'GetWallet', walletId: 'nobody' },
    state: 'unknown',
    options: lists,
    after: ({ clock }) => clock.advance(20_000),
  },
  {
    view: { name: 'GetWallet', walletId: 'nobody' },
    state: 'loading',
    options: { topWallets: [], routes: { '/getWallets': never } },
  },
]

/** Every state of the connect views. Test only. */
export const fixtures: FixturesOf<'Connect' | 'ConnectingExternal' | 'AllWallets' | 'GetWallet'> = {
  Connect: connectStates,
  ConnectingExternal: connectingStates,
  AllWallets: allWalletsStates,
  GetWallet: getWalletStates,
}
