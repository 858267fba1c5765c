import { feeMultiplierPercent } from '#shared/config/limits.ts'
import type { ComputeFee } from '../../chain-adapter.ts'
import { refused } from './transfer-failure.ts'
import type { TransferPlan } from './transfer-plan.ts'

/** What the chain takes for a signature, in lamports; a transfer has one. */
export const lamportsPerSignature = 5_000n

const microLamports = 1_000_000n

/** Units a transaction may ask for at most. */
export const computeUnitMax = 1_400_000

/** Room above what a simulation took: between it and the transfer a byte of an address may be found later. */
const headroomPercent = 110

/** Which of the prices that were recently enough is offered: as high as three of four of them. */
const percentile = 0.75

/** No spike makes us offer more: at most 0.0001 SOL or so for a transfer. */
const priceMax = 2_000_000n

/** The limit to ask for, from what a simulation took. */
export const limitOf = (unitsConsumed: number): number =>
  Math.min(Math.ceil((unitsConsumed * headroomPercent) / 100), computeUnitMax)

/** The price to offer for a unit, in millionths of a lamport: what was recently enough, times 1.2 (SPEC §9). */
export function priceOf(recent: readonly bigint[]): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const enough = sorted[Math.ceil(sorted.length * percentile) - 1] ?? 0n
  const price = (enough * feeMultiplierPercent + 99n) / 100n
  return price > priceMax ? priceMax : price
}

/** What a limit at a price costs beside the signature, in lamports. */
export const priorityFee = (limit: number, price: bigint): bigint =>
  (BigInt(limit) * price + microLamports - 1n) / microLamports

export type FeeFacts = {
  readonly plan: Pick<TransferPlan, 'balance' | 'moved' | 'walletMinimum'>
  readonly limit: number
  readonly price: bigint
  /** What the chain takes for a transfer with this limit and price, in lamports. */
  readonly fee: bigint
  /** What opening the receiver's token account takes, in lamports. */
  readonly deposit: bigint | undefined
}

/**
 * The fee of a transfer, to the lamport: the chain takes what limit and price say, so the margin lies on the price and
 * most and expected are one. The chain lets no wallet keep less than its minimum, nothing at all excepted; a rest of up
 * to one signature's fee therefore goes into the price, so that sending everything works although the price has moved.
 * @throws WidgetError `send/failed`, `data.reason` `insufficient-funds` or `rent`.
 */
export function composeFee({ plan, limit, price, fee, deposit }: FeeFacts): ComputeFee {
  const { balance, moved, walletMinimum } = plan
  const rest = balance - moved - (deposit ?? 0n) - fee
  if (rest < 0n) throw refused('insufficient-funds')
  const isDust = rest > 0n && rest < walletMinimum
  if (isDust && (moved === 0n || rest > lamportsPerSignature))
    throw refused('rent', { account: 'sender', minimum: walletMinimum.toString() })
  const total = fee + (isDust ? rest : 0n) + (deposit ?? 0n)
  const wholePrice = ((priorityFee(limit, price) + rest) * microLamports) / BigInt(limit)
  return {
    computeUnitLimit: limit,
    microLamportsPerUnit: isDust ? wholePrice : price,
    expectedFee: total,
    maxFee: total,
    ...(deposit === undefined ? {} : { accountDeposit: deposit }),
  }
}
