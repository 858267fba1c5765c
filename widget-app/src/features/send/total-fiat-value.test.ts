import { expect, it, onTestFinished, vi } from 'vitest'
import type { TokenTerms } from '#widget/chains/fee-estimate.ts'
import type { View } from '#widget/core/view.ts'
import { testWorld } from '#widget/testing/world.ts'
import { problemsAtom, reviewFeeAtom } from './atoms/form.ts'
import { feeTextsAtom } from './atoms/texts.ts'
import {
  balanceRoutes,
  etherEntry,
  fee,
  openSend,
  recipient,
  sendOptions,
  tokenEntries,
  usdcAddress,
} from './testing/send-world.ts'

/** The fee texts for a transfer with this fee in wei, with ether at 2,000 dollars. */
async function textsOf(
  expectedFee: bigint,
  view: Partial<View>,
  entries: readonly unknown[],
  token?: TokenTerms,
) {
  const world = testWorld(
    sendOptions(
      { estimateFee: async () => ({ ...fee, expectedFee, ...(token ? { token } : {}) }) },
      { routes: balanceRoutes([{ ...etherEntry, price: '2000' }, ...entries]) },
    ),
  )
  openSend(world, { assetAddress: 'native', amount: '0.000004', ...view, name: 'WalletSend', to: recipient })
  const { store } = world
  for (const one of [problemsAtom, reviewFeeAtom, feeTextsAtom])
    onTestFinished(store.sub(one, () => undefined))
  await vi.waitFor(() => expect(store.get(feeTextsAtom)).toBeDefined())
  return store.get(feeTextsAtom)
}

it('fee and total under a cent › are never displayed as zero', async () => {
  expect(await textsOf(500_000_000_000n, {}, [])).toMatchObject({
    expectedFiatValue: '<$0.01',
    totalFiatValue: '<$0.01',
  })
})

it('total › is floored once: two amounts under a cent may make one', async () => {
  // 0.8 and 0.3 cents.
  expect((await textsOf(1_500_000_000_000n, {}, []))?.totalFiatValue).toBe('$0.01')
  const usdc = { assetAddress: usdcAddress, amount: '1.008' }
  expect((await textsOf(1_500_000_000_000n, usdc, tokenEntries))?.totalFiatValue).toBe('$1.01')
})

it('one part without a price › total has no fiat value', async () => {
  const unpriced = tokenEntries.map((entry) => ({ ...entry, price: '0' }))
  const usdc = { assetAddress: usdcAddress, amount: '1' }
  expect((await textsOf(1_500_000_000_000n, usdc, unpriced))?.totalFiatValue).toBe('–')
})

it('token with a fee on top › review › total and fiat value include it', async () => {
  const usdc = { assetAddress: usdcAddress, amount: '1' }
  const token = { arrives: 1_000_000n, leaves: 1_050_000n }
  const texts = await textsOf(0n, usdc, tokenEntries, token)
  expect(texts).toMatchObject({ totalFiatValue: '$1.05', token: { arrives: '1 USDC', kept: '0.05 USDC' } })
  expect(texts?.total).toContain('1.05 USDC')
  expect((await textsOf(0n, usdc, tokenEntries))?.token).toEqual({})
})
