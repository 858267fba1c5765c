import { describe, expect, test } from 'vitest'
import {
  evaluateRead,
  type SignatureRead,
  type SignatureStatus,
  type SignatureWatch,
} from './signature-watch.ts'

const known = (confirmationStatus: SignatureStatus['confirmationStatus']): SignatureRead => ({
  status: { slot: 90, err: null, confirmationStatus },
  statusSlot: 100,
  head: undefined,
})
/** Unknown to a node at `statusSlot`, while the cluster is at this height, 10 slots ahead. */
const unknown = (statusSlot: number, blockHeight: number): SignatureRead => ({
  status: null,
  statusSlot,
  head: { blockHeight, absoluteSlot: blockHeight + 10 },
})
const watch = (expiresAfter?: number, passedAt?: number): SignatureWatch => ({ expiresAfter, passedAt })

describe('evaluateRead', () => {
  test.each<[string, SignatureWatch, SignatureRead, string, SignatureWatch]>([
    ['voted for', watch(150), known('confirmed'), 'landed', watch(150)],
    ['final', watch(150), known('finalized'), 'landed', watch(150)],
    ['in a block without votes', watch(150), known('processed'), 'submitted', watch(150)],
    ['of no told commitment', watch(150), known(null), 'submitted', watch(150)],
    ['unknown in its last block', watch(150), unknown(160, 150), 'submitted', watch(150)],
    ['unknown after its last block, once', watch(150), unknown(161, 151), 'submitted', watch(150, 161)],
    ['unknown after that, later', watch(150, 161), unknown(161, 151), 'expired', watch(150, 161)],
    ['unknown to a node that lags', watch(150, 161), unknown(160, 155), 'submitted', watch(150, 161)],
    ['seen on a fork after its last block', watch(150, 161), known('processed'), 'submitted', watch(150)],
    ['unknown, its end unknown too', watch(), unknown(160, 150), 'submitted', watch(300)],
  ])('transaction %s', (_, before, read, standing, after) => {
    expect(evaluateRead(before, read)).toEqual({ watch: after, standing })
  })
})
