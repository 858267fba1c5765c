import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isOpenOrder, nextOrder, type Order, type OrderEvent, type OrderState, orderLimits } from './order.ts'

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
      { is: 'doubtful', hash, misfit: 'older' },
      { is: 'sent', hash: other },
      { is: 'sent', hash: other },
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
    [{ is: 'paid' }, { is: 'failed' }, { is: 'failed' }],
    [{ is: 'opened' }, { is: 'expired' }, { is: 'expired' }],
    [{ is: 'paid' }, { is: 'forgotten' }, { is: 'unknown' }],
    [{ is: 'sent', hash }, { is: 'forgotten' }, { is: 'unknown', misfit: 'unseen', hash }],
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
