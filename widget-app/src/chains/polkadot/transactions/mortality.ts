import * as z from '#shared/zod.ts'
import type { ChainNode } from '../nodes.ts'
import { amountSchema } from '../scale-json.ts'

/** Time for the user to sign and for the network to include the extrinsic. */
const lifetimeMs = 300_000n
/** Eras start at a finalized block, which is some blocks back. */
const finalityBlocks = 5n
const fallbackBlockMs = 6_000n
const fallbackHashCount = 250n
const minEra = 4n
/** Longer eras start only at every n-th block. */
const maxEra = 4_096n

/**
 * Length of an era in blocks: five minutes plus the distance to finality, as a power of two (as eras are), and at most the
 * number of block hashes that the chain stores.
 */
export function eraPeriod(blockMs: bigint, hashCount: bigint): number {
  const minPeriod = lifetimeMs / (blockMs > 0n ? blockMs : fallbackBlockMs) + finalityBlocks
  let period = minEra
  while (period < minPeriod && period < maxEra && period * 2n <= hashCount) period *= 2n
  return Number(period)
}

const readAmount = (codec: { toJSON(): unknown } | undefined): bigint | undefined =>
  z.safeParse(z.optional(amountSchema()), codec?.toJSON()).data

/** The era's length on this chain. */
export function chainEraPeriod({ api }: Pick<ChainNode, 'api'>): number {
  const { babe, aura, timestamp, system } = api.consts
  const halfBlock = readAmount(timestamp?.minimumPeriod)
  const blockMs =
    readAmount(babe?.expectedBlockTime) ??
    readAmount(aura?.slotDuration) ??
    (halfBlock && halfBlock * 2n) ??
    fallbackBlockMs
  return eraPeriod(blockMs, readAmount(system?.blockHashCount) ?? fallbackHashCount)
}

/** Last block that can include an extrinsic whose era starts at block `birth`. */
export const lastBlockOf = (birth: number, period: number): number => birth + period - 1

/** First block that can include an extrinsic that is valid until block `last`. */
export const birthOf = (last: number, period: number): number => last - period + 1
