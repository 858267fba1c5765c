import type { DecodedAmount, Fact } from '../../../request-facts.ts'
import { isSameHex } from '../../hex.ts'

export type Swap = Extract<Fact, { is: 'swap' }>

/** The end of a swap whose output was in a router until then. */
export type SwapEnd = {
  /** Minimum amount, which the router itself enforces. */
  readonly gets: DecodedAmount
  readonly to: string
}

const isSameAsset = (one: DecodedAmount, other: DecodedAmount): boolean =>
  one.contract === undefined ? other.contract === undefined : isSameHex(one.contract, other.contract)

/** The sum that several swaps pay; undefined if it is not one asset of one payer. */
function sumOfInputs([first, ...rest]: readonly Swap[]): DecodedAmount | undefined {
  if (first?.pays === undefined) return undefined
  let { value } = first.pays
  for (const { pays, payer } of rest) {
    if (pays === undefined || payer !== first.payer || !isSameAsset(first.pays, pays)) return undefined
    value += pays.value
  }
  return { ...first.pays, value }
}

/**
 * Replaces the swaps whose output is in the router (`isHeld`) by one swap that ends with this step. Its input is the sum of
 * theirs, its output what the step requires, because a command that may fail can drop their own minimums. Undefined if there
 * is none, or they are not one swap: then the review lists each of them, and the step.
 */
export function mergeSwaps(
  facts: readonly Fact[],
  isHeld: (swap: Swap) => boolean,
  { gets, to }: SwapEnd,
): readonly Fact[] | undefined {
  const pending = facts.filter((fact): fact is Swap => fact.is === 'swap' && isHeld(fact))
  const pays = sumOfInputs(pending)
  const last = pending.at(-1)
  if (pays === undefined || last === undefined) return undefined
  const swap: Swap = { ...last, pays, gets, to }
  return facts.flatMap((fact): readonly Fact[] =>
    fact === last ? [swap] : pending.some((one) => one === fact) ? [] : [fact],
  )
}
