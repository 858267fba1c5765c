import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/contract.ts'
import type { Fixture, FixturesOf, States } from '#widget/kernel/fixture.ts'
import bundledNetworks from '#widget/kernel/generated/networks.json'
import topWallets from '#widget/kernel/generated/top-wallets.json'
import type { TestWorld, TestWorldOptions } from '#widget/kernel/test-world.ts'
import type { ViewOf } from '#widget/kernel/view.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { chooseMaxAtom, confirmSendAtom } from './bind.ts'
import { prefilledDraft } from './draft.ts'
import { reviewFeeAtom, reviewProblemsAtom } from './form.ts'
import {
  balanceRoutes,
  base,
  connection,
  etherEntry,
  ethereum,
  fee,
  openSend,
  receiver,
  sender,
  sendOptions,
  transactionOf,
  usdcAddress,
} from './send-world.ts'
import { draftAtom, sendStateAtom, tokenSearchAtom } from './state.ts'

type Script = Partial<ChainAdapter>
const never = () => new Promise<never>(() => {})
const later = { bundledNetworks, topWallets }
const native: ViewOf<'WalletSend'> = {
  name: 'WalletSend',
  assetAddress: 'native',
  amount: '0.25',
  to: receiver,
}
const token: ViewOf<'WalletSend'> = {
  name: 'WalletSend',
  assetAddress: usdcAddress,
  amount: '150.5',
  to: receiver,
}

/** Waits until something is so; the gallery runs in real time. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isSo(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10))
}

const form = (
  state: string,
  fill: {
    view?: ViewOf<'WalletSend'>
    script?: Script
    options?: TestWorldOptions
    after?: Fixture['after']
  } = {},
): Fixture<ViewOf<'WalletSend'>> => {
  const view: ViewOf<'WalletSend'> = fill.view ?? { name: 'WalletSend' }
  return {
    view,
    state,
    options: sendOptions(fill.script, { ...later, ...fill.options }),
    before: (world) => openSend(world, view),
    ...(fill.after ? { after: fill.after } : {}),
  }
}

const list = (
  state: string,
  options: TestWorldOptions = {},
  after?: Fixture['after'],
): Fixture<ViewOf<'WalletSendSelectToken'>> => ({
  view: { name: 'WalletSendSelectToken' },
  state,
  options: sendOptions({}, { ...later, ...options }),
  before: (world) => {
    openSend(world, token)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendSelectToken' } })
  },
  ...(after ? { after } : {}),
})

const review = (
  state: string,
  script: Script,
  {
    view = native,
    held = connection,
    isAsked = false,
    after,
  }: {
    view?: ViewOf<'WalletSend'>
    held?: typeof connection
    /** The site filled in the form. */
    isAsked?: boolean
    after?: Fixture['after']
  } = {},
): Fixture<ViewOf<'WalletSendReview'>> => ({
  view: { name: 'WalletSendReview' },
  state,
  options: sendOptions(script, later),
  before: (world) => {
    openSend(world, { name: 'WalletSend', ...(isAsked ? view : {}) }, held)
    if (!isAsked) world.store.set(draftAtom, prefilledDraft(view, held.chain, 'en'))
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendReview' } })
    world.store.set(sendStateAtom, { is: 'reviewed' })
  },
  ...(after ? { after } : {}),
})

/** Presses Send, and waits until that has shown an effect. */
const pressed = async ({ store }: TestWorld): Promise<void> => {
  await until(() => store.get(reviewFeeAtom).is === 'ready' && store.get(reviewProblemsAtom).length === 0)
  void store.set(confirmSendAtom)
  await until(() => !['reviewing', 'estimating'].includes(store.get(sendStateAtom).is))
}

const refusing = (error: Error): Script => ({ send: () => Promise.reject(error) })
const sent = (over: Script = {}): Script => ({
  send: async () => transactionOf(),
  verifySent: async () => 'verified',
  follow: never,
  ...over,
})
const ends = (status: Awaited<ReturnType<NonNullable<ChainAdapter['follow']>>>): Script =>
  sent({ follow: async () => status })
const block = { block: 21_000_000n, fee: 402_000_000_000_000n }

const forms: States<'WalletSend'> = [
  form('empty'),
  form('native filled in', { view: native }),
  form('token filled in', { view: token }),
  form('Max', {
    view: native,
    after: async ({ store }) => store.set(chooseMaxAtom),
  }),
  form('insufficient funds', { view: { ...native, amount: '2' } }),
  form('ambiguous amount', {
    view: token,
    after: async ({ store }) => store.set(draftAtom, { amount: { is: 'typed', text: '1,234' } }),
  }),
  form('checksum error', { view: { ...native, to: receiver.replace('E', 'e') } }),
  form('name', { view: { ...native, to: 'alice.eth' } }),
  form('zero address', { view: { ...native, to: `0x${'0'.repeat(40)}` } }),
  form('own address', { view: { ...native, to: sender } }),
  form('no fee', {
    view: token,
    options: {
      routes: balanceRoutes([
        { ...etherEntry, quantity: { decimals: '18', numeric: '0.0001' } },
        {
          ...etherEntry,
          symbol: 'USDC',
          price: '1',
          name: 'USD Coin',
          address: `${ethereum}:${usdcAddress}`,
          quantity: { decimals: '6', numeric: '1523.599' },
          iconUrl: '/tokens/usdc.svg',
        },
      ]),
    },
  }),
  form('unknown token', {
    view: { ...token, assetAddress: `0x${'12'.repeat(20)}` },
    script: { tokenBalances: async () => [] },
  }),
  form('loading', { view: token, options: { routes: { '/v1/supported-chains': never } } }),
  form('balance unavailable', {
    view: native,
    script: { nativeBalance: () => Promise.reject(new Error('No node')) },
    options: { routes: {} },
    after: ({ clock }) => clock.advance(20_000),
  }),
  { view: { name: 'WalletSend' }, state: 'nobody connected' },
]

const lists: States<'WalletSendSelectToken'> = [
  list('tokens'),
  list('search', {}, async ({ store }) => store.set(tokenSearchAtom, 'usd')),
  list('nothing found', {}, async ({ store }) => store.set(tokenSearchAtom, 'doge')),
  list('loading', { routes: { '/v1/supported-chains': never } }),
  {
    ...list('unavailable', { routes: {} }, ({ clock }) => clock.advance(20_000)),
    options: sendOptions(
      { nativeBalance: () => Promise.reject(new Error('No node')) },
      { ...later, routes: {} },
    ),
  },
]

const reviews: States<'WalletSendReview'> = [
  review('native', {}),
  review('token', {}, { view: token }),
  review('filled in by the site', {}, { view: token, isAsked: true }),
  review('estimating the fee', { estimateFee: never }),
  review('fee failed', { estimateFee: () => Promise.reject(new WidgetError('http/network', 'Away')) }),
  review(
    'network refuses',
    {
      estimateFee: () =>
        Promise.reject(new WidgetError('send/failed', 'reverted', { data: { reason: 'reverted' } })),
    },
    { view: token },
  ),
  review(
    'other network',
    {},
    { view: { ...token, chainId: ethereum }, held: { ...connection, chain: base } },
  ),
  review('not enough for the fee', {
    estimateFee: async () => ({ ...fee, expectedFee: 10n ** 18n, maxFee: 12n * 10n ** 17n }),
  }),
  review(
    'switching',
    { switchNetwork: never },
    {
      view: { ...token, chainId: ethereum },
      held: { ...connection, chain: base },
      after: pressed,
    },
  ),
  review('confirm in wallet', { send: never }, { after: pressed }),
  review(
    'wallet not answering',
    { send: never },
    {
      after: async (world) => {
        await pressed(world)
        await new Promise((resolve) => setTimeout(resolve, walletHintAfterMs + 100))
      },
    },
  ),
  review('rejected', refusing(new ProviderRpcError(4001, 'User rejected the request')), { after: pressed }),
  review('already pending', refusing(new ProviderRpcError(-32002, 'Already pending')), { after: pressed }),
  review(
    'failed',
    refusing(
      new WidgetError('send/failed', 'Failed to send transaction', {
        data: { reason: 'wallet', walletMessage: 'nonce too low' },
      }),
    ),
    { after: pressed },
  ),
  review('outcome unknown', refusing(new ProviderRpcError(4900, 'Disconnected')), { after: pressed }),
  review('submitted', sent(), { after: pressed }),
  review('confirmed', ends({ is: 'confirmed', ...block }), { after: pressed }),
  review('failed on the network', ends({ is: 'failed', ...block }), { after: pressed }),
  review('replaced', ends({ is: 'replaced', by: undefined }), { after: pressed }),
  review('dropped', ends({ is: 'dropped' }), { after: pressed }),
  review(
    'something else was sent',
    sent({ verifySent: () => Promise.reject(new WidgetError('send/mismatch', 'Differs')) }),
    { after: pressed },
  ),
  {
    view: { name: 'WalletSendReview' },
    state: 'nothing to review',
    options: sendOptions({}, later),
    before: (world) => openSend(world, { name: 'WalletSendReview' }),
  },
]

/** Every state of the views of sending. Test only. */
export const fixtures: FixturesOf<'WalletSend' | 'WalletSendSelectToken' | 'WalletSendReview'> = {
  WalletSend: forms,
  WalletSendSelectToken: lists,
  WalletSendReview: reviews,
}
