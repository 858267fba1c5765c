import { describe, expect, it } from 'vitest'
import { amountSize } from './amount-size.ts'

describe('amountSize', () => {
  it.each([
    ['0.25 ETH', 34, 34],
    ['0.25 ETH', 22, 22],
    ['150.123456 USDC', 34, 34],
    ['1,234.567891 USDC', 34, 22],
    ['−0.000000000000000001 ETH', 34, 17],
    ['1,234,567.000000000000000001 ETH', 22, 15],
  ] as const)('%s, at most %d px › %d px', (text, largest, size) => {
    expect(amountSize(text, largest)).toBe(size)
  })
})
