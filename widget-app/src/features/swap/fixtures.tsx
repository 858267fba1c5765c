import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, ContractCalls } from '#widget/chains/contract.ts'
import type { Fixture, FixturesOf } from '#widget/kernel/fixture.ts'
import bundledNetworks from '#widget/kernel/generated/networks.json'
import topWallets from '#widget/kernel/generated/top-wallets.json'
import type { TestWorld, TestWorldOptions } from '#widget/kernel/test-world.ts'
import type { ViewOf } from '#widget/kernel/view.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { chooseMaxAtom, confirmSwapAtom, flipAtom } from './bind.ts'
import { nativeKey } from './draft.ts'
import { planAtom, problemsAtom } from './form.ts'
import { quoteAtom } from './quote.ts'
import { draftAtom, isSlippageOpenAtom, slippageInputAtom, swapStateAtom, tokenSearchAtom } from './state.ts'
import { connection, openSwap, type Service, swapOptions, transactionOf, usdcKey } from './swap-world.ts'
import { swapTokensAtom } from './tokens.ts'

const later: TestWorldOptions = { bundledNetworks, topWallets }
const never = () => new Promise<never>(() => {})
const hash = `0x${'ab'.repeat(32)}`
const block = { block: 21_000_000n, fee: 1_402_000_000_000_000n }

/** Waits until something is so, while the world's clock runs on; the gallery itself runs in real time. */
async function until({ clock }: TestWorld, isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 300 && !isSo(); turn += 1) {
    await clock.advance(20)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

type Fill = { from?: string; to?: string; amount?: string }
const ether: Fill = { to: usdcKey, amount: '0.25' }
const dollars: Fill = { from: usdcKey, to: nativeKey, amount: '150.5' }

async function fill(world: TestWorld, { from = nativeKey, to, amount = '' }: Fill): Promise<void> {
  await until(world, () => world.store.get(swapTokensAtom).is !== 'loading')
  world.store.set(draftAtom, { from, to, amount: { is: 'typed', text: amount } })
  if (to !== undefined) await until(world, () => world.store.get(quoteAtom).is !== 'loading')
}

const form = (
  state: string,
  filled: Fill = {},
  service: Service = {},
  more: { options?: TestWorldOptions; held?: typeof connection; after?: (world: TestWorld) => void } = {},
): Fixture<ViewOf<'Swap'>> => ({
  view: { name: 'Swap' },
  state,
  options: swapOptions(service, {}, {}, { ...later, ...more.options }),
  before: (world) => openSwap(world, { name: 'Swap' }, more.held),
  after: async (world) => {
    await fill(world, filled)
    more.after?.(world)
  },
})

const list = (state: string, service: Service = {}, search = ''): Fixture<ViewOf<'SwapSelectToken'>> => ({
  view: { name: 'SwapSelectToken', side: 'to' },
  state,
  options: swapOptions(service, {}, {}, later),
  before: (world) => {
    openSwap(world)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'SwapSelectToken', side: 'to' } })
    world.store.set(tokenSearchAtom, search)
  },
  after: (world) => until(world, () => world.store.get(swapTokensAtom).is !== 'loading'),
})

type Script = { calls?: Partial<ContractCalls>; chain?: Partial<ChainAdapter>; service?: Service }

const review = (
  state: string,
  { calls = {}, chain = {}, service = {} }: Script = {},
  filled = ether,
  after: (world: TestWorld) => Promise<void> | void = () => undefined,
): Fixture<ViewOf<'SwapPreview'>> => ({
  view: { name: 'SwapPreview' },
  state,
  options: swapOptions(service, calls, chain, later),
  before: (world) => {
    openSwap(world)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'SwapPreview' } })
  },
  after: async (world) => {
    await fill(world, filled)
    await until(world, () => world.store.get(problemsAtom).length === 0)
    world.store.set(swapStateAtom, { is: 'reviewed' })
    await until(world, () => world.store.get(planAtom).is !== 'loading')
    await after(world)
  },
})

/** Presses Swap, and waits until that has shown an effect. */
const pressed = async (world: TestWorld): Promise<void> => {
  void world.store.set(confirmSwapAtom)
  await until(world, () => !['reviewing', 'preparing'].includes(world.store.get(swapStateAtom).is))
}

const sent: Partial<ContractCalls> = { send: async () => transactionOf(hash) }
const follows = (follow: NonNullable<ChainAdapter['follow']>): Partial<ChainAdapter> => ({ follow })
const refusing = (error: Error): Partial<ContractCalls> => ({ send: () => Promise.reject(error) })
const confirmed = follows(async () => ({ is: 'confirmed', ...block }))
const rejection = new ProviderRpcError(4001, 'User rejected the request')

/** The wallet allows the token, the network has it, and then `second` happens. */
const thenSwaps = (second: () => ReturnType<ContractCalls['send']>): Script => {
  let count = 0
  return {
    calls: {
      send: async () => {
        count += 1
        return count === 1 ? transactionOf(hash) : second()
      },
    },
    chain: confirmed,
    service: { allowance: () => (count === 0 ? 0n : 10n ** 30n) },
  }
}

/** Every state of the views of swapping. Test only. */
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
    { view: { name: 'Swap' }, state: 'nobody connected' },
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
    review('large loss', {
      service: {
        quotes: (amount, from) => ({
          body: {
            quotes: [
              {
                id: null,
                fromAmount: String(amount),
                fromAccount: from,
                toAmount: '600000000',
                toAccount: `eip155:1:${usdcKey}`,
              },
            ],
          },
        }),
      },
    }),
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
    {
      view: { name: 'SwapPreview' },
      state: 'nothing to review',
      options: swapOptions({}, {}, {}, later),
      before: (world) => openSwap(world, { name: 'SwapPreview' }),
    },
  ],
}
