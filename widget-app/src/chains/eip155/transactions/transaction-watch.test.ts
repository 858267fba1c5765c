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

/** Judges looks in turn; gives the last status. */
function statusAfter(watch: TransactionWatch, sightings: readonly Sighting[]): TransactionStatus {
  let status: TransactionStatus = { is: 'submitted' }
  let memory = watch
  for (const sighting of sightings) ({ watch: memory, status } = judge(memory, sighting))
  return status
}

/** The same look many times, with a new block at each. */
const times = (count: number, sighting: Sighting, blocks = true): Sighting[] =>
  Array.from({ length: count }, (_, index) => ({ ...sighting, head: 100n + (blocks ? BigInt(index) : 0n) }))

describe('judge', () => {
  test.each<[string, Sighting['receipt'], TransactionStatus]>([
    ['status 1', receipt, { is: 'confirmed', block: 9n, fee: 63_000n }],
    ['status 0', { ...receipt, status: 0n }, { is: 'failed', block: 9n, fee: 63_000n }],
    [
      'no status (before Byzantium)',
      { ...receipt, status: undefined },
      { is: 'confirmed', block: 9n, fee: 63_000n },
    ],
    ['a rollup fee', { ...receipt, l1Fee: 5n }, { is: 'confirmed', block: 9n, fee: 63_005n }],
  ])('param: a receipt with %s', (_, given, status) => {
    expect(statusAfter(fresh, [{ ...gone, receipt: given }])).toEqual(status)
  })

  test('behavior: the nonce is learnt from the chain, and the sender who really sent', () => {
    const { watch, status } = judge(fresh, { ...waiting, known: { from: bob, nonce: 2 } })
    expect(watch).toMatchObject({ sender: bob, nonce: 2 })
    expect(status).toEqual({ is: 'submitted', nonce: 2 })
  })

  test('behavior: another transaction with our nonce replaced it', () => {
    expect(statusAfter(seen, [{ ...usedUp, usedBy: other }])).toEqual({ is: 'replaced', by: other })
  })

  test('behavior: finding our own transaction in the block is no replacement', () => {
    expect(statusAfter(seen, [{ ...usedUp, usedBy: hash }])).toEqual({ is: 'submitted', nonce: 7 })
  })

  test('behavior: a used nonce without a culprit is replaced only when three looks agree', () => {
    expect(statusAfter(seen, [usedUp, usedUp]).is).toBe('submitted')
    expect(statusAfter(seen, [usedUp, usedUp, waiting, usedUp]).is).toBe('submitted')
    expect(statusAfter(seen, [usedUp, usedUp, usedUp])).toEqual({ is: 'replaced', by: undefined })
  })

  test('behavior: dropped after thirty looks without a trace while blocks go on', () => {
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
  ])('behavior: not dropped while %s', (_, watch, sightings) => {
    expect(statusAfter(watch, sightings).is).toBe('submitted')
  })
})
