import { describe, expect, test } from 'vitest'
import type { TransactionStatus } from '../../chain-adapter.ts'
import { alice, bob } from '../testing/unit-world.ts'
import { judge, type Sighting, type TransactionWatch } from './transaction-watch.ts'

const hash = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`
const fresh: TransactionWatch = {
  hash,
  account: alice,
  sender: alice,
  nonce: undefined,
  unexplainedLooks: 0,
  missing: undefined,
}
const seen: TransactionWatch = { ...fresh, nonce: 7 }

const waiting: Sighting = {
  receipt: undefined,
  known: { from: alice, nonce: 7 },
  head: 100n,
  counts: { mined: 7, waiting: 8 },
  usedBy: undefined,
}
const gone: Sighting = { ...waiting, known: undefined, counts: { mined: 7, waiting: 7 } }
const usedUp: Sighting = { ...gone, counts: { mined: 8, waiting: 8 } }
const receipt = { status: 1n, blockNumber: 9n, gasUsed: 21_000n, effectiveGasPrice: 3n }

/** Evaluates polls in order; returns the last status. */
function statusAfter(watch: TransactionWatch, sightings: readonly Sighting[]): TransactionStatus {
  let status: TransactionStatus = { is: 'submitted' }
  let memory = watch
  for (const sighting of sightings) ({ watch: memory, status } = judge(memory, sighting))
  return status
}

/** The same poll many times, with a new block at each. */
const times = (count: number, sighting: Sighting, blocks = true): Sighting[] =>
  Array.from({ length: count }, (_, index) => ({ ...sighting, head: 100n + (blocks ? BigInt(index) : 0n) }))

describe('evaluatePoll', () => {
  test.each<[string, Sighting['receipt'], TransactionStatus]>([
    ['status 1', receipt, { is: 'confirmed', block: 9n, fee: 63_000n }],
    ['status 0', { ...receipt, status: 0n }, { is: 'failed', block: 9n, fee: 63_000n }],
    [
      'no status (before Byzantium)',
      { ...receipt, status: undefined },
      { is: 'confirmed', block: 9n, fee: 63_000n },
    ],
    ['a rollup fee', { ...receipt, l1Fee: 5n }, { is: 'confirmed', block: 9n, fee: 63_005n }],
  ])('receipt with %s › its status', (_, given, status) => {
    expect(statusAfter(fresh, [{ ...gone, receipt: given }])).toEqual(status)
  })

  test('nonce and actual sender › read from the chain', () => {
    const { watch, status } = judge(fresh, { ...waiting, known: { from: bob, nonce: 2 } })
    expect(watch).toMatchObject({ sender: bob, nonce: 2 })
    expect(status).toEqual({ is: 'submitted', nonce: 2 })
  })

  test('another transaction with the same nonce › replaced', () => {
    expect(statusAfter(seen, [{ ...usedUp, usedBy: other }])).toEqual({ is: 'replaced', by: other })
  })

  test('the transaction itself found in the block › not replaced', () => {
    expect(statusAfter(seen, [{ ...usedUp, usedBy: hash }])).toEqual({ is: 'submitted', nonce: 7 })
  })

  test('used nonce without a known transaction › replaced after three polls', () => {
    expect(statusAfter(seen, [usedUp, usedUp]).is).toBe('submitted')
    expect(statusAfter(seen, [usedUp, usedUp, waiting, usedUp]).is).toBe('submitted')
    expect(statusAfter(seen, [usedUp, usedUp, usedUp])).toEqual({ is: 'replaced', by: undefined })
  })

  test('thirty polls without the transaction, new blocks › dropped', () => {
    expect(statusAfter(seen, times(29, gone)).is).toBe('submitted')
    expect(statusAfter(seen, times(30, gone)).is).toBe('dropped')
  })

  test.each<[string, TransactionWatch, Sighting[]]>([
    ['the node is stuck', seen, times(100, gone, false)],
    ['it was never seen (private mempool)', fresh, times(100, { ...gone, counts: undefined })],
    [
      'the pool holds something with our nonce',
      seen,
      times(100, { ...gone, counts: { mined: 7, waiting: 8 } }),
    ],
    ['it came back in between', seen, [...times(29, gone), waiting, ...times(29, gone)]],
    ['it still waits', seen, times(100, waiting)],
  ])('not dropped while %s', (_, watch, sightings) => {
    expect(statusAfter(watch, sightings).is).toBe('submitted')
  })
})
