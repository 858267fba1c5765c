import { expect, test } from 'vitest'
import type { OrderEvent, OrderState, StoredOrder } from '../../ports/orders.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testOrder = (change: Partial<StoredOrder> = {}): StoredOrder => ({
  reference: 'r1',
  projectKey: 'k1',
  id: 'order-1',
  provider: 'stripe',
  purchase: '{"amount":"100"}',
  url: 'https://pay.example/1',
  vendorId: 'cos_1',
  state: { is: 'waiting' },
  createdAtMs: 1_000,
  expiresAtMs: 9_000,
  ...change,
})

export function orderSuite(world: StoreWorld): void {
  const orders = () => world.stores().orders
  const hash = `0x${'ab'.repeat(32)}`
  let events = 0
  const event = (state: OrderState, change: Partial<OrderEvent> = {}): OrderEvent => {
    events += 1
    return { provider: 'stripe', eventId: `evt_${events}`, reference: 'r1', state, ...change }
  }
  const apply = (of: OrderEvent) => orders().apply(of, 2_000, 9_000)
  const stateNow = async () => (await orders().find('k1', 'order-1'))?.state

  test('order › added › is found as it was given, in its project', async () => {
    expect(await orders().add(testOrder())).toEqual(testOrder())
    expect(await orders().find('k1', 'order-1')).toEqual(testOrder())
    expect(await orders().find('k2', 'order-1')).toBeUndefined()
    expect(await orders().find('k1', 'order-2')).toBeUndefined()
  })

  test('order › added twice, also at once › stays the first', async () => {
    const stored = await race(world, 20, (stores, n) =>
      stores.orders.add(testOrder({ reference: `r${n}`, url: `https://pay.example/${n}` })),
    )
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(1)
    const other = await orders().add(testOrder({ reference: 'other', projectKey: 'k2' }))
    expect(other.reference).toBe('other')
  })

  test('events › in their order › move the order forward', async () => {
    await orders().add(testOrder())
    expect(await apply(event({ is: 'processing' }))).toBe('applied')
    expect(await stateNow()).toEqual({ is: 'processing' })
    expect(await apply(event({ is: 'sent', transactionHash: hash }))).toBe('applied')
    expect(await stateNow()).toEqual({ is: 'sent', transactionHash: hash })
  })

  test.each<readonly [OrderState, readonly OrderState[]]>([
    [{ is: 'processing' }, [{ is: 'waiting' }, { is: 'processing' }]],
    [
      { is: 'sent', transactionHash: hash },
      [{ is: 'processing' }, { is: 'failed', reason: 'late' }, { is: 'sent' }],
    ],
    [{ is: 'failed', reason: 'declined' }, [{ is: 'processing' }, { is: 'expired' }]],
    [{ is: 'expired' }, [{ is: 'processing' }, { is: 'failed' }]],
  ])('order that is %j › late events › change nothing', async (state, late) => {
    await orders().add(testOrder())
    await apply(event(state))
    for (const one of late) expect(await apply(event(one))).toBe('stale')
    expect(await stateNow()).toEqual(state)
  })

  test.each<OrderState>([{ is: 'failed', reason: 'declined' }, { is: 'expired' }])(
    'order that is %j › paid again and sent › is sent',
    async (state) => {
      await orders().add(testOrder())
      await apply(event(state))
      expect(await apply(event({ is: 'sent', transactionHash: hash }))).toBe('applied')
      expect(await stateNow()).toEqual({ is: 'sent', transactionHash: hash })
    },
  )

  test('event › repeated, also at once and with other content › counts once', async () => {
    await orders().add(testOrder())
    const one = event({ is: 'processing' })
    const results = await race(world, 20, (stores) => stores.orders.apply(one, 2_000, 9_000))
    expect(results.toSorted()).toEqual(['applied', ...Array(19).fill('repeated')])
    expect(await apply({ ...one, state: { is: 'sent', transactionHash: hash } })).toBe('repeated')
    expect(await stateNow()).toEqual({ is: 'processing' })
    expect(await apply(event({ is: 'sent' }))).toBe('applied')
    expect(await stateNow()).toEqual({ is: 'sent' })
  })

  test('events › of final states at once › each counts once at most, and what was sent stays', async () => {
    await orders().add(testOrder())
    const results = await race(world, 20, (stores, n) =>
      stores.orders.apply(event(n % 2 === 0 ? { is: 'failed' } : { is: 'sent' }), 2_000, 9_000),
    )
    const appliedOf = (rest: number) =>
      results.filter((result, n) => result === 'applied' && n % 2 === rest).length
    expect(appliedOf(0)).toBeLessThanOrEqual(1)
    expect(appliedOf(1)).toBe(1)
    expect(await stateNow()).toEqual({ is: 'sent' })
  })

  test('event › of another provider, or of no order › is unknown', async () => {
    await orders().add(testOrder())
    expect(await apply(event({ is: 'sent' }, { provider: 'meld' }))).toBe('unknown')
    expect(await apply(event({ is: 'sent' }, { reference: 'r2' }))).toBe('unknown')
    expect(await stateNow()).toEqual({ is: 'waiting' })
    const twice = event({ is: 'processing' })
    expect(await apply({ ...twice, provider: 'meld' })).toBe('unknown')
    expect(await apply(twice)).toBe('applied')
  })

  test('stored order › state that no version writes › rejects, naming it', async () => {
    await orders().add(testOrder())
    await world.database().write((db) => db.updateTable('orders').set({ state: 'paid' }).execute())
    await expect(stateNow()).rejects.toThrow('Table orders, key r1: state cannot be read')
  })
}
