import type { DecodedAmount, Fact } from '../../../request-facts.ts'
import { isSameHex } from '../../hex.ts'

export type Swap = Extract<Fact, { is: 'swap' }>

/** The end of a swap whose outcome a router has held until then. */
export type End = {
  /** At least this much, which the router itself requires. */
  readonly gets: DecodedAmount
  readonly to: string
}

const isSameAsset = (one: DecodedAmount, other: DecodedAmount): boolean =>
  one.contract === undefined ? other.contract === undefined : isSameHex(one.contract, other.contract)

/** What several swaps pay together; undefined where that is not one amount of one asset of one payer. */
function paidByAll([first, ...rest]: readonly Swap[]): DecodedAmount | undefined {
  if (first?.pays === undefined) return undefined
  let { value } = first.pays
  for (const { pays, payer } of rest) {
    if (pays === undefined || payer !== first.payer || !isSameAsset(first.pays, pays)) return undefined
    value += pays.value
  }
  return { ...first.pays, value }
}

/**
 * The facts with one swap in the place of those whose outcome `isHeld` says the router holds, as the step that ends them makes
 * it: they pay what they pay together, and bring what the step requires, since what they require themselves may be dropped by a
 * command that may fail. Undefined where there is none, or they are not one swap: then the review names each of them, and the step.
 */
export function withEnd(
  facts: readonly Fact[],
  isHeld: (swap: Swap) => boolean,
  { gets, to }: End,
): readonly Fact[] | undefined {
  const held = facts.filter((fact): fact is Swap => fact.is === 'swap' && isHeld(fact))
  const pays = paidByAll(held)
  const last = held.at(-1)
  if (pays === undefined || last === undefined) return undefined
  const swap: Swap = { ...last, pays, gets, to }
  return facts.flatMap((fact): readonly Fact[] =>
    fact === last ? [swap] : held.some((one) => one === fact) ? [] : [fact],
  )
}
