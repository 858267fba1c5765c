import { expect, it } from 'vitest'
import { analyticsFlushBytes, onrampFeePercent, signatureCacheLimit, swapChainNumbers } from './limits.ts'

it.each<[string, unknown, unknown]>([
  [
    'networks of swaps',
    swapChainNumbers,
    // Ethereum, Arbitrum, Optimism, zkSync, Base, BNB, Polygon, Gnosis, Avalanche, Fantom, Kaia, Aurora.
    [1, 42_161, 10, 324, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554],
  ],
  ['bytes of events that wait', analyticsFlushBytes, 46_080],
  ['signatures that are kept', signatureCacheLimit, 8_192],
  ['percent of a purchase', onrampFeePercent, ['1', '2']],
])('%s › equal to SPEC §9', (_, value, specified) => {
  expect(value).toEqual(specified)
})
