import { type RawBuilder, sql } from 'kysely'
import * as z from '../../../shared/zod.ts'
import type { OrderStatus, OrderStore, PaymentState } from '../ports/stores/orders.ts'
import type { Database } from './database.ts'
import { orderStateOf, type StoredPayment } from './order-state.ts'
import { parseRow, type Row, StoredDataError } from './tables.ts'

const stateSchema = z.enum(['processing', 'sent', 'failed', 'expired'])

/** Onramp orders and the events received about them. */
export function createOrderStore({ read, write, transact }: Database): OrderStore {
  return {
    add: async (order) => {
      const { projectKey, id } = order
      await write((db) =>
        db
          .insertInto('orders')
          .values({
            ...{ reference: order.reference, project_key: projectKey, id, provider: order.provider },
            ...{ purchase: order.purchase, url: order.url, vendor_id: order.vendorId },
            ...{ created_at_ms: order.createdAtMs, expires_at_ms: order.expiresAtMs },
          })
          .onConflict((conflict) => conflict.columns(['project_key', 'id']).doNothing())
          .execute(),
      )
      const stored = await readOrder(read, projectKey, id)
      if (stored === undefined) throw new Error('The order was not stored')
      return stored
    },
    find: (projectKey, id) => readOrder(read, projectKey, id),
    apply: ({ provider, eventId, reference, paymentId, occurredAtMs, state }, recognizedUntilMs) =>
      transact(async (db) => {
        const recorded = await db
          .insertInto('vendor_events')
          .values({ id: `${provider} ${eventId}`, expires_at_ms: recognizedUntilMs })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .execute()
        if (recorded.length === 0) return 'repeated'
        const storedOrder = await db
          .selectFrom('orders')
          .select('reference')
          .where((where) => where.and({ reference, provider }))
          .executeTakeFirst()
        if (storedOrder === undefined) return 'unknown'
        const columns = stateColumns(state, occurredAtMs)
        const moved = await db
          .insertInto('order_payments')
          .values({ reference, payment_id: paymentId, ...columns })
          .onConflict((conflict) =>
            conflict
              .columns(['reference', 'payment_id'])
              .doUpdateSet(columns)
              .where('order_payments.state', '!=', 'sent')
              .where(isFurther(state, occurredAtMs)),
          )
          .returning('reference')
          .execute()
        return moved.length > 0 ? 'applied' : 'stale'
      }),
  }
}

/**
 * SQL condition: does the event advance the stored payment? `sent` always applies; otherwise the later event wins, and at
 * equal times the one that ends the payment.
 */
function isFurther(state: PaymentState, occurredAtMs: number): RawBuilder<boolean> {
  const [stored, storedAt] = [sql.ref('order_payments.state'), sql.ref('order_payments.occurred_at_ms')]
  if (state.is === 'sent') return sql`1 = 1`
  if (state.is === 'processing') return sql`${storedAt} < ${occurredAtMs}`
  return sql`(${storedAt} < ${occurredAtMs} OR (${storedAt} = ${occurredAtMs} AND ${stored} = 'processing'))`
}

function stateColumns(state: PaymentState, occurredAtMs: number) {
  return {
    state: state.is,
    transaction_hash: (state.is === 'sent' ? state.transactionHash : undefined) ?? null,
    reason: (state.is === 'failed' ? state.reason : undefined) ?? null,
    occurred_at_ms: occurredAtMs,
  }
}

async function readOrder(
  read: Database['read'],
  projectKey: string,
  id: string,
): Promise<OrderStatus | undefined> {
  const found = await read
    .selectFrom('orders')
    .selectAll()
    .where('project_key', '=', projectKey)
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const row = parseRow('orders', found)
  const payments = await read
    .selectFrom('order_payments')
    .selectAll()
    .where('reference', '=', row.reference)
    .execute()
  return {
    ...{ reference: row.reference, projectKey: row.project_key, id: row.id, provider: row.provider },
    ...{ purchase: row.purchase, url: row.url, vendorId: row.vendor_id },
    ...{ createdAtMs: row.created_at_ms, expiresAtMs: row.expires_at_ms },
    state: orderStateOf(payments.map((payment) => readPayment(parseRow('order_payments', payment)))),
  }
}

/** @throws StoredDataError */
function readPayment(row: Row<'order_payments'>): StoredPayment {
  const parsed = z.safeParse(stateSchema, row.state)
  if (!parsed.success)
    throw new StoredDataError(`Table order_payments, key ${row.reference}: state cannot be read`)
  const occurredAtMs = row.occurred_at_ms
  switch (parsed.data) {
    case 'sent': {
      const hash = row.transaction_hash
      return { occurredAtMs, state: { is: 'sent', ...(hash !== null && { transactionHash: hash }) } }
    }
    case 'failed':
      return { occurredAtMs, state: { is: 'failed', ...(row.reason !== null && { reason: row.reason }) } }
    default:
      return { occurredAtMs, state: { is: parsed.data } }
  }
}
