import type { DecodedAmount, Fact } from '../../../request-facts.ts'
import { type Hex, isSameHex } from '../../hex.ts'
import { nativeAmount, nativeTransfer, tokenAmount } from '../call-facts.ts'

/** As a token: the native currency. */
export const noToken: Hex = `0x${'0'.repeat(40)}`

/** As an amount: the router's whole balance. */
export const wholeBalance = 2n ** 255n

/** An amount of a token, or of the native currency. */
export const amountOf = (contract: Hex, value: bigint): DecodedAmount =>
  isSameHex(contract, noToken) ? nativeAmount(value) : tokenAmount(contract, value)

/** Shares of a plan that add up to this many basis points are not a frontend's fee. */
export const largeBps = 1_000n

/** Native value that a fact spends. */
function nativeValueOf(fact: Fact): bigint {
  const spent = fact.is === 'swap' ? fact.pays : fact.is === 'transfer' ? fact.figure : undefined
  return spent && spent.contract === undefined ? spent.value : 0n
}

/** Whether a fact transfers native value of the call. */
export const isNative = (fact: Fact): boolean =>
  fact.is === 'transfer' && fact.from === undefined && fact.figure.contract === undefined

/** Adds the native value that no step spends: an unknown command may take it, otherwise it stays in the router. */
export function withUnspent(facts: readonly Fact[], router: Hex, value: bigint): readonly Fact[] {
  const paid = facts.reduce((sum, fact) => sum + nativeValueOf(fact), 0n)
  const left = value - paid
  if (left <= 0n) return facts
  const unknown = facts.find((fact) => fact.is === 'unknown-call')
  if (unknown === undefined) return [...facts, nativeTransfer(router, left)]
  return facts.map((fact) => (fact === unknown ? { ...unknown, figure: nativeAmount(left) } : fact))
}

/** The amount, limited to what is left. */
export const atMost = (amount: bigint, left: bigint): bigint => (amount < left ? amount : left)
