import { describe, expect, it } from 'vitest'
import { historyEntry } from '#shared/api/history.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { Order, OrderState } from '#widget/domain/orders/order.ts'
import { fromHistoryEntry, type HistoryRecord } from '#widget/domain/transactions/history-record.ts'
import { pastEntry } from '#widget/testing/history.ts'
import { alice } from '#widget/testing/world.ts'
import { mergeActivity } from './activity-items.ts'
import { withOrders } from './order-activity.ts'

const chain = parseChainId('eip155:1')
const newest = Date.UTC(2026, 4, 20, 12)

const record = (n: number): HistoryRecord => {
  const converted = fromHistoryEntry(z.parse(historyEntry(), pastEntry(n, {}, newest)), chain, alice)
  if (!converted) throw new Error('This record is left out')
  return converted
}
const order = (id: string, at: number, state: OrderState): Order => ({
  ...{ id, at, updatedAt: at, kind: 'buy', to: alice, expected: 5n, url: '', state },
  provider: { id: 'meld', name: 'Meld' },
  asset: { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
})
const keys = (records: readonly HistoryRecord[], orders: readonly Order[], hasMore = false) => {
  const { pending, settled } = withOrders(mergeActivity([], records, hasMore), orders, hasMore)
  return [pending.map(({ key }) => key), settled.map(({ key }) => key)]
}

describe('withOrders', () => {
  it('open order › pending; ended order › listed at its time', () => {
    const records = [record(0), record(1)]
    const [first, second] = records.map(({ id }) => id)
    const between = ((records[0]?.at ?? 0) + (records[1]?.at ?? 0)) / 2
    expect(keys(records, [order('a', between, { is: 'paid' })])).toEqual([['a'], [first, second]])
    expect(keys(records, [order('a', between, { is: 'expired' })])).toEqual([[], [first, 'a', second]])
  })

  it('order and the record of its delivery › one line', () => {
    const [delivery, other] = [record(0), record(1)]
    const state: OrderState = {
      is: 'arrived',
      hash: delivery.hash.toUpperCase().replace('0X', '0x'),
      value: 5n,
    }
    expect(keys([delivery, other], [order('a', newest, state)])).toEqual([[], ['a', other.id]])
  })

  it('transaction that is not the delivery of the order › a line of its own', () => {
    const [named] = [record(0)]
    const state: OrderState = { is: 'doubtful', hash: named.hash, misfit: 'older' }
    expect(keys([named], [order('a', newest, state)])).toEqual([['a'], [named.id]])
  })

  it('ended order older than the fetched pages › waits for them', () => {
    const records = [record(0)]
    const old = order('old', 1, { is: 'expired' })
    expect(keys(records, [old], true)).toEqual([[], records.map(({ id }) => id)])
    expect(keys(records, [old], false)[1]).toContain('old')
  })
})
