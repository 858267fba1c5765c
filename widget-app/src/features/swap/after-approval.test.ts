import { describe, expect, it } from 'vitest'
import { nativeEvmAddress } from '#shared/api/price.ts'
import type { ContractCall } from '#widget/chains/chain-adapter.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { confirmSwapAtom } from './atoms/confirm-swap.ts'
import { planAtom } from './atoms/plan.ts'
import { nativeKey } from './draft.ts'
import { inBlock, journal, openForm, openReview, stateOf } from './testing/open-swap.ts'
import { aggregated, quoted, transactionOf, usdcAddress, usdcKey } from './testing/swap-world.ts'

const amount = 100_000_000n

const quoteOf = (from: string, to: string, toAmount: bigint): TestResponse => ({
  body: {
    quotes: [
      { id: null, fromAmount: String(amount), fromAccount: from, toAmount: String(toAmount), toAccount: to },
    ],
  },
})

/** A swap of dollars for ether, whose price changes once the approval is in its block. */
async function confirmWithApproval(laterQuote: (from: string, to: string) => TestResponse) {
  const requestedSteps: string[] = []
  let isAllowed = false
  const world = openForm(
    {
      allowance: () => (isAllowed ? amount : 0n),
      build: aggregated,
      quotes: (_, from) => {
        const to = `eip155:1:${nativeEvmAddress}`
        return isAllowed ? laterQuote(from, to) : quoteOf(from, to, quoted(amount, from))
      },
    },
    {
      send: async (_, call: ContractCall) => {
        requestedSteps.push(call.to === usdcAddress ? 'approve' : 'swap')
        return transactionOf(`0x0${requestedSteps.length}`)
      },
    },
    {
      waitForTransaction: async () => {
        isAllowed = true
        return inBlock
      },
    },
  )
  await openReview(world, usdcKey, nativeKey, '100')
  const plan = world.store.get(planAtom)
  expect(plan.is === 'ready' && plan.data.containsMinimum).toBe(false)
  await world.store.set(confirmSwapAtom)
  return { world, asked: requestedSteps }
}

const accepted = quoted(amount, 'dollars')

describe('undecodable swap after its approval', () => {
  it.each([
    ['8 % less', (from: string, to: string) => quoteOf(from, to, (accepted * 92n) / 100n)],
    ['somewhat less', (from: string, to: string) => quoteOf(from, to, accepted - 10_000n)],
    ['nothing', (): TestResponse => ({ body: { quotes: [] } })],
  ])('%s received than accepted › is not requested', async (_, laterQuote) => {
    const { world, asked: requestedSteps } = await confirmWithApproval(laterQuote)
    expect(requestedSteps).toEqual(['approve'])
    expect(stateOf(world)).toMatchObject({ is: 'stopped', failure: { is: 'failed', why: 'price-moved' } })
    expect(journal(world)).toEqual([['approval', 'confirmed', amount]])
  })

  it('quote fails › is not requested', async () => {
    const { world, asked: requestedSteps } = await confirmWithApproval(() => ({ status: 400 }))
    expect(requestedSteps).toEqual(['approve'])
    expect(stateOf(world)).toMatchObject({ is: 'stopped', failure: { is: 'failed', why: 'service' } })
  })

  it('equal or higher quote › is requested', async () => {
    for (const gain of [0n, 1_000_000n]) {
      const { world, asked: requestedSteps } = await confirmWithApproval((from, to) =>
        quoteOf(from, to, accepted + gain),
      )
      expect([requestedSteps, stateOf(world).is]).toEqual([['approve', 'swap'], 'submitted'])
    }
  })
})
