import { describe, expect, test } from 'vitest'
import { judge, type Sighting, type SignatureStatus, type SignatureWatch } from './signature-watch.ts'

const seen = (confirmationStatus: SignatureStatus['confirmationStatus']): Sighting => ({
  status: { slot: 90, err: null, confirmationStatus },
  statusSlot: 100,
  head: undefined,
})
/** Unknown to a node at `statusSlot`, while the cluster is at this height, 10 slots ahead. */
const unknown = (statusSlot: number, blockHeight: number): Sighting => ({
  status: null,
  statusSlot,
  head: { blockHeight, absoluteSlot: blockHeight + 10 },
})
const watch = (expiresAfter?: number, passedAt?: number): SignatureWatch => ({ expiresAfter, passedAt })

describe('evaluateRead', () => {
  test.each<[string, SignatureWatch, Sighting, string, SignatureWatch]>([
    ['voted for', watch(150), seen('confirmed'), 'landed', watch(150)],
    ['final', watch(150), seen('finalized'), 'landed', watch(150)],
    ['in a block without votes', watch(150), seen('processed'), 'submitted', watch(150)],
    ['of no told commitment', watch(150), seen(null), 'submitted', watch(150)],
    ['unknown in its last block', watch(150), unknown(160, 150), 'submitted', watch(150)],
    ['unknown after its last block, once', watch(150), unknown(161, 151), 'submitted', watch(150, 161)],
    ['unknown after that, later', watch(150, 161), unknown(161, 151), 'expired', watch(150, 161)],
    ['unknown to a node that lags', watch(150, 161), unknown(160, 155), 'submitted', watch(150, 161)],
    ['seen on a fork after its last block', watch(150, 161), seen('processed'), 'submitted', watch(150)],
    ['unknown, its end unknown too', watch(), unknown(160, 150), 'submitted', watch(300)],
  ])('transaction %s', (_, before, sighting, standing, after) => {
    expect(judge(before, sighting)).toEqual({ watch: after, standing })
  })
})
