import { describe, expect, it } from 'vitest'
import type { DecodedAmount, Fact } from '../request-facts.ts'
import { type Swap, withEnd } from './decode/router/router-balances.ts'
import { alice, bob, tokenAddress as dai } from './testing/unit-world.ts'

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const coins = (value: bigint): DecodedAmount => ({ value, contract: undefined })
const tokens = (value: bigint, contract: string = dai): DecodedAmount => ({ value, contract })
const held = (pays: DecodedAmount | undefined, over: Partial<Swap> = {}): Swap => ({
  ...({ is: 'swap', router, gets: tokens(1n, usdc), to: router } as const),
  pays,
  ...over,
})
const end = { gets: tokens(7n, usdc), to: alice }
const isHeld = ({ to }: { readonly to?: string | undefined }) => to === router
const ended = (...facts: readonly Fact[]) => withEnd(facts, isHeld, end)
const paid = (pays: DecodedAmount) => ({ ...held(pays), ...end })

describe('mergeSwaps', () => {
  it('swaps of one asset, token or native › one swap of their sum, with the end', () => {
    expect(ended(held(tokens(6n)), held(tokens(4n, dai.toLowerCase())))).toEqual([paid(tokens(10n))])
    expect(ended(held(coins(6n)), held(coins(4n)))).toEqual([paid(coins(10n))])
    expect(ended(held(tokens(6n), { payer: router }), held(tokens(4n), { payer: router }))).toEqual([
      { ...paid(tokens(10n)), payer: router },
    ])
  })

  it.each<[string, readonly Fact[]]>([
    ['tokens after coins', [held(coins(6n)), held(tokens(4n))]],
    ['coins after tokens', [held(tokens(6n)), held(coins(4n))]],
    ['another token', [held(tokens(6n)), held(tokens(4n, usdc))]],
    ['another payer', [held(tokens(6n)), held(tokens(4n), { payer: router })]],
    ['an amount that is not known, first', [held(undefined), held(tokens(4n))]],
    ['an amount that is not known, last', [held(tokens(6n)), held(undefined)]],
    ['no swap that the router holds', [held(tokens(6n), { to: bob })]],
  ])('%s › not one swap', (_what, facts) => {
    expect(ended(...facts)).toBeUndefined()
  })

  it('facts between and after the swaps › unchanged, merged swap at the last position', () => {
    const moved: Fact = { is: 'transfer', from: undefined, to: router, figure: tokens(1n, usdc) }
    const other = held(tokens(2n), { to: bob })
    expect(ended(held(tokens(6n)), moved, held(tokens(4n)), other)).toEqual([moved, paid(tokens(10n)), other])
  })
})
