import { expect, it, onTestFinished, vi } from 'vitest'
import { completeDeployConfig } from '#shared/config/deploy-config.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { ownFactsSlotAtom } from '#widget/domain/accounts/own-facts-slot.ts'
import { atom } from '#widget/lib/state.ts'
import { problemsAtom, roughFeeAtom } from './atoms/form.ts'
import { base, connection, ethereum, fee, recipient, sendWorld, usdcAddress } from './testing/send-world.ts'

/** A fee above the account's native currency. */
const unaffordable = { ...fee, maxFee: 10n ** 30n, expectedFee: 10n ** 30n }

it.each([
  ['smart account of our own wallet on a sponsored network', 'smartAccount', ethereum, []],
  ['account without code', 'eoa', ethereum, [{ is: 'no-fee-funds', symbol: 'ETH' }]],
  ['network without sponsorship', 'smartAccount', base, [{ is: 'no-fee-funds', symbol: 'ETH' }]],
] as const)('%s › lack of native currency for the fee: %j %s %j', async (_, type, chain, problems) => {
  const view = { name: 'WalletSend', assetAddress: usdcAddress, amount: '5', to: recipient } as const
  const { store } = sendWorld({ estimateFee: async () => unaffordable }, view)
  store.set(deployConfigAtom, completeDeployConfig({ sponsorship: { name: 'Shop', chains: [chain] } }))
  const factsOf = (walletId: string) => (walletId === connection.walletId ? { type } : undefined)
  store.set(
    ownFactsSlotAtom,
    atom(() => factsOf),
  )
  onTestFinished(store.sub(problemsAtom, () => undefined))
  await vi.waitFor(() => expect(store.get(roughFeeAtom).is).toBe('ready'))
  expect(store.get(problemsAtom)).toEqual(problems)
})
