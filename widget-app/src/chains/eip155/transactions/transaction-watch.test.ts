import { describe, expect, test } from 'vitest'
import type { TransactionStatus } from '../../chain-adapter.ts'
import { alice, bob } from '../testing/unit-world.ts'
import { evaluatePoll, type PollResult, type TransactionWatch } from './transaction-watch.ts'

const hash = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`
const initial: TransactionWatch = {
  hash,
  account: alice,
  sender: alice,
  nonce: undefined,
  unexplainedPolls: 0,
  missing: undefined,
}
const withNonce: TransactionWatch = { ...initial, nonce: 7 }

const pending: PollResult = {
  receipt: undefined,
  known: { from: alice, nonce: 7 },
  head: 100n,
  counts: { mined: 7, waiting: 8 },
  usedBy: undefined,
}
const missing: PollResult = { ...pending, known: undefined, counts: { mined: 7, waiting: 7 } }
const nonceUsed: PollResult = { ...missing, counts: { mined: 8, waiting: 8 } }
const receipt = { status: 1n, blockNumber: 9n, gasUsed: 21_000n, effectiveGasPrice: 3n }

/** Evaluates polls in order; returns the last status. */
function statusAfter(watch: TransactionWatch, results: readonly PollResult[]): TransactionStatus {
  let status: TransactionStatus = { is: 'submitted' }
  let state = watch
  for (const result of results) ({ watch: state, status } = evaluatePoll(state, result))
  return status
}

/** The same poll many times, with a new block at each. */
const repeat = (count: number, result: PollResult, blocks = true): PollResult[] =>
  Array.from({ length: count }, (_, index) => ({ ...result, head: 100n + (blocks ? BigInt(index) : 0n) }))

describe('evaluatePoll', () => {
  test.each<[string, PollResult['receipt'], TransactionStatus]>([
    ['status 1', receipt, { is: 'confirmed', block: 9n, fee: 63_000n }],
    ['status 0', { ...receipt, status: 0n }, { is: 'failed', block: 9n, fee: 63_000n }],
    [
      'no status (before Byzantium)',
      { ...receipt, status: undefined },
      { is: 'confirmed', block: 9n, fee: 63_000n },
    ],
    ['a rollup fee', { ...receipt, l1Fee: 5n }, { is: 'confirmed', block: 9n, fee: 63_005n }],
  ])('receipt with %s › its status', (_, receiptOverride, status) => {
    expect(statusAfter(initial, [{ ...missing, receipt: receiptOverride }])).toEqual(status)
  })

  test('nonce and actual sender › read from the chain', () => {
    const { watch, status } = evaluatePoll(initial, { ...pending, known: { from: bob, nonce: 2 } })
    expect(watch).toMatchObject({ sender: bob, nonce: 2 })
    expect(status).toEqual({ is: 'submitted', nonce: 2 })
  })

  test('another transaction with the same nonce › replaced', () => {
    expect(statusAfter(withNonce, [{ ...nonceUsed, usedBy: other }])).toEqual({ is: 'replaced', by: other })
  })

  test('the transaction itself found in the block › not replaced', () => {
    expect(statusAfter(withNonce, [{ ...nonceUsed, usedBy: hash }])).toEqual({ is: 'submitted', nonce: 7 })
  })

  test('used nonce without a known transaction › replaced after three polls', () => {
    expect(statusAfter(withNonce, [nonceUsed, nonceUsed]).is).toBe('submitted')
    expect(statusAfter(withNonce, [nonceUsed, nonceUsed, pending, nonceUsed]).is).toBe('submitted')
    expect(statusAfter(withNonce, [nonceUsed, nonceUsed, nonceUsed])).toEqual({
      is: 'replaced',
      by: undefined,
    })
  })

  test('thirty polls without the transaction, new blocks › dropped', () => {
    expect(statusAfter(withNonce, repeat(29, missing)).is).toBe('submitted')
    expect(statusAfter(withNonce, repeat(30, missing)).is).toBe('dropped')
  })

  test.each<[string, TransactionWatch, PollResult[]]>([
    ['the node is stuck', withNonce, repeat(100, missing, false)],
    ['it was never seen (private mempool)', initial, repeat(100, { ...missing, counts: undefined })],
    [
      'the pool holds something with our nonce',
      withNonce,
      repeat(100, { ...missing, counts: { mined: 7, waiting: 8 } }),
    ],
    ['it came back in between', withNonce, [...repeat(29, missing), pending, ...repeat(29, missing)]],
    ['it still waits', withNonce, repeat(100, pending)],
  ])('not dropped while %s', (_, watch, results) => {
    expect(statusAfter(watch, results).is).toBe('submitted')
  })
})
