import { expect, it } from 'vitest'
import { displayParts, fromDisplayedAmount, isSameDisplay, toDisplayedAmount } from './displayed-amount.ts'

it.each([
  ['no other amount', undefined, 101n, 101n],
  ['two and a half times', 2_500_000_000n, 101n, 252n],
  ['a third, rounded', 333_333_333n, 101n, 33n],
  ['nothing', 0n, 101n, 0n],
])('chain displays %s › shown › rounded down', (_name, displayed, value, shown) => {
  expect(toDisplayedAmount(value, { displayed })).toBe(shown)
})

it.each([undefined, 0n, 1n, 333_333_333n, displayParts, 1_000_000_001n, 2_500_000_000n])(
  'chain displays %s billionths › displayed amount converted back › rounded down',
  (displayed) => {
    for (const value of [0n, 1n, 7n, 100n, 101n, 2n ** 64n - 1n]) {
      const typed = fromDisplayedAmount(toDisplayedAmount(value, { displayed }), { displayed })
      expect(typed <= value).toBe(true)
    }
  },
)

it.each([
  ['no other amount', undefined, 101n, 101n],
  ['two and a half times', 2_500_000_000n, 252n, 100n],
  ['a third', 333_333_333n, 33n, 99n],
  ['nothing', 0n, 101n, 0n],
])('chain displays %s › displayed amount typed › base units', (_name, displayed, typed, value) => {
  expect(fromDisplayedAmount(typed, { displayed })).toBe(value)
})

it.each<[bigint | undefined, bigint | undefined, boolean]>([
  [undefined, undefined, true],
  [undefined, 5n, false],
  [1n, 2n, true],
  [100n, 102n, false],
  [1_000_000n, 1_000_999n, true],
  [1_000_000n, 1_001_000n, false],
  [1_000_000n, 1_001_001n, false],
  [1_000_000n, 1_002_000n, false],
])('displayed as %s and as %s › compared › equal except for interest: %s', (one, other, isSame) => {
  expect(isSameDisplay(one, other)).toBe(isSame)
  expect(isSameDisplay(other, one)).toBe(isSame)
})
