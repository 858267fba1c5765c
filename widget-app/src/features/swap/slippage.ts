import { parseAmount } from '#shared/amount/parse-amount.ts'

const wholeBasisPoints = 10_000n

/** Accepted range, in basis points: 1/100 of a percent. */
export const slippageLimits = { min: 1n, max: 5_000n } as const
/** Below this a small price change makes the swap fail. */
const lowBasisPoints = 10n
/** Above this others can profit by trading before and after it (sandwich attack). */
const highBasisPoints = 500n

/** The parsed slippage field: basis points with advice, or the problem. */
export type Slippage =
  | { readonly is: 'fine'; readonly basisPoints: bigint; readonly advice: 'low' | 'high' | undefined }
  | { readonly is: 'wrong'; readonly why: 'empty' | 'invalid' | 'too-low' | 'too-high' }

/** Parses percent as typed, with at most two decimals: from 0.01 to 50. */
export function parseSlippage(text: string, locale: string): Slippage {
  const parsed = parseAmount(text, { decimals: 2, locale, units: ['%', '٪'] })
  if (parsed.is === 'problem') return { is: 'wrong', why: parsed.problem === 'empty' ? 'empty' : 'invalid' }
  const basisPoints = parsed.value
  if (basisPoints < slippageLimits.min) return { is: 'wrong', why: 'too-low' }
  if (basisPoints > slippageLimits.max) return { is: 'wrong', why: 'too-high' }
  const advice = basisPoints < lowBasisPoints ? 'low' : basisPoints > highBasisPoints ? 'high' : undefined
  return { is: 'fine', basisPoints, advice }
}

/** The minimum received for a quoted amount, in base units, floored as the service does. */
export const minimumReceived = (quoted: bigint, slippageBasisPoints: bigint): bigint =>
  (quoted * (wholeBasisPoints - slippageBasisPoints)) / wholeBasisPoints
