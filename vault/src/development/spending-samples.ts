import type { VaultSample } from './vault-sample.ts'

const answer = () => undefined
const limit = {
  is: 'spending-limit',
  ...{ symbol: 'USDC', decimals: 6, isNative: false, problem: undefined, answer },
} as const

/** Samples of setting a spending limit. */
export const spendingSamples = [
  { group: 'VaultLimit', state: 'offered', screen: limit },
  {
    group: 'VaultLimit',
    state: 'network currency',
    screen: { ...limit, symbol: 'ETH', decimals: 18, isNative: true },
  },
  {
    group: 'VaultLimit',
    state: 'no amount',
    screen: limit,
    ...{ typed: '0', pressed: 'vault.limit-set' },
  },
  { group: 'VaultLimit', state: 'failed', screen: { ...limit, problem: 'vault.limit-failed' } },
] as const satisfies readonly VaultSample[]
