import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, ContractCalls } from '#widget/chains/chain-adapter.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import type { Fixture } from '#widget/testing/fixture.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import type { TestWorld, TestWorldOptions } from '#widget/testing/world.ts'
import { confirmSwapAtom } from '../atoms/confirm-swap.ts'
import { draftAtom, swapStateAtom, tokenSearchAtom } from '../atoms/draft.ts'
import { problemsAtom } from '../atoms/form.ts'
import { planAtom } from '../atoms/plan.ts'
import { quoteAtom } from '../atoms/quote.ts'
import { swapTokensAtom } from '../atoms/tokens.ts'
import { nativeKey } from '../draft.ts'
import { type connection, openSwap, type Service, swapOptions, transactionOf, usdcKey } from './swap-world.ts'

/** Test only: builders for the swap states of the gallery. */

export const lazyOptions: TestWorldOptions = { bundledNetworks, topWallets }
export const never = () => new Promise<never>(() => {})
const hash = `0x${'ab'.repeat(32)}`
export const block = { block: 21_000_000n, fee: 1_402_000_000_000_000n }

/** Waits for a condition while the world's clock advances; the gallery itself runs in real time. */
export async function until({ clock }: TestWorld, condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300 && !condition(); attempt += 1) {
    await clock.advance(20)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Opens Details once there is a quote. Not by a click: the widget drops those that no user made. */
export async function openDetails(world: TestWorld): Promise<void> {
  await until(world, () => document.querySelector('details') !== null)
  document.querySelector('details')?.setAttribute('open', '')
}

type Fill = { from?: string; to?: string; amount?: string }
export const ether: Fill = { to: usdcKey, amount: '0.25' }
export const dollars: Fill = { from: usdcKey, to: nativeKey, amount: '150.5' }

async function fill(world: TestWorld, { from = nativeKey, to, amount = '' }: Fill): Promise<void> {
  await until(world, () => world.store.get(swapTokensAtom).is !== 'loading')
  world.store.set(draftAtom, { from, to, amount: { is: 'typed', text: amount } })
  if (to !== undefined) await until(world, () => world.store.get(quoteAtom).is !== 'loading')
}

/** The form, filled in. */
export const form = (
  state: string,
  filled: Fill = {},
  service: Service = {},
  extra: {
    options?: TestWorldOptions
    connected?: typeof connection
    chain?: TestAdapterParts
    after?: (world: TestWorld) => Promise<void> | void
  } = {},
): Fixture<ViewOf<'Swap'>> => ({
  view: { name: 'Swap' },
  state,
  options: swapOptions(service, {}, extra.chain ?? {}, { ...lazyOptions, ...extra.options }),
  before: (world) => openSwap(world, { name: 'Swap' }, extra.connected),
  after: async (world) => {
    await fill(world, filled)
    await extra.after?.(world)
  },
})

/** The list of tokens. */
export const list = (
  state: string,
  service: Service = {},
  search = '',
): Fixture<ViewOf<'SwapSelectToken'>> => ({
  view: { name: 'SwapSelectToken', side: 'to' },
  state,
  options: swapOptions(service, {}, {}, lazyOptions),
  before: (world) => {
    openSwap(world)
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'SwapSelectToken', side: 'to' } })
    world.store.set(tokenSearchAtom, search)
  },
  after: (world) => until(world, () => world.store.get(swapTokensAtom).is !== 'loading'),
})

type Script = { calls?: Partial<ContractCalls>; chain?: TestAdapterParts; service?: Service }

/** The review of a filled form, and what follows. */
export const review = (
  state: string,
  { calls = {}, chain = {}, service = {} }: Script = {},
  filled = ether,
  after: (world: TestWorld) => Promise<void> | void = () => undefined,
): Fixture<ViewOf<'SwapPreview'>> => ({
  view: { name: 'SwapPreview' },
  state,
  options: swapOptions(service, calls, chain, lazyOptions),
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

/** Clicks Swap, and waits for its effect. */
export const clickSwap = async (world: TestWorld): Promise<void> => {
  void world.store.set(confirmSwapAtom)
  await until(world, () => !['reviewing', 'preparing'].includes(world.store.get(swapStateAtom).is))
}

export const sent: Partial<ContractCalls> = { send: async () => transactionOf(hash) }
export const watchedBy = (follow: NonNullable<ChainAdapter['waitForTransaction']>): TestAdapterParts => ({
  waitForTransaction: follow,
})
export const rejectsWith = (error: Error): Partial<ContractCalls> => ({ send: () => Promise.reject(error) })
export const confirmed = watchedBy(async () => ({ is: 'confirmed', ...block }))
export const rejection = new ProviderRpcError(4001, 'User rejected the request')

/** The approval is sent and confirmed, and then `second` runs. */
export const approvesThen = (second: () => ReturnType<ContractCalls['send']>): Script => {
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
