import { describe, expect, it } from 'vitest'
import { historyEntry } from '#shared/api/history.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { fromHistoryEntry, type HistoryRecord } from '#widget/domain/transactions/history-record.ts'
import type { TransactionEntry, TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import { pastEntry, pastTransfer } from '#widget/testing/history.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { type ActivityItem, mergeActivity } from './activity-items.ts'

const chain = parseChainId('eip155:1')
const newest = Date.UTC(2026, 4, 20, 12)
const hash = `0x${'a'.repeat(64)}`
const other = `0x${'b'.repeat(64)}`

const entry = (state: TransactionState, over: Partial<TransactionEntry> = {}): TransactionEntry => ({
  id: 'own',
  at: newest,
  updatedAt: newest,
  page: 'p',
  walletId: 'w',
  walletName: 'W',
  from: alice,
  to: bob,
  asset: { chain, address: undefined, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  value: 1_500_000n,
  state,
  check: 'not-compared',
  ...over,
})

const record = (n: number, over: Parameters<typeof pastEntry>[1] = {}): HistoryRecord => {
  const converted = fromHistoryEntry(z.parse(historyEntry(), pastEntry(n, over, newest)), chain, alice)
  if (!converted) throw new Error('This record is left out')
  return converted
}

const describeItem = (item: ActivityItem) =>
  item.is === 'own' ? `${item.key} ${item.status}` : `${item.key} ${item.record.action}`
const mergedLines = (
  entries: readonly TransactionEntry[],
  records: readonly HistoryRecord[],
  hasMore = false,
): readonly [readonly string[], readonly string[]] => {
  const { pending, settled } = mergeActivity(entries, records, hasMore)
  return [pending.map(describeItem), settled.map(describeItem)]
}

const submitted: TransactionState = { is: 'submitted', hash, nonce: 7 }

type InsteadCase = [string, Parameters<typeof pastEntry>[1]]

describe('mergeActivity', () => {
  it('order › pending items first, the others newest first', () => {
    const own = [
      entry({ is: 'signing' }, { id: 'asked', at: newest - 10 }),
      entry({ is: 'rejected' }, { id: 'cancelled', at: newest - 5_400_000 }),
    ]
    const records = [record(0, { id: 'waits', metadata: { status: 'pending' } }), record(1), record(2)]
    expect(mergedLines(own, records)).toEqual([
      ['waits sent', 'asked signing'],
      ['past-1 sent', 'cancelled rejected', 'past-2 sent'],
    ])
  })

  it.each<[string, TransactionState, HistoryRecord['status'], string]>([
    ['submitted, in a block', submitted, 'confirmed', 'own confirmed'],
    ['submitted, refused by the chain', submitted, 'failed', 'own failed'],
    ['dropped, and in a block after all', { is: 'dropped', hash }, 'confirmed', 'own confirmed'],
    ['unknown, with a hash', { is: 'unknown', hash }, 'confirmed', 'own confirmed'],
    ['failed by our own node', { is: 'failed', hash, block: 1n, fee: 1n }, 'confirmed', 'own failed'],
  ])('journal entry and history record with one hash › one line: %s', (_, state, status, line) => {
    const records = [record(1, { metadata: { hash: hash.toUpperCase().replace('X', 'x'), status } })]
    expect(mergedLines([entry(state)], records)).toEqual([[], [line]])
  })

  it('same transfer with another hash (sped up) › one line, as sent', () => {
    const resent = record(1, { metadata: { hash: other, nonce: 7 } })
    expect(mergedLines([entry(submitted)], [resent])).toEqual([[], ['own confirmed']])
    expect(mergedLines([entry({ is: 'replaced', hash, by: other })], [resent])).toEqual([
      [],
      ['own confirmed'],
    ])
  })

  it.each<InsteadCase>([
    ['a cancellation', { transfers: [], metadata: { sentTo: alice } }],
    ['another amount', { transfers: [pastTransfer('out', '1.500001')] }],
    ['another receiver', { metadata: { sentTo: alice } }],
    ['another token', { transfers: [pastTransfer('out', '1.5', 'DAI')] }],
  ])('replaced by something else › two lines: %s', (_, over) => {
    const replacement = record(1, { ...over, metadata: { ...over?.metadata, hash: other, nonce: 7 } })
    expect(mergedLines([entry(submitted)], [replacement])).toEqual([[], ['own replaced', 'past-1 sent']])
    expect(mergedLines([entry({ is: 'dropped', hash })], [])).toEqual([[], ['own dropped']])
  })

  it('same nonce of another sender or chain › replaces nothing', () => {
    const others = record(1, { transfers: [pastTransfer('in', '1')], metadata: { nonce: 7, sentFrom: bob } })
    expect(mergedLines([entry(submitted)], [others])[0]).toEqual(['own submitted'])
    const base = { ...entry(submitted).asset, chain: parseChainId('eip155:8453') }
    const same = record(1, { metadata: { nonce: 7 } })
    expect(mergedLines([entry(submitted, { asset: base })], [same])[0]).toEqual(['own submitted'])
  })

  it.each([
    ['a block tells whole seconds', 400],
    ['the clock of the device is an hour ahead', 3_600_000],
  ])('cancelled entry › listed below what was requested later: %s', (_, aheadMs) => {
    const own = [
      entry(submitted, { at: newest + aheadMs + 300 }),
      entry({ is: 'rejected' }, { id: 'cancelled', at: newest + aheadMs }),
      entry({ is: 'rejected' }, { id: 'older', at: newest - 5_400_000 }),
    ]
    const records = [record(0, { metadata: { hash } }), record(1), record(2)]
    const settled = ['own confirmed', 'cancelled rejected', 'past-1 sent', 'older rejected', 'past-2 sent']
    expect(mergedLines(own, records)).toEqual([[], settled])
  })

  it('record without a block › does not date earlier entries', () => {
    const own = [entry(submitted), entry({ is: 'rejected' }, { id: 'cancelled', at: newest - 1_000 })]
    const waiting = record(9, { metadata: { hash, status: 'pending' } })
    expect(mergedLines(own, [record(1), waiting])).toEqual([
      ['own submitted'],
      ['cancelled rejected', 'past-1 sent'],
    ])
  })

  it('older entries › listed once the history pages reach their time', () => {
    const old = entry({ is: 'rejected' }, { at: newest - 3 * 3_600_000 })
    expect(mergedLines([old], [record(1), record(2)], true)[1]).toEqual(['past-1 sent', 'past-2 sent'])
    expect(mergedLines([old], [record(1), record(2)], false)[1]).toEqual([
      'past-1 sent',
      'past-2 sent',
      'own rejected',
    ])
    expect(mergedLines([old], [], true)[1]).toEqual(['own rejected'])
  })
})
