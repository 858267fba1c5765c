import { describe, expect, it } from 'vitest'
import { nativeEvmAddress } from '#shared/api/price.ts'
import type { ContractCall } from '#widget/chains/chain-adapter.ts'
import type { Answer } from '#widget/testing/world.ts'
import { nativeKey } from './draft.ts'
import { confirmSwapAtom } from './plan/confirm-swap.ts'
import { planAtom } from './plan/plan-atoms.ts'
import { inBlock, journal, opened, reviewing, stateOf } from './testing/open-swap.ts'
import { aggregated, quoted, transactionOf, usdcAddress, usdcKey } from './testing/swap-world.ts'

const amount = 100_000_000n

const quoteOf = (from: string, to: string, comes: bigint): Answer => ({
  body: {
    quotes: [
      { id: null, fromAmount: String(amount), fromAccount: from, toAmount: String(comes), toAccount: to },
    ],
  },
})

/** A swap of dollars for ether, whose price changes once the approval is in its block. */
async function approving(afterwards: (from: string, to: string) => Answer) {
  const asked: string[] = []
  let isAllowed = false
  const world = opened(
    {
      allowance: () => (isAllowed ? amount : 0n),
      build: aggregated,
      quotes: (_, from) => {
        const to = `eip155:1:${nativeEvmAddress}`
        return isAllowed ? afterwards(from, to) : quoteOf(from, to, quoted(amount, from))
      },
    },
    {
      send: async (_, call: ContractCall) => {
        asked.push(call.to === usdcAddress ? 'approve' : 'swap')
        return transactionOf(`0x0${asked.length}`)
      },
    },
    {
      follow: async () => {
        isAllowed = true
        return inBlock
      },
    },
  )
  await reviewing(world, usdcKey, nativeKey, '100')
  const plan = world.store.get(planAtom)
  expect(plan.is === 'ready' && plan.data.saysMinimum).toBe(false)
  await world.store.set(confirmSwapAtom)
  return { world, asked }
}

const agreed = quoted(amount, 'dollars')

describe('undecodable swap after its approval', () => {
  it.each([
    ['8 % less', (from: string, to: string) => quoteOf(from, to, (agreed * 92n) / 100n)],
    ['somewhat less', (from: string, to: string) => quoteOf(from, to, agreed - 10_000n)],
    ['nothing', (): Answer => ({ body: { quotes: [] } })],
  ])('%s received than accepted › is not requested', async (_, afterwards) => {
    const { world, asked } = await approving(afterwards)
    expect(asked).toEqual(['approve'])
    expect(stateOf(world)).toMatchObject({ is: 'stopped', setback: { is: 'failed', why: 'price-moved' } })
    expect(journal(world)).toEqual([['approval', 'confirmed', amount]])
  })

  it('quote fails › is not requested', async () => {
    const { world, asked } = await approving(() => ({ status: 400 }))
    expect(asked).toEqual(['approve'])
    expect(stateOf(world)).toMatchObject({ is: 'stopped', setback: { is: 'failed', why: 'service' } })
  })

  it('equal or higher quote › is requested', async () => {
    for (const more of [0n, 1_000_000n]) {
      const { world, asked } = await approving((from, to) => quoteOf(from, to, agreed + more))
      expect([asked, stateOf(world).is]).toEqual([['approve', 'swap'], 'submitted'])
    }
  })
})
