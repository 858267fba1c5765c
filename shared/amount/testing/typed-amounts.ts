import type { AmountProblem } from '../parse-amount.ts'

/** The expected result of parsing a text: base units, the name of a problem, or the unit that is not the field's. */
export type TypedCase = {
  readonly text: string
  readonly reads: bigint | Exclude<AmountProblem, 'other-unit'> | { readonly unit: string }
  /** Default: `en`. */
  readonly locale?: string
  /** Default: 6. */
  readonly decimals?: number
  /** Default: `ETH`. */
  readonly units?: readonly string[]
}

const usd = ['USD', '$', 'US$']

/** Typed inputs of each kind that a field parses or rejects. Each row is a test of the grammar. */
export const typedCases: readonly TypedCase[] = [
  // Digits of every script
  { text: '１２．５', reads: 12_500_000n },
  { text: '１２,5', reads: 12_500_000n },
  { text: '1。5', reads: 1_500_000n },
  { text: '١٢٫٥', reads: 12_500_000n },
  { text: '۱۲٫۵', reads: 12_500_000n },
  { text: '۱۲۳٬۴۵۶٫۷', reads: 123_456_700_000n, locale: 'fa' },
  { text: '٣۴', reads: 34_000_000n },
  { text: '१२.५', reads: 12_500_000n },
  { text: '১২.৫', reads: 12_500_000n },
  { text: '๑๒.๕', reads: 12_500_000n },
  { text: '𝟏𝟐.𝟓', reads: 12_500_000n },
  { text: '𝟷𝟸', reads: 12_000_000n },
  { text: '1৪', reads: 'not-a-number' },
  { text: '1²', reads: 'not-a-number' },
  { text: '½', reads: 'not-a-number' },
  { text: '一二', reads: 'not-a-number' },
  { text: '1️⃣', reads: 'not-a-number' },
  // Grouping
  { text: '12,34,567.8', reads: 1_234_567_800_000n },
  { text: '१२,३४,५६७', reads: 1_234_567_000_000n, locale: 'hi' },
  { text: '1,23,45,678', reads: 12_345_678_000_000n },
  { text: '1,234,56,789', reads: 'ambiguous' },
  { text: '12,34', reads: 12_340_000n },
  { text: '1\u00a0234,5', reads: 1_234_500_000n },
  { text: '1\u2009234.5', reads: 1_234_500_000n },
  { text: '1\u3000234.5', reads: 1_234_500_000n },
  { text: '1_234.5', reads: 1_234_500_000n },
  { text: '1’234.5', reads: 1_234_500_000n },
  { text: "1 234'567", reads: 'not-a-number' },
  { text: '1\t234', reads: 'not-a-number' },
  { text: '1\n234', reads: 'not-a-number' },
  { text: '100 ↵ 200', reads: 'not-a-number' },
  { text: '1 23', reads: 'not-a-number' },
  { text: '1,234', reads: 'ambiguous' },
  { text: '1,234 ETH', reads: 'ambiguous' },
  { text: '1,234', reads: 1_234_000n, locale: 'de' },
  { text: '1٬234٫5', reads: 1_234_500_000n },
  { text: '1.234٫5', reads: 1_234_500_000n, locale: 'de' },
  { text: '1٫234', reads: 1_234_000n, locale: 'de' },
  { text: '1٫2٫3', reads: 'ambiguous' },
  // Around the number
  { text: ' \u200e1.5\u200f ', reads: 1_500_000n },
  { text: '1\u200b5', reads: 15_000_000n },
  { text: '\u202e51', reads: 'not-a-number' },
  { text: '\n1.5\n', reads: 1_500_000n },
  { text: ' '.repeat(130), reads: 'too-large' },
  // The field's unit
  { text: '1.5 ETH', reads: 1_500_000n },
  { text: '1.5ETH', reads: 1_500_000n },
  { text: '1.5\u00a0eth', reads: 1_500_000n },
  { text: 'ETH 1.5', reads: 1_500_000n },
  { text: 'Eth1.5', reads: 1_500_000n },
  { text: '１．５　ＥＴＨ', reads: 1_500_000n },
  { text: '1e-1 ETH', reads: 100_000n },
  { text: 'ETH', reads: 'not-a-number' },
  { text: '-1 ETH', reads: 'sign' },
  { text: 'ETH -1', reads: 'sign' },
  { text: '$1.5', reads: 1_500_000n, units: usd },
  { text: '1.5 usd', reads: 1_500_000n, units: usd },
  { text: '$1.5 USD', reads: 1_500_000n, units: usd },
  { text: 'US$1,234.50', reads: 1_234_500_000n, units: usd },
  { text: '1.5 €', reads: 1_500_000n, units: ['EUR', '€'] },
  { text: '1.5 USDC.e', reads: 1_500_000n, units: ['USDC.e'] },
  { text: '5 %', reads: 500n, units: ['%'], decimals: 2 },
  { text: '100 1INCH', reads: 100n, units: ['1INCH'], decimals: 0 },
  { text: '1INCH 100', reads: 100n, units: ['1INCH'], decimals: 0 },
  { text: '1001INCH', reads: { unit: 'INCH' }, units: ['1INCH'], decimals: 0 },
  { text: '100 USD₮0', reads: 100n, units: ['USD₮0'], decimals: 0 },
  { text: 'USD1 100', reads: 'ambiguous', units: ['USD1'] },
  { text: '1 000K', reads: 'ambiguous', units: ['000K'] },
  // Unit names that would remove digits from the number
  { text: '100', reads: 100n, units: ['0'], decimals: 0 },
  { text: '100', reads: 100n, units: ['00', '.', ''], decimals: 0 },
  { text: '5 0', reads: 'not-a-number', units: ['0'] },
  { text: '1 000', reads: 1_000n, units: ['000'], decimals: 0 },
  { text: '1.5', reads: 1_500_000n, units: ['.5'] },
  { text: '1e5', reads: 100_000n, units: ['E5', '1E'], decimals: 0 },
  // Another unit
  { text: '1.5 USDC', reads: { unit: 'USDC' } },
  { text: '1.5 WETH', reads: { unit: 'WETH' } },
  { text: '1.5 ETH2', reads: { unit: 'ETH2' } },
  { text: 'USDC 1.5', reads: { unit: 'USDC' } },
  { text: '$1.5', reads: { unit: '$' } },
  { text: '1.5 €', reads: { unit: '€' } },
  { text: '1.5 USDC.e', reads: { unit: 'USDC.e' } },
  { text: '100 1INCH', reads: { unit: '1INCH' } },
  { text: '21 gwei', reads: { unit: 'gwei' } },
  { text: '5%', reads: { unit: '%' } },
  { text: '$1.5 ETH', reads: { unit: '$' } },
  { text: '1.5 $', reads: { unit: '$' }, units: ['CAD', 'CA$'] },
  // Exponents
  { text: '1e-1', reads: 100_000n },
  { text: '1E3', reads: 1_000_000_000n },
  { text: '1.5e+2', reads: 150_000_000n },
  { text: '1,5e2', reads: 150_000_000n },
  { text: '150e-2', reads: 1n * 1_500_000n },
  { text: '1000e-3', reads: 1n, decimals: 0 },
  { text: '1.50e1', reads: 15n, decimals: 0 },
  { text: '0e-99', reads: 0n },
  { text: '1,234e3', reads: 'ambiguous' },
  { text: '1e-7', reads: 'too-many-decimals' },
  { text: '1e-999999999', reads: 'too-many-decimals' },
  { text: '1e78', reads: 'too-large', decimals: 0 },
  { text: '1e999999999', reads: 'too-large' },
  { text: '1e', reads: 'not-a-number' },
  { text: '1e-', reads: 'sign' },
  { text: 'e5', reads: 'not-a-number' },
  { text: '1e1.5', reads: 'not-a-number' },
  // Not amounts
  { text: '0x10', reads: 'not-a-number' },
  { text: '1.5 ETH (≈ $3)', reads: 'not-a-number' },
  { text: '1/2', reads: 'not-a-number' },
  { text: '=1+1', reads: 'not-a-number' },
  { text: '−1', reads: 'sign' },
  { text: '－１', reads: 'sign' },
  { text: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', reads: 'not-a-number' },
]
