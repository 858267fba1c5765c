import { randomBytes } from 'node:crypto'
import { type Blockhash, blockhash, getBase58Decoder } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** Depth of a transaction: in the newest slot, one below it, or 32 below it. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Number of newer slots that a slot needs for each commitment. */
const minDepths = { processed: 0, confirmed: 1, finalized: 32 } as const

/** Number of blocks after its own in which a blockhash is valid. */
const blockhashLifetime = 150

/** Slots, each with a block, and the blockhashes that are still valid. */
export type Slots = {
  readonly slot: () => number
  /** The newest slot that has reached a commitment. */
  readonly slotAt: (commitment: Commitment) => number
  readonly commitmentOf: (slot: number) => Commitment
  readonly hasReached: (slot: number, commitment: Commitment) => boolean
  /** The newest blockhash, and the last block height in which it is valid. */
  readonly latestBlockhash: () => { readonly blockhash: Blockhash; readonly lastValidBlockHeight: number }
  readonly isValidBlockhash: (hash: string) => boolean
  readonly unixTime: () => number
  /** Moves the clock forward, in seconds. */
  readonly advanceClock: (seconds: number) => void
  readonly advance: () => void
}

/** Creates slots for an SVM, which has one blockhash and no blocks. Its check of blockhashes must be off. */
export function createSlots(svm: LiteSVM): Slots {
  const recentBlocks: { readonly hash: Blockhash; readonly slot: number }[] = []
  let slot = 0
  let clockOffsetSeconds = 0
  let latestHash: Blockhash

  function advance(): void {
    slot += 1
    latestHash = blockhash(getBase58Decoder().decode(randomBytes(32)))
    recentBlocks.push({ hash: latestHash, slot })
    if (recentBlocks.length > blockhashLifetime + 1) recentBlocks.shift()
    svm.warpToSlot(BigInt(slot))
    // Address lookup tables are created against a recent slot.
    svm.setSlotHashes(
      recentBlocks
        .slice(-64)
        .map((block) => ({ slot: BigInt(block.slot), hash: block.hash }))
        .reverse(),
    )
    const clock = svm.getClock()
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1_000) + clockOffsetSeconds)
    svm.setClock(clock)
  }

  const slotAt = (commitment: Commitment) => Math.max(0, slot - minDepths[commitment])
  const hasReached = (at: number, commitment: Commitment) => at <= slot - minDepths[commitment]
  advance()
  return {
    slot: () => slot,
    slotAt,
    hasReached,
    commitmentOf: (at) =>
      hasReached(at, 'finalized') ? 'finalized' : hasReached(at, 'confirmed') ? 'confirmed' : 'processed',
    latestBlockhash: () => ({ blockhash: latestHash, lastValidBlockHeight: slot + blockhashLifetime }),
    isValidBlockhash: (hash) => recentBlocks.some((block) => block.hash === hash),
    advanceClock: (seconds) => {
      clockOffsetSeconds += seconds
      advance()
    },
    unixTime: () => Number(svm.getClock().unixTimestamp),
    advance,
  }
}
