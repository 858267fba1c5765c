import { expect, it, vi } from 'vitest'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import { reviewAtom } from '../atoms/actions.ts'
import { confirmSwapAtom } from '../atoms/confirm-swap.ts'
import { planAtom } from '../atoms/plan.ts'
import { nativeKey } from '../draft.ts'
import { fillForm, never, openForm, waitUntil } from '../testing/open-swap.ts'
import { encodeFacts, fee, router, swapper, usdcAddress, usdcKey } from '../testing/swap-world.ts'

const thief = `0x${'9'.repeat(40)}`
const onEthereum = (address: string) => `eip155:1:${address}`
const gas = { gas: 250_000, gasPrice: '10000000000' }
const pays: DecodedAmount = { value: 10n ** 17n, contract: undefined }
const gets: DecodedAmount = { value: 296_109_000n, contract: usdcAddress }
const swap: Fact = { is: 'swap', router, pays, gets, to: swapper }
const wholeSwap = {
  ...{ from: onEthereum(swapper), to: onEthereum(router), data: encodeFacts(swap) },
  ...{ amount: String(10n ** 17n), eip155: gas },
}

/** The plan for 0.1 ETH or 100 USDC; after a failure, confirming it prompts nothing. */
async function createdPlan(
  service: Parameters<typeof openForm>[0],
  calls: Partial<ContractCalls> = {},
  from = nativeKey,
) {
  const send = vi.fn(never)
  const world = openForm(service, { ...calls, send })
  await fillForm(world, from === nativeKey ? '0.1' : '100', from, from === nativeKey ? usdcKey : nativeKey)
  world.store.set(reviewAtom)
  await waitUntil(world, () => expect(['ready', 'failed']).toContain(world.store.get(planAtom).is), 500)
  const plan = world.store.get(planAtom)
  if (plan.is === 'failed') await world.store.set(confirmSwapAtom)
  expect(send).not.toHaveBeenCalled()
  return plan
}

it('calls as accepted › are planned', async () => {
  expect((await createdPlan({ build: () => ({ body: { tx: wholeSwap } }) })).is).toBe('ready')
})

it.each<[what: string, tx: object, code: string]>([
  ['for another chain', { to: `eip155:8453:${router}` }, 'swap/not-as-agreed'],
  ['from another account', { from: onEthereum(thief) }, 'swap/not-as-agreed'],
  ['that costs more coins', { amount: String(10n ** 17n + 1n) }, 'swap/not-as-agreed'],
  [
    'that does something else besides',
    {
      data: encodeFacts(swap, {
        is: 'approval',
        spender: thief,
        figure: { value: 1n, contract: usdcAddress },
        isUnlimited: false,
      }),
    },
    'swap/not-as-agreed',
  ],
  [
    'that calls another contract besides',
    {
      data: encodeFacts(swap, {
        is: 'unknown-call',
        to: thief,
        selector: '0x12345678',
        figure: undefined,
        mayTake: true,
      }),
    },
    'swap/not-as-agreed',
  ],
  ['that pays somebody else', { data: encodeFacts({ ...swap, to: thief }) }, 'swap/not-as-agreed'],
  [
    'that takes more than the amount',
    { data: encodeFacts({ ...swap, pays: { ...pays, value: 10n ** 17n + 1n } }) },
    'swap/not-as-agreed',
  ],
  [
    'that takes another token',
    { data: encodeFacts({ ...swap, pays: { value: 1n, contract: usdcAddress } }) },
    'swap/not-as-agreed',
  ],
  [
    'that brings another token',
    { data: encodeFacts({ ...swap, gets: { ...gets, contract: thief } }) },
    'swap/not-as-agreed',
  ],
  [
    'that brings less',
    { data: encodeFacts({ ...swap, gets: { ...gets, value: gets.value - 1n } }) },
    'swap/price-moved',
  ],
])('transaction %s › fails before the prompt', async (_, tx, code) => {
  const plan = await createdPlan({ build: () => ({ body: { tx: { ...wholeSwap, ...tx } } }) })
  expect(plan).toMatchObject({ is: 'failed', error: { code } })
})

const approval = (over: object) => ({
  ...{ from: onEthereum(swapper), to: onEthereum(usdcAddress), value: '0', eip155: gas },
  data: encodeFacts({
    is: 'approval',
    spender: router,
    figure: { value: 100_000_000n, contract: usdcAddress },
    isUnlimited: false,
  }),
  ...over,
})

it.each<[what: string, tx: object]>([
  [
    'lets somebody else take the token than the contract that swaps',
    {
      data: encodeFacts({
        is: 'approval',
        spender: thief,
        figure: { value: 100_000_000n, contract: usdcAddress },
        isUnlimited: false,
      }),
    },
  ],
  ['costs coins', { value: '1' }],
  ['is of another account', { from: onEthereum(thief) }],
])('approval that %s › fails before the prompt', async (_, tx) => {
  const plan = await createdPlan({ approve: () => ({ body: { tx: approval(tx) } }) }, {}, usdcKey)
  expect(plan).toMatchObject({ is: 'failed', error: { code: 'swap/not-as-agreed' } })
})

const estimated = (...changes: readonly DecodedAmount[]): Partial<ContractCalls> => ({
  estimate: async () => ({ ...fee, changes }),
})
const sold: DecodedAmount = { value: -(10n ** 17n), contract: undefined }

it('simulation apart from the estimate shows another loss › no plan', async () => {
  const changes = [sold, { value: -1n, contract: thief }, gets]
  const plan = await createdPlan({}, { simulate: async () => ({ changes, grants: [], isComplete: true }) })
  expect(plan).toMatchObject({ is: 'failed', error: { code: 'swap/not-as-agreed' } })
})

it.each<[what: string, changes: readonly DecodedAmount[], end: string | undefined]>([
  ['what was agreed to', [sold, gets], undefined],
  ['less than the amount', [{ ...sold, value: -5n }, gets], undefined],
  ['more than the amount', [{ ...sold, value: sold.value - 1n }, gets], 'swap/not-as-agreed'],
  ['another token', [sold, { value: -1n, contract: thief }, gets], 'swap/not-as-agreed'],
  ['nothing that comes', [sold], 'swap/price-moved'],
  ['less that comes', [sold, { ...gets, value: gets.value - 1n }], 'swap/price-moved'],
])('estimate with balance changes › %s › must match the swap', async (_, changes, code) => {
  const plan = await createdPlan({}, estimated(...changes))
  expect(plan).toMatchObject(code ? { is: 'failed', error: { code } } : { is: 'ready' })
})
