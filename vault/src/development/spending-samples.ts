import type { VaultSample } from './vault-sample.ts'

const answer = () => undefined
const limit = {
  is: 'spending-limit',
  ...{ symbol: 'USDC', decimals: 6, isNative: false, problem: undefined, answer },
} as const

const cover = {
  asset: { symbol: 'USDC', decimals: 6 },
  ...{ maximum: 50_000_000n, left: 25_500_000n, expiresAtMs: Date.UTC(2026, 5, 16, 9, 30) },
}

/** Samples of setting a spending limit, and of the frame that pays within it. */
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
  { group: 'VaultFrame', state: 'payment', frame: { is: 'payment', cover }, review: 'payment' },
  { group: 'VaultFrame', state: 'waiting', frame: { is: 'waiting' } },
  {
    group: 'VaultFrame',
    state: 'payment while it is checked',
    frame: { is: 'payment', cover },
    review: 'payment that is checked again',
  },
  { group: 'VaultFrame', state: 'signing', frame: { is: 'signing' } },
] as const satisfies readonly VaultSample[]
