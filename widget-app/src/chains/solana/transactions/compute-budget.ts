import type { DecodedInstruction } from '../decode/decode-transaction.ts'
import { byteReader } from '../decode/programs/program-call.ts'
import { computeBudgetProgram } from '../programs.ts'
import { computeUnitMax, priorityFee } from './compute-fee.ts'

/**
 * The maximum priority fee that a site, or a wallet in addition to the requested one, may set without a warning: 0.01 SOL.
 */
export const priorityFeeBound = 10_000_000n

/** Users raise fees in their wallet: up to this multiple of the requested fee counts as the user's choice. */
const feeFactor = 4n

/** No user sets a priority fee above this: 1 SOL, in lamports. */
const maxPlausibleFee = 1_000_000_000n

/**
 * Verdict on a signed priority fee, compared with the requested one; both in lamports. `dear` raises no error, but is shown.
 */
export type FeeVerdict = 'usual' | 'dear' | 'absurd'

/** Verifies the priority fee that a wallet signed: up to 0.01 SOL, or four times the requested fee, is always usual. */
export function verifyPriorityFee(requested: bigint, signed: bigint): FeeVerdict {
  if (signed <= priorityFeeBound || signed <= requested * feeFactor) return 'usual'
  return signed <= maxPlausibleFee ? 'dear' : 'absurd'
}

/** Units per instruction if the transaction sets no limit. */
const defaultUnits = 200_000

/** One setting of the Compute Budget program. */
type BudgetSetting =
  | { readonly is: 'limit'; readonly units: number }
  /** In millionths of a lamport. */
  | { readonly is: 'price'; readonly perUnit: bigint }
  /** Sizes of heap and accounts: they do not change the fee beyond what the limit bounds. */
  | { readonly is: 'size' }

/** Decodes a setting; `undefined` if the program does not have this instruction, or not in this form. */
export function decodeBudgetSetting({ data }: Pick<DecodedInstruction, 'data'>): BudgetSetting | undefined {
  const [tag, length] = [data[0], data.length]
  const input = byteReader(data.slice(1))
  if (tag === 2 && length === 5) return { is: 'limit', units: input.u32() }
  if (tag === 3 && length === 9) return { is: 'price', perUnit: input.u64() }
  return (tag === 1 || tag === 4) && length === 5 ? { is: 'size' } : undefined
}

export const isBudget = ({ program }: DecodedInstruction): boolean => program === computeBudgetProgram

/**
 * The maximum priority fee that instructions set, in lamports; `undefined` if they set no price. Without a limit, each
 * instruction counts with the chain's default.
 */
export function priorityFeeOf(instructions: readonly DecodedInstruction[]): bigint | undefined {
  const settings = instructions.filter(isBudget).flatMap((one) => decodeBudgetSetting(one) ?? [])
  const prices = settings.flatMap((one) => (one.is === 'price' ? [one.perUnit] : []))
  const limits = settings.flatMap((one) => (one.is === 'limit' ? [one.units] : []))
  const [price] = prices.sort((a, b) => (a > b ? -1 : 1))
  if (price === undefined) return undefined
  const others = instructions.filter((one) => !isBudget(one)).length
  const units = limits.length > 0 ? Math.max(...limits) : others * defaultUnits
  return priorityFee(Math.min(units, computeUnitMax), price)
}
