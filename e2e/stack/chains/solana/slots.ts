import { randomBytes } from 'node:crypto'
import { type Blockhash, blockhash, getBase58Decoder } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** Depth of a transaction: in the newest slot, one below it, or 32 below it. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Number of newer slots that a slot needs for each commitment. */
const depths = { processed: 0, confirmed: 1, finalized: 32 } as const

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
  readonly latest: () => { readonly blockhash: Blockhash; readonly lastValidBlockHeight: number }
  readonly isUsable: (hash: string) => boolean
  readonly unixTime: () => number
  /** Moves the clock forward, in seconds. */
  readonly passTime: (seconds: number) => void
  readonly advance: () => void
}

/** Creates slots for an SVM, which has one blockhash and no blocks. Its check of blockhashes must be off. */
export function createSlots(svm: LiteSVM): Slots {
  const recent: { readonly hash: Blockhash; readonly slot: number }[] = []
  let slot = 0
  let passed = 0
  let newest: Blockhash

  function advance(): void {
    slot += 1
    newest = blockhash(getBase58Decoder().decode(randomBytes(32)))
    recent.push({ hash: newest, slot })
    if (recent.length > blockhashLifetime + 1) recent.shift()
    svm.warpToSlot(BigInt(slot))
    // Address lookup tables are created against a recent slot.
    svm.setSlotHashes(
      recent
        .slice(-64)
        .map((block) => ({ slot: BigInt(block.slot), hash: block.hash }))
        .reverse(),
    )
    const clock = svm.getClock()
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1_000) + passed)
    svm.setClock(clock)
  }

  const slotAt = (commitment: Commitment) => Math.max(0, slot - depths[commitment])
  const hasReached = (at: number, commitment: Commitment) => at <= slot - depths[commitment]
  advance()
  return {
    slot: () => slot,
    slotAt,
    hasReached,
    commitmentOf: (at) =>
      hasReached(at, 'finalized') ? 'finalized' : hasReached(at, 'confirmed') ? 'confirmed' : 'processed',
    latest: () => ({ blockhash: newest, lastValidBlockHeight: slot + blockhashLifetime }),
    isUsable: (hash) => recent.some((block) => block.hash === hash),
    passTime: (seconds) => {
      passed += seconds
      advance()
    },
    unixTime: () => Number(svm.getClock().unixTimestamp),
    advance,
  }
}
