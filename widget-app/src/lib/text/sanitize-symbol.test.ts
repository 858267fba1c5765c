import { expect, it } from 'vitest'
import { sanitizeSymbol } from './sanitize-symbol.ts'

it.each([
  ['000 USDC', '“000 USDC”'],
  [',000 USDC', '“,000 USDC”'],
  ['000USDC', '“000USDC”'],
  ["'000 ETH", "“'000 ETH”"],
  ['.5 ETH', '“.5 ETH”'],
  ['$100', '“$100”'],
  ['٠٠٠ ETH', '“٠٠٠ ETH”'],
  ['888', '“888”'],
  ['\u200b000 USDC', '“000 USDC”'],
])('symbol %j reads as a continued amount › quoted, also when sanitized again', (symbol, displayed) => {
  expect(sanitizeSymbol(symbol, 16)).toBe(displayed)
  expect(sanitizeSymbol(displayed, 16)).toBe(displayed)
})

it.each(['USDC', '1INCH', '3CRV', '0x0', '$WIF', 'USD₮0', 'USDC.e', '#1984', '…', '?'])(
  'symbol %j that reads as a name › unchanged',
  (symbol) => {
    expect(sanitizeSymbol(symbol, 16)).toBe(symbol)
  },
)

it('truncated symbol › no longer than allowed, except for the quotes', () => {
  expect(sanitizeSymbol(`000 ${'A'.repeat(40)}`, 16)).toBe(`“000 ${'A'.repeat(11)}…”`)
})
