import { toEventSelector } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { SubmittedTransaction, TransactionStatus } from '../../chain-adapter.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, network } from '../testing/unit-world.ts'
import { waitForTransaction } from './wait-for-transaction.ts'

const hash = `0x${'ab'.repeat(32)}`
const other = `0x${'cd'.repeat(32)}`
const sent: SubmittedTransaction = { chain: network.id, from: alice, hash, nonce: undefined }
const receipt = { status: '0x1', blockNumber: '0x9', gasUsed: '0x5208', effectiveGasPrice: '0x2' }
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const pending = { hash, from: alice, to: alice, nonce: '0x3', value: '0x0', input: '0x' }

type Moment = {
  receipt?: object
  transaction?: object
  count?: number
  usedInBlock?: number
  isDown?: boolean
}

/** A chain whose state changes with each poll; the last moment stays. */
function watchMoments(moments: readonly Moment[], transaction = sent, signal = new AbortController().signal) {
  const clock = virtualClock()
  const statuses: TransactionStatus[] = []
  let index = -1
  const current = (): Moment => moments[Math.min(Math.max(index, 0), moments.length - 1)] ?? {}
  let receiptReads = 0
  const openRpc = memoryNode({
    eth_getTransactionReceipt: () => {
      receiptReads += 1
      index += 1
      if (current().isDown) throw new Error('node is away')
      return current().receipt ?? null
    },
    eth_getTransactionByHash: () => current().transaction ?? null,
    eth_blockNumber: () => '0x64',
    eth_getTransactionCount: ([, block]) => {
      const used = current().usedInBlock
      const count = current().count ?? 3
      if (used === undefined || typeof block !== 'string' || !block.startsWith('0x'))
        return `0x${count.toString(16)}`
      return Number(block) >= used ? '0x4' : '0x3'
    },
    eth_getBlockByNumber: ([block]) => ({
      transactions:
        Number(block) === current().usedInBlock
          ? [{ odd: true }, { hash: other, from: alice, nonce: '0x3' }]
          : [],
    }),
  })
  const end = waitForTransaction(
    { openRpc, clock },
    transaction,
    network,
    (status) => statuses.push(status),
    signal,
  )
  return { end, statuses, clock, reads: () => receiptReads }
}

describe('waitForTransaction', () => {
  test('polls › at once, then every 4 s, each change reported once', async () => {
    const { end, statuses, clock } = watchMoments([
      { transaction: pending },
      { transaction: pending },
      { receipt },
    ])
    const confirmed = { is: 'confirmed', block: 9n, fee: 42_000n }
    expect(await end).toEqual(confirmed)
    expect(statuses).toEqual([{ is: 'submitted', nonce: 3 }, confirmed])
    expect(clock.waits).toEqual([4_000, 4_000])
  })

  test('receipt at the first poll › ends without a wait', async () => {
    const { end, clock } = watchMoments([{ receipt: { ...receipt, status: '0x0' } }])
    expect((await end).is).toBe('failed')
    expect(clock.waits).toEqual([])
  })

  test.each([
    ['reverted', entryPoint, alice, 0, 'failed'],
    ['done', entryPoint, alice, 1, 'confirmed'],
    ['reverted, of another account', entryPoint, `0x${'9'.repeat(40)}`, 0, 'confirmed'],
    ['reverted, by the word of any contract', `0x${'8'.repeat(40)}`, alice, 0, 'confirmed'],
  ])("bundler's operation (ERC-4337) that is %s › its status", async (_, address, of, success, is) => {
    const word = (value: number | string) => String(value).replace('0x', '').toLowerCase().padStart(64, '0')
    const topic = toEventSelector(
      'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
    )
    const topics = [topic, `0x${word(1)}`, `0x${word(of)}`, `0x${word(0)}`]
    const data = `0x${[1, success, 5, 5].map(word).join('')}`
    const { end } = watchMoments([{ receipt: { ...receipt, logs: [{ address, topics, data }] } }])
    expect((await end).is).toBe(is)
  })

  test('mined between two reads › confirmed in the same poll, not replaced', async () => {
    const { end, clock } = watchMoments([
      { transaction: pending },
      { transaction: pending, count: 4 },
      { receipt, count: 4 },
    ])
    expect((await end).is).toBe('confirmed')
    expect(clock.waits).toEqual([4_000])
  })

  test('replacing transaction › found in its block', async () => {
    const { end } = watchMoments([{ transaction: pending }, { count: 4, usedInBlock: 97 }])
    expect(await end).toEqual({ is: 'replaced', by: other })
  })

  test('later document with the nonce › still reports the replacement', async () => {
    const { end } = watchMoments([{ count: 4, usedInBlock: 90 }], { ...sent, nonce: 3 })
    expect(await end).toEqual({ is: 'replaced', by: other })
  })

  test('unreachable node › changes nothing', async () => {
    const { end, statuses } = watchMoments([
      { transaction: pending },
      { isDown: true },
      { isDown: true },
      { receipt },
    ])
    expect((await end).is).toBe('confirmed')
    expect(statuses.map((status) => status.is)).toEqual(['submitted', 'confirmed'])
  })

  test('abort › ends with the reason, no further poll', async () => {
    const aborter = new AbortController()
    const reason = new Error('closed')
    const { end, reads } = watchMoments([{ transaction: pending }], sent, aborter.signal)
    aborter.abort(reason)
    await expect(end).rejects.toBe(reason)
    expect(reads()).toBe(1)
  })
})
