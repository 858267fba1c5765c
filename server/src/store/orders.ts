import * as z from 'zod/mini'
import type { OrderState, OrderStore, StoredOrder } from '../ports/orders.ts'
import type { Database } from './database.ts'
import { parseRow, type Row, StoredDataError } from './tables.ts'

/**
 * How far a state is: an order only moves to a higher one. What failed may still be sent, by a second payment on the same page;
 * what was sent stays so.
 */
const progressOf = { waiting: 0, processing: 1, failed: 2, expired: 2, sent: 3 } as const satisfies {
  readonly [State in OrderState['is']]: number
}

const stateSchema = z.enum(['waiting', 'processing', 'sent', 'failed', 'expired'])

/** Orders of the onramp and the events that were received about them. */
export function createOrderStore({ read, write, transact }: Database): OrderStore {
  return {
    add: async (order) => {
      const { projectKey, id, state } = order
      await write((db) =>
        db
          .insertInto('orders')
          .values({
            ...{ reference: order.reference, project_key: projectKey, id, provider: order.provider },
            ...{ purchase: order.purchase, url: order.url, vendor_id: order.vendorId },
            ...stateColumns(state),
            ...{ created_at_ms: order.createdAtMs, changed_at_ms: order.createdAtMs },
            expires_at_ms: order.expiresAtMs,
          })
          .onConflict((conflict) => conflict.columns(['project_key', 'id']).doNothing())
          .execute(),
      )
      const stored = await readOrder(read, projectKey, id)
      if (stored === undefined) throw new Error('The order was not stored')
      return stored
    },
    find: (projectKey, id) => readOrder(read, projectKey, id),
    apply: ({ provider, eventId, reference, state }, nowMs, keptUntilMs) =>
      transact(async (db) => {
        const recorded = await db
          .insertInto('vendor_events')
          .values({ id: `${provider} ${eventId}`, expires_at_ms: keptUntilMs })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .execute()
        if (recorded.length === 0) return 'repeated'
        const ofOrder = { reference, provider }
        const moved = await db
          .updateTable('orders')
          .set({ ...stateColumns(state), changed_at_ms: nowMs })
          .where((where) => where.and(ofOrder))
          .where('progress', '<', progressOf[state.is])
          .returning('reference')
          .execute()
        if (moved.length > 0) return 'applied'
        const known = await db
          .selectFrom('orders')
          .select('reference')
          .where((where) => where.and(ofOrder))
          .executeTakeFirst()
        return known === undefined ? 'unknown' : 'stale'
      }),
  }
}

function stateColumns(state: OrderState) {
  return {
    state: state.is,
    progress: progressOf[state.is],
    transaction_hash: (state.is === 'sent' ? state.transactionHash : undefined) ?? null,
    reason: (state.is === 'failed' ? state.reason : undefined) ?? null,
  }
}

async function readOrder(
  read: Database['read'],
  projectKey: string,
  id: string,
): Promise<StoredOrder | undefined> {
  const found = await read
    .selectFrom('orders')
    .selectAll()
    .where('project_key', '=', projectKey)
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const row = parseRow('orders', found)
  return {
    ...{ reference: row.reference, projectKey: row.project_key, id: row.id, provider: row.provider },
    ...{ purchase: row.purchase, url: row.url, vendorId: row.vendor_id, state: readState(row) },
    ...{ createdAtMs: row.created_at_ms, expiresAtMs: row.expires_at_ms },
  }
}

/** @throws StoredDataError */
function readState(row: Row<'orders'>): OrderState {
  const parsed = z.safeParse(stateSchema, row.state)
  if (!parsed.success) throw new StoredDataError(`Table orders, key ${row.reference}: state cannot be read`)
  const is = parsed.data
  if (is === 'sent')
    return row.transaction_hash === null ? { is } : { is, transactionHash: row.transaction_hash }
  if (is === 'failed') return row.reason === null ? { is } : { is, reason: row.reason }
  return { is }
}
