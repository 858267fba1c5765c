import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { FixturesOf } from '#widget/testing/fixture.ts'
import { flipAtom, selectMaxAtom } from './atoms/actions.ts'
import { isSlippageOpenAtom, slippageInputAtom, swapStateAtom } from './atoms/draft.ts'
import {
  bundleStates,
  interruptedStates,
  priceStates,
  resetStates,
  unknownBalance,
  unknownValueStates,
} from './testing/edge-fixtures.tsx'
import {
  approvesThen,
  block,
  clickSwap,
  confirmed,
  dollars,
  ether,
  form,
  lazyOptions,
  list,
  never,
  openDetails,
  rejection,
  rejectsWith,
  review,
  sent,
  until,
  watchedBy,
} from './testing/state-fixtures.tsx'
import { connection, lossQuote, openSwap, swapOptions } from './testing/swap-world.ts'

/** Every state of the swap views. Test only. */
export const fixtures: FixturesOf<'Swap' | 'SwapSelectToken' | 'SwapPreview'> = {
  Swap: [
    form('empty'),
    form('quoted', ether),
    form('details open', ether, {}, { after: openDetails }),
    form('Max', ether, {}, { after: ({ store }) => store.set(selectMaxAtom) }),
    form('flipped', ether, {}, { after: ({ store }) => store.set(flipAtom) }),
    form('quote loading', ether, { quotes: never }),
    form('insufficient balance', { ...ether, amount: '2' }),
    form('insufficient liquidity', ether, { quotes: () => ({ body: { quotes: [] } }) }),
    form('insufficient gas', dollars, { ether: '0.0001' }),
    form('no price', ether, { quotes: () => ({ status: 400 }) }),
    form('no tokens', {}, { tokens: () => ({ status: 400 }) }),
    form('no gas price', ether, { served: [] }),
    form(
      'slippage high',
      ether,
      {},
      {
        after: ({ store }) => {
          store.set(isSlippageOpenAtom, true)
          store.set(slippageInputAtom, '8')
        },
      },
    ),
    form('slippage wrong', ether, {}, { after: ({ store }) => store.set(slippageInputAtom, '70') }),
    {
      view: { name: 'Swap' },
      state: 'network without swaps',
      options: swapOptions({}, {}, {}, lazyOptions),
      before: (world) =>
        openSwap(world, { name: 'Swap' }, { ...connection, chain: parseChainId('eip155:5000') }),
    },
    form('not offered by the site', {}, {}, { options: { config: { basic: true } } }),
    unknownBalance,
    { view: { name: 'Swap' }, state: 'not connected' },
    ...interruptedStates,
  ],
  SwapSelectToken: [
    list('tokens'),
    list('search', {}, 'usd'),
    list('nothing found', {}, 'doge'),
    list('loading', { tokens: never }),
    list('unavailable', { tokens: () => ({ status: 400 }) }),
  ],
  SwapPreview: [
    review('native'),
    review('with an approval', {}, dollars),
    review('preparing', { calls: { estimate: never } }),
    review('service refuses', {
      service: { build: () => ({ status: 400, body: { reasons: [{ description: 'No route' }] } }) },
    }),
    review('large loss', { service: { quotes: lossQuote } }),
    review('approve in wallet', { calls: { send: never } }, dollars, clickSwap),
    review('approval pending', { calls: sent, chain: watchedBy(never) }, dollars, clickSwap),
    review('swap in wallet after the approval', approvesThen(never), dollars, async (world) => {
      await clickSwap(world)
      await until(world, () => {
        const state = world.store.get(swapStateAtom)
        return state.is === 'signing' && state.step === 'swap'
      })
    }),
    review(
      'approved but swap refused',
      approvesThen(() => Promise.reject(rejection)),
      dollars,
      async (world) => {
        await clickSwap(world)
        await until(world, () => world.store.get(swapStateAtom).is === 'stopped')
      },
    ),
    review('swap in wallet', { calls: { send: never } }, ether, clickSwap),
    review('rejected', { calls: rejectsWith(rejection) }, ether, clickSwap),
    review(
      'already pending',
      { calls: rejectsWith(new ProviderRpcError(-32002, 'Already pending')) },
      ether,
      clickSwap,
    ),
    review(
      'outcome unknown',
      { calls: rejectsWith(new ProviderRpcError(4900, 'Disconnected')) },
      ether,
      clickSwap,
    ),
    review('submitted', { calls: sent, chain: watchedBy(never) }, ether, clickSwap),
    review(
      'swapped',
      { calls: { ...sent, received: async () => 747_003_111n }, chain: confirmed },
      ether,
      clickSwap,
    ),
    review('swapped with unknown amount', { calls: sent, chain: confirmed }, ether, clickSwap),
    review(
      'refused by the network',
      { calls: sent, chain: watchedBy(async () => ({ is: 'failed', ...block })) },
      ether,
      clickSwap,
    ),
    review(
      'replaced',
      { calls: sent, chain: watchedBy(async () => ({ is: 'replaced', by: undefined })) },
      ether,
      clickSwap,
    ),
    review('dropped', { calls: sent, chain: watchedBy(async () => ({ is: 'dropped' })) }, ether, clickSwap),
    ...bundleStates,
    ...resetStates,
    ...priceStates,
    ...unknownValueStates,
    {
      view: { name: 'SwapPreview' },
      state: 'nothing to review',
      options: swapOptions({}, {}, {}, lazyOptions),
      before: (world) => openSwap(world, { name: 'SwapPreview' }),
    },
  ],
}
