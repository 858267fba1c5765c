/** A node's status of a signature. */
export type SignatureStatus = {
  readonly slot: number
  readonly err: unknown
  readonly confirmationStatus: 'processed' | 'confirmed' | 'finalized' | null
}

/** One consistent read of the chain, without errors. */
export type SignatureRead = {
  readonly status: SignatureStatus | null
  /** The slot of the node when it returned the status. */
  readonly statusSlot: number
  /** Height and slot that a supermajority has voted for; not read while the node knows the signature. */
  readonly head: { readonly blockHeight: number; readonly absoluteSlot: number } | undefined
}

/** State between reads. */
export type SignatureWatch = {
  /** Last block height that can include the transaction, if known. */
  readonly expiresAfter: number | undefined
  /** The slot at which that height had been passed. */
  readonly passedAt: number | undefined
}

export type WatchOutcome = 'submitted' | 'landed' | 'expired'

/** Number of blocks for which a blockhash is valid. */
const blockhashLifetime = 150

/**
 * Evaluates one read of a watched transaction. Expiry takes two reads: one after its last valid block, and a later one from
 * a node at least as far that still does not know the signature. If the last valid block is unknown, it is at most one
 * blockhash lifetime after the first read, because the transaction existed by then.
 */
export function evaluateRead(
  watch: SignatureWatch,
  { status, statusSlot, head }: SignatureRead,
): { readonly watch: SignatureWatch; readonly standing: WatchOutcome } {
  if (status !== null) {
    // A transaction on a fork may be lost with it, so the last valid block must be passed again.
    const isConfirmed = status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized'
    return { watch: { ...watch, passedAt: undefined }, standing: isConfirmed ? 'landed' : 'submitted' }
  }
  if (watch.passedAt !== undefined && statusSlot >= watch.passedAt) return { watch, standing: 'expired' }
  if (head === undefined) return { watch, standing: 'submitted' }
  const expiresAfter = watch.expiresAfter ?? head.blockHeight + blockhashLifetime
  const isPassed = head.blockHeight > expiresAfter
  return {
    watch: { expiresAfter, passedAt: watch.passedAt ?? (isPassed ? head.absoluteSlot : undefined) },
    standing: 'submitted',
  }
}
