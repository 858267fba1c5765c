import type { TransactionStatus } from '../../chain-adapter.ts'
import type { Receipt } from '../chain-records.ts'
import { operationOutcome } from './user-operation-result.ts'

/** One look at the chain, every part of it read without an error. */
export type Sighting = {
  readonly receipt: Receipt | undefined
  /** What the node knows of the transaction itself, mined or waiting. */
  readonly known: { readonly from: string; readonly nonce: number } | undefined
  /** The newest block. */
  readonly head: bigint
  /** Nonces used up in blocks, and those with the waiting ones; `undefined` while our own nonce is unknown. */
  readonly counts: { readonly mined: number; readonly waiting: number } | undefined
  /** Hash of a mined transaction with our sender and nonce, looked for once our nonce is used up. */
  readonly usedBy: string | undefined
}

/** What is remembered between looks. */
export type TransactionWatch = {
  readonly hash: string
  /** Who asked for it. */
  readonly account: string
  /** Who sent it: somebody else, where the account is a contract. */
  readonly sender: string
  readonly nonce: number | undefined
  /** Looks in a row in which the nonce was used up, and nobody could say by whom. */
  readonly unexplainedLooks: number
  /** Looks in a row in which the node did not know the transaction, and the block at the first of them. */
  readonly missing: { readonly looks: number; readonly since: bigint } | undefined
}

/** Nodes behind one gateway lag each other; this many looks must agree before "replaced" without a hash. */
const unexplainedLookLimit = 3

/**
 * "Dropped" needs all of: this many looks in a row without a trace (2 min at 4 s), this many blocks mined meanwhile (so
 * the node is not merely stuck), and the nonce free in blocks and in the pool. The nonce itself is known only of a
 * transaction that was seen once, so one in a private mempool is never called dropped. Anything less stays "submitted".
 */
const missingLookLimit = 30
const missingBlockLimit = 3n

const feeOf = ({ gasUsed, effectiveGasPrice, l1Fee }: Receipt): bigint =>
  gasUsed * (effectiveGasPrice ?? 0n) + (l1Fee ?? 0n)

function standing(watch: TransactionWatch, { receipt, usedBy, head }: Sighting): TransactionStatus {
  if (receipt !== undefined) {
    const isReverted =
      receipt.status === 0n || operationOutcome(receipt.logs ?? [], watch.account) === 'reverted'
    const is = isReverted ? 'failed' : 'confirmed'
    return { is, block: receipt.blockNumber, fee: feeOf(receipt) }
  }
  if (usedBy !== undefined && usedBy !== watch.hash) return { is: 'replaced', by: usedBy }
  if (watch.unexplainedLooks >= unexplainedLookLimit) return { is: 'replaced', by: undefined }
  const { missing } = watch
  if (missing && missing.looks >= missingLookLimit && head - missing.since >= missingBlockLimit)
    return { is: 'dropped' }
  return watch.nonce === undefined ? { is: 'submitted' } : { is: 'submitted', nonce: watch.nonce }
}

function remember(watch: TransactionWatch, sighting: Sighting): TransactionWatch {
  const { known, counts, head } = sighting
  const sender = known?.from ?? watch.sender
  const nonce = known?.nonce ?? watch.nonce
  const isUsedUp = counts !== undefined && nonce !== undefined && counts.mined > nonce
  const isFree = counts !== undefined && nonce !== undefined && counts.waiting <= nonce
  const { missing } = watch
  return {
    ...watch,
    sender,
    nonce,
    unexplainedLooks: isUsedUp ? watch.unexplainedLooks + 1 : 0,
    missing:
      known === undefined && isFree
        ? { looks: (missing?.looks ?? 0) + 1, since: missing?.since ?? head }
        : undefined,
  }
}

/** Judges one look at a followed transaction: where it stands, and what to remember for the next look. */
export function judge(
  watch: TransactionWatch,
  sighting: Sighting,
): { readonly watch: TransactionWatch; readonly status: TransactionStatus } {
  const next = remember(watch, sighting)
  return { watch: next, status: standing(next, sighting) }
}
