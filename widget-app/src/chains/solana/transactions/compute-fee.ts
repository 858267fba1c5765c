import { feeMultiplierPercent } from '#shared/config/limits.ts'
import type { ComputeFee } from '../../chain-adapter.ts'
import { transferError } from './transfer-failure.ts'
import type { TransferPlan } from './transfer-plan.ts'

/** The chain's fee per signature, in lamports; a transfer has one signature. */
export const lamportsPerSignature = 5_000n

const microLamports = 1_000_000n

/** Maximum compute units of a transaction. */
export const computeUnitMax = 1_400_000

/** Limit in percent of what the simulation used: deriving an address may take more attempts at execution. */
const headroomPercent = 110

/** Which of the recent prices is offered: the 75th percentile. */
const percentile = 0.75

/** Caps the price in spikes: at most about 0.0001 SOL for a transfer. */
const priceMax = 2_000_000n

/** The compute-unit limit, from what a simulation used. */
export const limitOf = (unitsConsumed: number): number =>
  Math.min(Math.ceil((unitsConsumed * headroomPercent) / 100), computeUnitMax)

/** The price per unit, in millionths of a lamport: the recently sufficient price, times 1.2 (SPEC §9). */
export function priceOf(recent: readonly bigint[]): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const sufficient = sorted[Math.ceil(sorted.length * percentile) - 1] ?? 0n
  const price = (sufficient * feeMultiplierPercent + 99n) / 100n
  return price > priceMax ? priceMax : price
}

/** The priority fee of a limit at a price, without the signature fee, in lamports. */
export const priorityFee = (limit: number, price: bigint): bigint =>
  (BigInt(limit) * price + microLamports - 1n) / microLamports

export type FeeInput = {
  readonly plan: Pick<TransferPlan, 'balance' | 'moved' | 'walletMinimum'>
  readonly limit: number
  readonly price: bigint
  /** The chain's fee for a transfer with this limit and price, in lamports. */
  readonly fee: bigint
  /** Cost of creating the recipient's token account, in lamports. */
  readonly deposit: bigint | undefined
}

/**
 * The exact fee of a transfer. The chain charges what limit and price state, so the margin is part of the price, and maximum
 * and expected fee are equal. The chain lets no wallet retain less than its minimum, except nothing; a remainder of up to
 * one signature's fee is therefore added to the price, so that sending everything works although the price has changed.
 * @throws WidgetError `send/failed`, `data.reason` `insufficient-funds` or `rent`.
 */
export function composeFee({ plan, limit, price, fee, deposit }: FeeInput): ComputeFee {
  const { balance, moved, walletMinimum } = plan
  const remainder = balance - moved - (deposit ?? 0n) - fee
  if (remainder < 0n) throw transferError('insufficient-funds')
  const isDust = remainder > 0n && remainder < walletMinimum
  if (isDust && (moved === 0n || remainder > lamportsPerSignature))
    throw transferError('rent', { account: 'sender', minimum: walletMinimum.toString() })
  const total = fee + (isDust ? remainder : 0n) + (deposit ?? 0n)
  const wholePrice = ((priorityFee(limit, price) + remainder) * microLamports) / BigInt(limit)
  return {
    computeUnitLimit: limit,
    microLamportsPerUnit: isDust ? wholePrice : price,
    expectedFee: total,
    maxFee: total,
    ...(deposit === undefined ? {} : { accountDeposit: deposit }),
  }
}
