import { expect, onTestFinished, vi } from 'vitest'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { type TestWorld, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { reviewAtom } from '../atoms/actions.ts'
import { draftAtom, swapStateAtom } from '../atoms/draft.ts'
import { isFormWaitingAtom, problemsAtom, reviewProblemsAtom } from '../atoms/form.ts'
import { planAtom } from '../atoms/plan.ts'
import { quoteAtom } from '../atoms/quote.ts'
import { priceImpactLossAtom } from '../atoms/swap-parameters.ts'
import { parameterTextsAtom } from '../atoms/texts.ts'
import { nativeKey } from '../draft.ts'
import { connection, openSwap, type Service, swapOptions, usdcKey } from './swap-world.ts'

export const inBlock = { is: 'confirmed', block: 9n, fee: 21n } as const
export const never = () => new Promise<never>(() => {})
const isConfirmed: TestAdapterParts = { waitForTransaction: async () => inBlock }

/** Test only: a form that is open, filled in, or under review. */

/** A world with the form open and its atoms mounted. */
export function openForm(
  service: Service = {},
  calls: Partial<ContractCalls> = {},
  script: TestAdapterParts = isConfirmed,
  connected = connection,
  over: TestWorldOptions = {},
): TestWorld {
  const world = testWorld(swapOptions(service, calls, script, over))
  openSwap(world, { name: 'Swap' }, connected)
  const shown = [
    problemsAtom,
    isFormWaitingAtom,
    parameterTextsAtom,
    planAtom,
    reviewProblemsAtom,
    priceImpactLossAtom,
  ]
  for (const one of shown) onTestFinished(world.store.sub(one, () => undefined))
  return world
}

/** Waits for a condition while the world's time advances in steps. */
export const waitUntil = ({ clock }: TestWorld, assertion: () => void, stepMs = 50) =>
  vi.waitFor(
    async () => {
      await clock.advance(stepMs)
      assertion()
    },
    { timeout: 5_000, interval: 10 },
  )

export async function fillForm(
  world: TestWorld,
  amount = '0.1',
  from = nativeKey,
  to = usdcKey,
): Promise<TestWorld> {
  world.store.set(draftAtom, { from, to, amount: { is: 'typed', text: amount } })
  await waitUntil(world, () => expect(world.store.get(quoteAtom).is).not.toBe('loading'))
  return world
}

/** Fills in the form and opens a review that can be confirmed. */
export async function openReview(world: TestWorld, from = nativeKey, to = usdcKey, amount = '0.1') {
  await fillForm(world, amount, from, to)
  await waitUntil(world, () => expect(world.store.get(problemsAtom)).toEqual([]))
  world.store.set(reviewAtom)
  await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
  return world
}

export const stateOf = ({ store }: TestWorld) => store.get(swapStateAtom)
export const journal = ({ store }: TestWorld) =>
  store.get(journalAtom).map(({ purpose, state, value }) => [purpose?.is, state.is, value])
export const countOf = (world: TestWorld, path: string) =>
  world.urls.filter((url) => url.startsWith(path)).length
