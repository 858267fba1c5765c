import { expect, it } from 'vitest'
import { completeDeployConfig } from '#shared/config/deploy-config.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { ownFactsSlotAtom } from '#widget/domain/accounts/own-facts-slot.ts'
import { atom } from '#widget/lib/state.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { problemsAtom } from './atoms/form.ts'
import { fillForm, openForm, waitUntil } from './testing/open-swap.ts'
import { connection, ethereum } from './testing/swap-world.ts'

/** A price of gas at which the fee exceeds the account's native currency. */
const gasPrice = (): TestResponse => {
  const wei = `${10n ** 18n}`
  return { body: { standard: wei, fast: wei, instant: wei } }
}

it.each([
  ['smartAccount', []],
  ['eoa', [{ is: 'insufficient-gas', symbol: 'ETH' }]],
] as const)('own wallet as %s, fee above its native currency › %j', async (type, problems) => {
  const world = openForm({ gasPrice })
  const { store } = world
  store.set(deployConfigAtom, completeDeployConfig({ sponsorship: { name: 'Shop', chains: [ethereum] } }))
  const factsOf = (walletId: string) => (walletId === connection.walletId ? { type } : undefined)
  store.set(
    ownFactsSlotAtom,
    atom(() => factsOf),
  )
  await fillForm(world)
  await waitUntil(world, () => expect(store.get(problemsAtom)).toEqual(problems))
})
