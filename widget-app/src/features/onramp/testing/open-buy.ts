import { expect, onTestFinished, vi } from 'vitest'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { type TestWorld, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { draftAtom } from '../atoms/draft.ts'
import { optionsAtom } from '../atoms/options.ts'
import { problemsAtom } from '../atoms/problems.ts'
import { openOrderAtom, providerPageAtom } from '../atoms/purchase.ts'
import { quoteAtom } from '../atoms/quote.ts'
import { quoteRefetchAtom } from '../atoms/refresh-quote.ts'
import { quoteTextsAtom } from '../atoms/texts.ts'
import { onrampOptions, openBuy, type ServiceResponses, testWindows } from './onramp-world.ts'

/** Test only: a form that is open, or filled in so that the provider's page can be opened. */

export const never = () => new Promise<never>(() => {})

/** Creates a world with the form open and everything that it shows mounted, in a browser that opens popups. */
export function openForm(
  service: ServiceResponses = {},
  calls: Partial<ContractCalls> = {},
  over: TestWorldOptions = {},
): TestWorld & { readonly windows: ReturnType<typeof testWindows>['windows'] } {
  const { windows, open } = testWindows()
  const world = testWorld(onrampOptions(service, calls, { openWindow: open, ...over }))
  openBuy(world)
  for (const one of [
    optionsAtom,
    problemsAtom,
    quoteAtom,
    quoteTextsAtom,
    providerPageAtom,
    openOrderAtom,
    quoteRefetchAtom,
  ])
    onTestFinished(world.store.sub(one, () => undefined))
  return { ...world, windows }
}

/** Waits until the assertion passes, advancing the test clock in steps. */
export const waitUntil = ({ clock }: TestWorld, assertion: () => void, stepMs = 50) =>
  vi.waitFor(
    async () => {
      await clock.advance(stepMs)
      assertion()
    },
    { timeout: 5_000, interval: 10 },
  )

/** Waits until the service's options are loaded. */
export const waitForOptions = (world: TestWorld) =>
  waitUntil(world, () => expect(world.store.get(optionsAtom).is).toBe('ready'))

/** Types an amount, and waits until the provider's page is fetched. */
export async function fillForm(world: TestWorld, text = '100'): Promise<void> {
  world.store.set(draftAtom, { text })
  await waitUntil(world, () => expect(world.store.get(providerPageAtom).is).toBe('ready'))
}

export const problemsOf = ({ store }: TestWorld) => store.get(problemsAtom).map(({ is }) => is)
export const viewOf = ({ store }: TestWorld) => store.get(currentViewAtom)
export const countOf = (world: TestWorld, path: string) =>
  world.urls.filter((url) => url.startsWith(path)).length
