import type { ReadInstruction } from '../decode/decode-transaction.ts'
import { byteReader } from '../decode/programs/program-call.ts'
import { computeBudgetProgram } from '../programs.ts'
import { computeUnitMax, priorityFee } from './compute-fee.ts'

/** The most that a site, or a wallet on top of what was asked, may set as priority fee without a word: 0.01 SOL. */
export const priorityFeeBound = 10_000_000n

/** Users raise fees in their wallet: a fee up to this many times the asked one is theirs. */
const feeFactor = 4n

/** No user sets a priority fee above this, which is 1 SOL. */
const absurdFee = 1_000_000_000n

/** What a signed priority fee is, beside the asked one; both in lamports. A dear one is nobody's alarm, but shown. */
export type FeeVerdict = 'usual' | 'dear' | 'absurd'

/** Judges the priority fee that a wallet signed: 0.01 SOL, and four times what was asked for, are always usual. */
export function judgePriorityFee(asked: bigint, signed: bigint): FeeVerdict {
  if (signed <= priorityFeeBound || signed <= asked * feeFactor) return 'usual'
  return signed <= absurdFee ? 'dear' : 'absurd'
}

/** Units an instruction may take where the transaction sets no limit. */
const defaultUnits = 200_000

/** One setting of the Compute Budget program. */
type BudgetSetting =
  | { readonly is: 'limit'; readonly units: number }
  /** In millionths of a lamport. */
  | { readonly is: 'price'; readonly perUnit: bigint }
  /** Sizes of heap and accounts: they change no fee that is not bounded by the limit. */
  | { readonly is: 'size' }

/** Reads a setting; `undefined` for an instruction that the program does not have, or not in this form. */
export function readBudgetSetting({ data }: Pick<ReadInstruction, 'data'>): BudgetSetting | undefined {
  const [tag, length] = [data[0], data.length]
  const input = byteReader(data.slice(1))
  if (tag === 2 && length === 5) return { is: 'limit', units: input.u32() }
  if (tag === 3 && length === 9) return { is: 'price', perUnit: input.u64() }
  return (tag === 1 || tag === 4) && length === 5 ? { is: 'size' } : undefined
}

export const isBudget = ({ program }: ReadInstruction): boolean => program === computeBudgetProgram

/**
 * The priority fee that instructions set, at most, in lamports; `undefined` where they set no price. Without a limit of
 * its own each instruction counts with the most that the chain gives it.
 */
export function priorityFeeOf(instructions: readonly ReadInstruction[]): bigint | undefined {
  const settings = instructions.filter(isBudget).flatMap((one) => readBudgetSetting(one) ?? [])
  const prices = settings.flatMap((one) => (one.is === 'price' ? [one.perUnit] : []))
  const limits = settings.flatMap((one) => (one.is === 'limit' ? [one.units] : []))
  const [price] = prices.sort((a, b) => (a > b ? -1 : 1))
  if (price === undefined) return undefined
  const others = instructions.filter((one) => !isBudget(one)).length
  const units = limits.length > 0 ? Math.max(...limits) : others * defaultUnits
  return priorityFee(Math.min(units, computeUnitMax), price)
}
