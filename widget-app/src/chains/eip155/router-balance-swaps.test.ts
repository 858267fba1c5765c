import { describe, expect, it } from 'vitest'
import type { DecodedAmount, Fact } from '../request-facts.ts'
import { mergeSwaps, type Swap } from './decode/router/router-balances.ts'
import { alice, bob, tokenAddress as dai } from './testing/unit-world.ts'

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const nativeAmount = (value: bigint): DecodedAmount => ({ value, contract: undefined })
const tokenAmount = (value: bigint, contract: string = dai): DecodedAmount => ({ value, contract })
const swapToRouter = (pays: DecodedAmount | undefined, over: Partial<Swap> = {}): Swap => ({
  ...({ is: 'swap', router, gets: tokenAmount(1n, usdc), to: router } as const),
  pays,
  ...over,
})
const end = { gets: tokenAmount(7n, usdc), to: alice }
const isHeld = ({ to }: { readonly to?: string | undefined }) => to === router
const merge = (...facts: readonly Fact[]) => mergeSwaps(facts, isHeld, end)
const merged = (pays: DecodedAmount) => ({ ...swapToRouter(pays), ...end })

describe('mergeSwaps', () => {
  it('swaps of one asset, token or native › one swap of their sum, with the end', () => {
    expect(merge(swapToRouter(tokenAmount(6n)), swapToRouter(tokenAmount(4n, dai.toLowerCase())))).toEqual([
      merged(tokenAmount(10n)),
    ])
    expect(merge(swapToRouter(nativeAmount(6n)), swapToRouter(nativeAmount(4n)))).toEqual([
      merged(nativeAmount(10n)),
    ])
    expect(
      merge(
        swapToRouter(tokenAmount(6n), { payer: router }),
        swapToRouter(tokenAmount(4n), { payer: router }),
      ),
    ).toEqual([{ ...merged(tokenAmount(10n)), payer: router }])
  })

  it.each<[string, readonly Fact[]]>([
    ['tokens after coins', [swapToRouter(nativeAmount(6n)), swapToRouter(tokenAmount(4n))]],
    ['coins after tokens', [swapToRouter(tokenAmount(6n)), swapToRouter(nativeAmount(4n))]],
    ['another token', [swapToRouter(tokenAmount(6n)), swapToRouter(tokenAmount(4n, usdc))]],
    ['another payer', [swapToRouter(tokenAmount(6n)), swapToRouter(tokenAmount(4n), { payer: router })]],
    ['an amount that is not known, first', [swapToRouter(undefined), swapToRouter(tokenAmount(4n))]],
    ['an amount that is not known, last', [swapToRouter(tokenAmount(6n)), swapToRouter(undefined)]],
    ['no swap that the router holds', [swapToRouter(tokenAmount(6n), { to: bob })]],
  ])('%s › not one swap', (_what, facts) => {
    expect(merge(...facts)).toBeUndefined()
  })

  it('facts between and after the swaps › unchanged, merged swap at the last position', () => {
    const transfer: Fact = { is: 'transfer', from: undefined, to: router, figure: tokenAmount(1n, usdc) }
    const other = swapToRouter(tokenAmount(2n), { to: bob })
    expect(merge(swapToRouter(tokenAmount(6n)), transfer, swapToRouter(tokenAmount(4n)), other)).toEqual([
      transfer,
      merged(tokenAmount(10n)),
      other,
    ])
  })
})
