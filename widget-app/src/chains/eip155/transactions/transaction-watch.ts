import type { TransactionStatus } from '../../chain-adapter.ts'
import type { Receipt } from '../chain-records.ts'
import { operationCost, operationOutcome } from './user-operation-result.ts'

/** One poll of the chain, with every part read without an error. */
export type PollResult = {
  readonly receipt: Receipt | undefined
  /** The transaction as the node knows it, mined or pending. */
  readonly known: { readonly from: string; readonly nonce: number } | undefined
  /** The latest block. */
  readonly head: bigint
  /** Nonces used in blocks, and those including the pending ones; `undefined` while the transaction's nonce is unknown. */
  readonly counts: { readonly mined: number; readonly waiting: number } | undefined
  /** Hash of a mined transaction with the same sender and nonce, looked up once the nonce is used. */
  readonly usedBy: string | undefined
}

/** State between polls. */
export type TransactionWatch = {
  readonly hash: string
  /** The account that requested it. */
  readonly account: string
  /** The account that sent it; another one if the account is a contract. */
  readonly sender: string
  readonly nonce: number | undefined
  /** Consecutive polls in which the nonce was used by an unknown transaction. */
  readonly unexplainedPolls: number
  /** Consecutive polls in which the node did not know the transaction, and the block at the first of them. */
  readonly missing: { readonly polls: number; readonly since: bigint } | undefined
}

/** Nodes behind one gateway lag each other; this many polls must agree before "replaced" without a hash. */
const unexplainedPollLimit = 3

/**
 * "Dropped" requires all of: this many consecutive polls without the transaction (2 min at 4 s), this many blocks mined
 * meanwhile (so the node is not merely stuck), and an unused nonce in blocks and in the pool. The nonce itself is known only
 * for a transaction that was found once, so one in a private mempool is never reported as dropped. Otherwise it stays
 * "submitted".
 */
const missingPollLimit = 30
const missingBlockLimit = 3n

const feeOf = ({ gasUsed, effectiveGasPrice, l1Fee }: Receipt): bigint =>
  gasUsed * (effectiveGasPrice ?? 0n) + (l1Fee ?? 0n)

function toStatus(watch: TransactionWatch, { receipt, usedBy, head }: PollResult): TransactionStatus {
  if (receipt !== undefined) {
    const { logs = [] } = receipt
    const isReverted = receipt.status === 0n || operationOutcome(logs, watch.account) === 'reverted'
    const is = isReverted ? 'failed' : 'confirmed'
    const fee = operationCost(logs, watch.account) ?? feeOf(receipt)
    return { is, block: receipt.blockNumber, fee }
  }
  if (usedBy !== undefined && usedBy !== watch.hash) return { is: 'replaced', by: usedBy }
  if (watch.unexplainedPolls >= unexplainedPollLimit) return { is: 'replaced', by: undefined }
  const { missing } = watch
  if (missing && missing.polls >= missingPollLimit && head - missing.since >= missingBlockLimit)
    return { is: 'dropped' }
  return watch.nonce === undefined ? { is: 'submitted' } : { is: 'submitted', nonce: watch.nonce }
}

function nextWatch(watch: TransactionWatch, result: PollResult): TransactionWatch {
  const { known, counts, head } = result
  const sender = known?.from ?? watch.sender
  const nonce = known?.nonce ?? watch.nonce
  const isUsedUp = counts !== undefined && nonce !== undefined && counts.mined > nonce
  const isFree = counts !== undefined && nonce !== undefined && counts.waiting <= nonce
  const { missing } = watch
  return {
    ...watch,
    sender,
    nonce,
    unexplainedPolls: isUsedUp ? watch.unexplainedPolls + 1 : 0,
    missing:
      known === undefined && isFree
        ? { polls: (missing?.polls ?? 0) + 1, since: missing?.since ?? head }
        : undefined,
  }
}

/** Evaluates one poll of a transaction: its status, and the state for the next poll. */
export function evaluatePoll(
  watch: TransactionWatch,
  result: PollResult,
): { readonly watch: TransactionWatch; readonly status: TransactionStatus } {
  const next = nextWatch(watch, result)
  return { watch: next, status: toStatus(next, result) }
}
