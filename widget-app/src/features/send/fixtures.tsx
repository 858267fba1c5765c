import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { nameAddressAtom } from '#widget/domain/accounts/address-book.ts'
import type { Fixture, FixturesOf, States } from '#widget/testing/fixture.ts'
import type { TestWorldOptions } from '#widget/testing/world.ts'
import { selectMaxAtom } from './atoms/actions.ts'
import { draftAtom, tokenSearchAtom } from './atoms/draft.ts'
import { setRecipientAtom } from './atoms/link.ts'
import {
  lazyOptions,
  native,
  never,
  resolvesTo,
  type Script,
  token,
  typingPause,
} from './testing/fixture-builders.tsx'
import { reviewStates } from './testing/review-fixtures.tsx'
import { scanStates } from './testing/scan-fixtures.tsx'
import {
  balanceRoutes,
  type connection,
  etherEntry,
  ethereum,
  hostReported,
  lureEntry,
  openSend,
  recipient,
  sender,
  sendOptions,
  tokenEntries,
  usdcAddress,
} from './testing/send-world.ts'

const form = (
  state: string,
  fill: {
    view?: ViewOf<'WalletSend'>
    script?: Script
    options?: TestWorldOptions
    connected?: typeof connection
    after?: Fixture['after']
  } = {},
): Fixture<ViewOf<'WalletSend'>> => {
  const view: ViewOf<'WalletSend'> = fill.view ?? { name: 'WalletSend' }
  return {
    view,
    state,
    options: sendOptions(fill.script, { ...lazyOptions, ...fill.options }),
    before: (world) => openSend(world, view, fill.connected),
    ...(fill.after ? { after: fill.after } : {}),
  }
}

const named: ViewOf<'WalletSend'> = { ...native, to: 'anna.eth' }

const list = (
  state: string,
  options: TestWorldOptions = {},
  after?: Fixture['after'],
  connected?: typeof connection,
): Fixture<ViewOf<'WalletSendSelectToken'>> => ({
  view: { name: 'WalletSendSelectToken' },
  state,
  options: sendOptions({}, { ...lazyOptions, ...options }),
  before: (world) => {
    openSend(world, connected ? native : token, connected)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendSelectToken' } })
  },
  ...(after ? { after } : {}),
})

const forms: States<'WalletSend'> = [
  form('empty'),
  form('native filled in', { view: native }),
  form('token filled in', { view: token }),
  form('Max', {
    view: native,
    after: async ({ store }) => store.set(selectMaxAtom),
  }),
  form('insufficient funds', { view: { ...native, amount: '2' } }),
  form('ambiguous amount', {
    view: token,
    after: async ({ store }) => store.set(draftAtom, { amount: { is: 'typed', text: '1,234' } }),
  }),
  form('amount in another unit', {
    view: token,
    after: async ({ store }) => store.set(draftAtom, { amount: { is: 'typed', text: '1.5 ETH' } }),
  }),
  form('checksum error', { view: { ...native, to: recipient.replace('E', 'e') } }),
  form('name', { view: named, script: resolvesTo(recipient), after: typingPause }),
  form('name being looked up', { view: named, script: { resolveName: never } }),
  form('name not found', { view: named, script: resolvesTo(undefined), after: typingPause }),
  form('name failed', {
    view: named,
    script: { resolveName: () => Promise.reject(new Error('Away')) },
    after: typingPause,
  }),
  form('name with look-alike letters', {
    view: { ...native, to: '\u0430nna.eth' },
    script: resolvesTo(recipient),
    after: typingPause,
  }),
  form('address for another network', { view: { ...native, to: `base:${recipient}` } }),
  form('zero address', { view: { ...native, to: `0x${'0'.repeat(40)}` } }),
  form('own address', { view: { ...native, to: sender } }),
  form('payment link', {
    after: async ({ store }) =>
      store.set(
        setRecipientAtom,
        `ethereum:${usdcAddress}@8453/transfer?address=${recipient}&uint256=1.25e7`,
      ),
  }),
  form('payment link refused', { view: { ...native, to: `ethereum:${recipient}?data=0x12` } }),
  form('saved recipients', {
    after: async ({ store }) => {
      store.set(nameAddressAtom, 'eip155', recipient, 'Alice')
      store.set(nameAddressAtom, 'eip155', usdcAddress, 'The shop around the corner')
    },
  }),
  form('named recipient', {
    view: native,
    after: async ({ store }) => store.set(nameAddressAtom, 'eip155', recipient, 'Alice'),
  }),
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
  form('paused token', {
    view: token,
    script: {
      estimateFee: () =>
        Promise.reject(new WidgetError('send/failed', 'Paused', { data: { reason: 'token-paused' } })),
    },
  }),
  form('unknown token', {
    view: { ...token, assetAddress: `0x${'12'.repeat(20)}` },
    script: { tokenBalances: async () => [] },
  }),
  form('loading', { view: token, options: { routes: { '/v1/supported-chains': never } } }),
  form('reported by the site', { view: native, ...hostReported() }),
  form('balance unavailable', {
    view: native,
    script: { nativeBalance: () => Promise.reject(new Error('No node')) },
    options: { routes: {} },
    after: ({ clock }) => clock.advance(20_000),
  }),
  form('not offered by the site', { view: native, options: { config: { features: { send: false } } } }),
  { view: { name: 'WalletSend' }, state: 'not connected' },
]

const lists: States<'WalletSendSelectToken'> = [
  list('tokens'),
  list('possible spam', { routes: balanceRoutes([etherEntry, ...tokenEntries, lureEntry]) }),
  list('search', {}, async ({ store }) => store.set(tokenSearchAtom, 'usd')),
  list('nothing found', {}, async ({ store }) => store.set(tokenSearchAtom, 'doge')),
  list('reported by the site', hostReported().options, undefined, hostReported().connected),
  list('loading', { routes: { '/v1/supported-chains': never } }),
  {
    ...list('unavailable', { routes: {} }, ({ clock }) => clock.advance(20_000)),
    options: sendOptions(
      { nativeBalance: () => Promise.reject(new Error('No node')) },
      { ...lazyOptions, routes: {} },
    ),
  },
]

/** Every state of the send views. Test only. */
export const fixtures: FixturesOf<
  'WalletSend' | 'WalletSendSelectToken' | 'WalletSendScan' | 'WalletSendReview'
> = {
  WalletSend: forms,
  WalletSendSelectToken: lists,
  WalletSendScan: scanStates,
  WalletSendReview: reviewStates,
}
