import { expect, it } from 'vitest'
import type { WeightFee } from '#widget/chains/contract.ts'
import { isWithin } from './fee.ts'

const fee: WeightFee = { expectedFee: 4n, maxFee: 5n, tip: 0n }
const unconfirmed: WeightFee = { ...fee, isUnconfirmed: true }

it.each<[string, WeightFee, WeightFee, boolean]>([
  ['the same', fee, fee, true],
  ['lower', { ...fee, maxFee: 4n }, fee, true],
  ['higher', { ...fee, maxFee: 6n }, fee, false],
  ['unconfirmed as it was shown', unconfirmed, unconfirmed, true],
  ['confirmed by now', fee, unconfirmed, true],
  ['unconfirmed, and not shown so', unconfirmed, fee, false],
])('estimate is %s › within what the user saw or not', (_name, fresh, seen, within) => {
  expect(isWithin(fresh, seen)).toBe(within)
})
