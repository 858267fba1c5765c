import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { FixturesOf } from '#widget/testing/fixture.ts'
import { chooseMaxAtom, flipAtom } from './action-atoms.ts'
import { isSlippageOpenAtom, slippageInputAtom, swapStateAtom } from './atoms.ts'
import {
  bundleStates,
  figureStates,
  leftStates,
  priceStates,
  resetStates,
  unknownBalance,
} from './edge-fixtures.tsx'
import {
  block,
  confirmed,
  dollars,
  ether,
  follows,
  form,
  later,
  list,
  never,
  pressed,
  refusing,
  rejection,
  review,
  sent,
  thenSwaps,
  until,
} from './state-fixtures.tsx'
import { connection, dearly, openSwap, swapOptions } from './testing/swap-world.ts'

/** Every state of the swap views. Test only. */
export const fixtures: FixturesOf<'Swap' | 'SwapSelectToken' | 'SwapPreview'> = {
  Swap: [
    form('empty'),
    form('quoted', ether),
    form('Max', ether, {}, { after: ({ store }) => store.set(chooseMaxAtom) }),
    form('flipped', ether, {}, { after: ({ store }) => store.set(flipAtom) }),
    form('getting a price', ether, { quotes: never }),
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
      options: swapOptions({}, {}, {}, later),
      before: (world) =>
        openSwap(world, { name: 'Swap' }, { ...connection, chain: parseChainId('eip155:5000') }),
    },
    form('not offered by the site', {}, {}, { options: { config: { basic: true } } }),
    unknownBalance,
    { view: { name: 'Swap' }, state: 'nobody connected' },
    ...leftStates,
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
    review('with a permission', {}, dollars),
    review('preparing', { calls: { estimate: never } }),
    review('service refuses', {
      service: { build: () => ({ status: 400, body: { reasons: [{ description: 'No route' }] } }) },
    }),
    review('large loss', { service: { quotes: dearly } }),
    review('allow in wallet', { calls: { send: never } }, dollars, pressed),
    review('permission on its way', { calls: sent, chain: follows(never) }, dollars, pressed),
    review('allowed and swap in wallet', thenSwaps(never), dollars, async (world) => {
      await pressed(world)
      await until(world, () => {
        const state = world.store.get(swapStateAtom)
        return state.is === 'signing' && state.step === 'swap'
      })
    }),
    review(
      'allowed but refused',
      thenSwaps(() => Promise.reject(rejection)),
      dollars,
      async (world) => {
        await pressed(world)
        await until(world, () => world.store.get(swapStateAtom).is === 'stopped')
      },
    ),
    review('swap in wallet', { calls: { send: never } }, ether, pressed),
    review('rejected', { calls: refusing(rejection) }, ether, pressed),
    review(
      'already pending',
      { calls: refusing(new ProviderRpcError(-32002, 'Already pending')) },
      ether,
      pressed,
    ),
    review(
      'outcome unknown',
      { calls: refusing(new ProviderRpcError(4900, 'Disconnected')) },
      ether,
      pressed,
    ),
    review('submitted', { calls: sent, chain: follows(never) }, ether, pressed),
    review(
      'swapped',
      { calls: { ...sent, received: async () => 747_003_111n }, chain: confirmed },
      ether,
      pressed,
    ),
    review('swapped but unread', { calls: sent, chain: confirmed }, ether, pressed),
    review(
      'refused by the network',
      { calls: sent, chain: follows(async () => ({ is: 'failed', ...block })) },
      ether,
      pressed,
    ),
    review(
      'replaced',
      { calls: sent, chain: follows(async () => ({ is: 'replaced', by: undefined })) },
      ether,
      pressed,
    ),
    review('dropped', { calls: sent, chain: follows(async () => ({ is: 'dropped' })) }, ether, pressed),
    ...bundleStates,
    ...resetStates,
    ...priceStates,
    ...figureStates,
    {
      view: { name: 'SwapPreview' },
      state: 'nothing to review',
      options: swapOptions({}, {}, {}, later),
      before: (world) => openSwap(world, { name: 'SwapPreview' }),
    },
  ],
}
