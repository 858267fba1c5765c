import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { orderLifetimeMs, sentOrderLifetimeMs } from '#shared/config/limits.ts'
import {
  isDelivered,
  isOpenOrder,
  isPolledOrder,
  isTimedOut,
  nextOrder,
  type Order,
  type OrderEvent,
  type OrderState,
  observedValue,
  orderLimits,
  orderSchema,
} from './order.ts'

const hash = '0xd1'
const other = '0xe2'
const value = 5n
const arrived: OrderState = { is: 'arrived', hash, value }

describe('nextOrder', () => {
  it.each<[OrderState, OrderEvent, OrderState]>([
    [{ is: 'opened' }, { is: 'paid' }, { is: 'paid' }],
    [{ is: 'paid' }, { is: 'sent', hash }, { is: 'sent', hash }],
    [{ is: 'opened' }, { is: 'sent', hash }, { is: 'sent', hash }],
    [{ is: 'sent', hash }, { is: 'arrived', hash, value }, arrived],
    [{ is: 'opened' }, { is: 'matched', hash, value }, { is: 'matched', hash, value }],
    [
      { is: 'matched', hash, value },
      { is: 'arrived', hash: other, value },
      { is: 'arrived', hash: other, value },
    ],
    [
      { is: 'sent', hash },
      { is: 'doubtful', hash, misfit: 'older' },
      { is: 'doubtful', hash, misfit: 'older' },
    ],
    [
      { is: 'doubtful', hash, misfit: 'nothing' },
      { is: 'doubtful', hash, misfit: 'less', value },
      { is: 'doubtful', hash, misfit: 'less', value },
    ],
    [
      { is: 'doubtful', hash, misfit: 'older' },
      { is: 'sent', hash: other },
      { is: 'sent', hash: other },
    ],
    [
      { is: 'sent', hash },
      { is: 'risen', hash, value },
      { is: 'risen', hash, value },
    ],
    [{ is: 'paid' }, { is: 'risen', value }, { is: 'risen', value }],
    [
      { is: 'risen', value },
      { is: 'sent', hash },
      { is: 'sent', hash },
    ],
    [
      { is: 'risen', value },
      { is: 'matched', hash, value },
      { is: 'matched', hash, value },
    ],
    [{ is: 'risen', value }, { is: 'failed' }, { is: 'failed' }],
    [{ is: 'risen', value }, { is: 'forgotten' }, { is: 'unknown', rose: value }],
    [{ is: 'doubtful', hash, misfit: 'less', value }, { is: 'forgotten' }, { is: 'unknown', misfit: 'less' }],
    [{ is: 'opened' }, { is: 'failed', reason: 'declined' }, { is: 'failed', reason: 'declined' }],
    [{ is: 'opened' }, { is: 'failed', reason: 'r'.repeat(257) }, { is: 'failed', reason: 'r'.repeat(256) }],
    [{ is: 'paid' }, { is: 'failed' }, { is: 'failed' }],
    [{ is: 'opened' }, { is: 'expired' }, { is: 'expired' }],
    [{ is: 'paid' }, { is: 'forgotten' }, { is: 'unknown' }],
    [{ is: 'sent', hash }, { is: 'forgotten' }, { is: 'unknown', misfit: 'unseen', hash }],
    [
      { is: 'unknown', misfit: 'unseen', hash },
      { is: 'doubtful', hash, misfit: 'less', value },
      { is: 'unknown', misfit: 'less' },
    ],
    [{ is: 'opened' }, { is: 'abandoned' }, { is: 'abandoned' }],
    [{ is: 'risen', value }, { is: 'abandoned' }, { is: 'abandoned' }],
    [{ is: 'abandoned' }, { is: 'paid' }, { is: 'paid' }],
    [{ is: 'abandoned' }, { is: 'sent', hash }, { is: 'sent', hash }],
    [{ is: 'abandoned' }, { is: 'matched', hash, value }, { is: 'matched', hash, value }],
  ])('%o and then %o › %o', (state, event, next) => {
    expect(nextOrder(state, event)).toEqual(next)
  })

  it.each<[OrderState, OrderEvent]>([
    [arrived, { is: 'failed' }],
    [arrived, { is: 'sent', hash: '0xother' }],
    [arrived, { is: 'arrived', hash: other, value: 6n }],
    [{ is: 'paid' }, { is: 'paid' }],
    [
      { is: 'doubtful', hash, misfit: 'less' },
      { is: 'doubtful', hash, misfit: 'less' },
    ],
    [
      { is: 'doubtful', hash, misfit: 'less' },
      { is: 'risen', hash, value },
    ],
    [{ is: 'sent', hash }, { is: 'paid' }],
    [{ is: 'sent', hash }, { is: 'expired' }],
    [{ is: 'sent', hash }, { is: 'failed' }],
    [{ is: 'paid' }, { is: 'expired' }],
    [{ is: 'risen', value }, { is: 'paid' }],
    [{ is: 'paid' }, { is: 'abandoned' }],
    [{ is: 'sent', hash }, { is: 'abandoned' }],
    [{ is: 'risen', hash, value }, { is: 'abandoned' }],
    [{ is: 'failed' }, { is: 'abandoned' }],
    [{ is: 'abandoned' }, { is: 'risen', value }],
    [{ is: 'abandoned' }, { is: 'expired' }],
    [{ is: 'abandoned' }, { is: 'forgotten' }],
    [
      { is: 'risen', hash, value },
      { is: 'sent', hash },
    ],
    [
      { is: 'doubtful', hash, misfit: 'older' },
      { is: 'sent', hash },
    ],
    [
      { is: 'sent', hash },
      { is: 'doubtful', hash: other, misfit: 'older' },
    ],
    [
      { is: 'sent', hash },
      { is: 'risen', value },
    ],
    [
      { is: 'matched', hash, value },
      { is: 'sent', hash: other },
    ],
    [{ is: 'failed' }, { is: 'paid' }],
    [
      { is: 'unknown', misfit: 'unseen', hash },
      { is: 'sent', hash },
    ],
  ])('%o › %o changes nothing', (state, event) => {
    expect(nextOrder(state, event)).toBe(state)
  })
})

const order = (id: string, at: number, state: OrderState): Order => ({
  id,
  at,
  updatedAt: at,
  kind: 'buy',
  provider: { id: 'meld', name: 'Meld' },
  to: '0x01',
  asset: { chain: parseChainId('eip155:1'), address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
  expected: 5n,
  url: 'https://provider.example/',
  state,
})

describe('orderLimits', () => {
  it('at most 99 open orders and 100 ended ones, the latest first', () => {
    const many = Array.from({ length: 240 }, (_, at) =>
      order(`${at}`, at, at % 2 === 0 ? { is: 'opened' } : { is: 'expired' }),
    )
    const limited = orderLimits(many)
    expect(limited.filter(isOpenOrder).length).toBe(99)
    expect(limited.length).toBe(199)
    expect(limited[0]?.id).toBe('239')
  })
})

describe('order', () => {
  const [day, week] = [orderLifetimeMs, sentOrderLifetimeMs]
  const at = 1_000

  it.each<[OrderState, number, boolean]>([
    [{ is: 'paid' }, 2 * day, true],
    [{ is: 'abandoned' }, day, true],
    [{ is: 'abandoned' }, day + 1, false],
    [{ is: 'expired' }, 0, false],
  ])('order › %o for %i ms › polled: %s', (state, elapsedMs, isPolled) => {
    expect(isPolledOrder({ state, at }, at + elapsedMs)).toBe(isPolled)
  })

  it.each<[OrderState, number, boolean]>([
    [{ is: 'paid' }, day, false],
    [{ is: 'paid' }, day + 1, true],
    [{ is: 'sent', hash }, day + week, false],
    [{ is: 'sent', hash }, day + week + 1, true],
  ])('order updated a day later › %o for %i ms › timed out: %s', (state, elapsedMs, isOver) => {
    expect(isTimedOut({ state, at, updatedAt: at + day }, at + elapsedMs)).toBe(isOver)
  })

  it.each<[OrderState, boolean, bigint | undefined]>([
    [{ is: 'opened' }, false, undefined],
    [{ is: 'sent', hash }, false, undefined],
    [{ is: 'risen', value }, false, value],
    [{ is: 'doubtful', hash, misfit: 'less', value }, false, value],
    [{ is: 'matched', hash, value }, true, value],
    [arrived, true, value],
    [{ is: 'unknown', rose: value }, false, value],
    [{ is: 'unknown' }, false, undefined],
  ])('order › %o › delivered: %s, amount on the chain: %s', (state, isThere, observed) => {
    expect([isDelivered({ state }), observedValue(state)]).toEqual([isThere, observed])
  })

  it('order › stored and read again › the same', () => {
    const stored = {
      ...order('a', 1, { is: 'opened' }),
      kind: 'exchange',
      expected: '5',
      pays: { amount: '10.50', currency: 'EUR', method: 'card' },
      before: '7',
      session: 's',
      isNews: true,
    }
    expect(orderSchema().parse(JSON.parse(JSON.stringify(stored)))).toEqual({
      ...stored,
      expected: 5n,
      before: 7n,
    })
  })

  it.each<OrderState>([
    { is: 'opened' },
    { is: 'paid' },
    { is: 'sent', hash },
    { is: 'doubtful', hash, misfit: 'claimed', value },
    { is: 'risen', value },
    arrived,
    { is: 'matched', hash, value },
    { is: 'failed', reason: 'declined' },
    { is: 'expired' },
    { is: 'abandoned' },
    { is: 'unknown', misfit: 'unseen', hash },
    { is: 'unknown', misfit: 'older', rose: value },
  ])('order › stored as %o › read with the same state', (state) => {
    const toText = (_: string, one: unknown) => (typeof one === 'bigint' ? String(one) : one)
    const stored: unknown = JSON.parse(JSON.stringify(order('a', 1, state), toText))
    expect(orderSchema().parse(stored)).toEqual(order('a', 1, state))
  })
})
