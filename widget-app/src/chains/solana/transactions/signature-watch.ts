/** What a node says of a signature. */
export type SignatureStatus = {
  readonly slot: number
  readonly err: unknown
  readonly confirmationStatus: 'processed' | 'confirmed' | 'finalized' | null
}

/** One look at the chain, every part of it read without an error. */
export type Sighting = {
  readonly status: SignatureStatus | null
  /** The slot the node was at when it gave the status. */
  readonly statusSlot: number
  /** Height and slot that a supermajority has voted for; not looked at while the signature is known. */
  readonly head: { readonly blockHeight: number; readonly absoluteSlot: number } | undefined
}

/** What is remembered between looks. */
export type SignatureWatch = {
  /** Last block height in which the transaction can be taken, as far as it is known. */
  readonly expiresAfter: number | undefined
  /** The slot in which that height had been passed. */
  readonly passedAt: number | undefined
}

export type Standing = 'submitted' | 'landed' | 'expired'

/** A blockhash can be used in this many blocks after its own. */
const blockhashLifetime = 150

/**
 * Judges one look at a followed transaction. Expired needs two: one in which its last block has passed, and a later one
 * at which a node that had got at least as far still does not know it. Where the last block is not known, it is at most
 * a blockhash's life away from the first look, because the transaction existed by then.
 */
export function judge(
  watch: SignatureWatch,
  { status, statusSlot, head }: Sighting,
): { readonly watch: SignatureWatch; readonly standing: Standing } {
  if (status !== null) {
    // A transaction seen on a fork may be lost with it, so passing the last block counts anew.
    const isVoted = status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized'
    return { watch: { ...watch, passedAt: undefined }, standing: isVoted ? 'landed' : 'submitted' }
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
