import { expect, test } from 'vitest'
import type { OrderEvent, OrderState, PaymentState, StoredOrder } from '../../ports/stores/orders.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testOrder = (change: Partial<StoredOrder> = {}): StoredOrder => ({
  reference: 'r1',
  projectKey: 'k1',
  id: 'order-1',
  provider: 'stripe',
  purchase: '{"amount":"100"}',
  url: 'https://pay.example/1',
  vendorId: 'cos_1',
  createdAtMs: 1_000,
  expiresAtMs: 9_000,
  ...change,
})

export const testOrderEvent = (state: PaymentState, change: Partial<OrderEvent> = {}): OrderEvent => ({
  ...{ provider: 'stripe', eventId: 'evt_0', reference: 'r1', paymentId: 'p1', occurredAtMs: 100 },
  state,
  ...change,
})

export function orderSuite(world: StoreWorld): void {
  const orders = () => world.stores().orders
  const hash = `0x${'ab'.repeat(32)}`
  const waiting: OrderState = { is: 'waiting' }
  const processing = { is: 'processing' } as const
  const failed = { is: 'failed', reason: 'declined' } as const
  const sent = { is: 'sent', transactionHash: hash } as const
  let events = 0
  const event = (state: PaymentState, change: Partial<OrderEvent> = {}): OrderEvent => {
    events += 1
    return testOrderEvent(state, { eventId: `evt_${events}`, ...change })
  }
  /** An event of a payment at a time. */
  const of = (paymentId: string, occurredAtMs: number, state: PaymentState) =>
    event(state, { paymentId, occurredAtMs })
  const apply = (one: OrderEvent) => orders().apply(one, 9_000)
  const stateNow = async () => (await orders().find('k1', 'order-1'))?.state

  test('order › added › found unchanged, in its project', async () => {
    expect(await orders().add(testOrder())).toEqual({ ...testOrder(), state: waiting })
    expect(await orders().find('k1', 'order-1')).toEqual({ ...testOrder(), state: waiting })
    expect(await orders().find('k2', 'order-1')).toBeUndefined()
    expect(await orders().find('k1', 'order-2')).toBeUndefined()
  })

  test('order › added twice, also concurrently › stays the first', async () => {
    const stored = await race(world, 20, (stores, n) =>
      stores.orders.add(testOrder({ reference: `r${n}`, url: `https://pay.example/${n}` })),
    )
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(1)
    const other = await orders().add(testOrder({ reference: 'other', projectKey: 'k2' }))
    expect(other.reference).toBe('other')
  })

  test('events › in their order › advance the order', async () => {
    await orders().add(testOrder())
    expect(await apply(event(processing))).toBe('applied')
    expect(await stateNow()).toEqual(processing)
    expect(await apply(event(sent))).toBe('applied')
    expect(await stateNow()).toEqual(sent)
  })

  test.each<readonly [PaymentState, readonly PaymentState[]]>([
    [processing, [processing]],
    [sent, [processing, { is: 'failed', reason: 'late' }, { is: 'sent' }]],
    [failed, [processing, { is: 'expired' }]],
    [{ is: 'expired' }, [processing, failed]],
  ])('payment that is %j › other events at or before its time › change nothing', async (state, late) => {
    await orders().add(testOrder())
    await apply(event(state))
    for (const one of late) expect(await apply(event(one))).toBe('stale')
    for (const one of late)
      if (one.is !== 'sent') expect(await apply(event(one, { occurredAtMs: 99 }))).toBe('stale')
    expect(await stateNow()).toEqual(state)
  })

  test.each<PaymentState>([failed, { is: 'expired' }])(
    'payment that is %j › later in progress again › in progress, then as it ends',
    async (state) => {
      await orders().add(testOrder())
      await apply(event(state))
      expect(await apply(event(processing, { occurredAtMs: 101 }))).toBe('applied')
      expect(await stateNow()).toEqual(processing)
      expect(await apply(event(state, { occurredAtMs: 100 }))).toBe('stale')
      expect(await apply(event(state, { occurredAtMs: 101 }))).toBe('applied')
      expect(await stateNow()).toEqual(state)
    },
  )

  test.each<PaymentState>([failed, { is: 'expired' }, processing])(
    'payment that is %j › earlier event with sent › sent permanently',
    async (state) => {
      await orders().add(testOrder())
      await apply(event(state))
      expect(await apply(event(sent, { occurredAtMs: 1 }))).toBe('applied')
      expect(await apply(event(state, { occurredAtMs: 999 }))).toBe('stale')
      expect(await stateNow()).toEqual(sent)
    },
  )

  test('second payment after a failed one › shown, also if the first is refunded', async () => {
    await orders().add(testOrder())
    await apply(of('p1', 1, processing))
    await apply(of('p1', 2, failed))
    expect(await stateNow()).toEqual(failed)
    expect(await apply(of('p2', 3, processing))).toBe('applied')
    expect(await stateNow()).toEqual(processing)
    await apply(of('p1', 4, { is: 'failed', reason: 'refunded' }))
    expect(await stateNow()).toEqual(processing)
    await apply(of('p2', 5, sent))
    expect(await stateNow()).toEqual(sent)
  })

  test('events of two payments › in any order, each twice › same order state', async () => {
    const all = [of('p1', 1, processing), of('p1', 2, failed), of('p2', 3, processing)]
    const orderings = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const [at, ordering] of orderings.entries()) {
      const reference = `r${at}`
      await orders().add(testOrder({ reference, id: reference }))
      for (const round of [1, 2])
        for (const index of ordering) {
          const one = all[index]
          if (one === undefined) continue
          const result = await apply({ ...one, reference, eventId: `${reference} ${index}` })
          if (round === 2) expect(result).toBe('repeated')
        }
      // As in a replay after 30 days, when the event ids have been deleted.
      for (const one of all)
        await apply({ ...event(one.state, one), reference, eventId: `again ${events++}` })
      expect((await orders().find('k1', reference))?.state).toEqual(processing)
    }
  })

  test('event › repeated, also concurrently with other content › counts once', async () => {
    await orders().add(testOrder())
    const one = event(processing)
    const results = await race(world, 20, (stores) => stores.orders.apply(one, 9_000))
    expect(results.toSorted()).toEqual(['applied', ...Array(19).fill('repeated')])
    expect(await apply({ ...one, state: { is: 'sent', transactionHash: hash } })).toBe('repeated')
    expect(await stateNow()).toEqual({ is: 'processing' })
    expect(await apply(event({ is: 'sent' }))).toBe('applied')
    expect(await stateNow()).toEqual({ is: 'sent' })
  })

  test('events › final states at once › each counts at most once, sent stays', async () => {
    await orders().add(testOrder())
    const results = await race(world, 20, (stores, n) =>
      stores.orders.apply(event(n % 2 === 0 ? { is: 'failed' } : { is: 'sent' }), 9_000),
    )
    const appliedOf = (rest: number) =>
      results.filter((result, n) => result === 'applied' && n % 2 === rest).length
    expect(appliedOf(0)).toBeLessThanOrEqual(1)
    expect(appliedOf(1)).toBe(1)
    expect(await stateNow()).toEqual({ is: 'sent' })
  })

  test('event › of another provider, or of no order › unknown', async () => {
    await orders().add(testOrder())
    expect(await apply(event({ is: 'sent' }, { provider: 'meld' }))).toBe('unknown')
    expect(await apply(event({ is: 'sent' }, { reference: 'r2' }))).toBe('unknown')
    expect(await stateNow()).toEqual({ is: 'waiting' })
    const twice = event({ is: 'processing' })
    expect(await apply({ ...twice, provider: 'meld' })).toBe('unknown')
    expect(await apply(twice)).toBe('applied')
  })

  test('stored payment › state that no version writes › rejects with its order', async () => {
    await orders().add(testOrder())
    await apply(event(processing))
    await world.database().write((db) => db.updateTable('order_payments').set({ state: 'paid' }).execute())
    await expect(stateNow()).rejects.toThrow('Table order_payments, key r1: state cannot be read')
  })
}
