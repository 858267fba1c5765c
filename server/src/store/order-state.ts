import type { OrderState, PaymentState } from '../ports/stores/orders.ts'

/** A payment of an order. */
export type StoredPayment = { readonly state: PaymentState; readonly occurredAtMs: number }

/** How far a payment is. What has ended without a transfer is less than a payment in progress: the buyer may have paid again. */
const rankOf = { sent: 2, processing: 1, failed: 0, expired: 0 } as const satisfies {
  readonly [State in PaymentState['is']]: number
}

/**
 * How an order stands: sent if one of its payments was, else in progress if one is, else as the last one ended. No clock decides
 * between two payments of which one is in progress, and no event about an earlier payment hides a later one.
 */
export function orderStateOf(payments: readonly StoredPayment[]): OrderState {
  const [furthest] = payments.toSorted(
    (a, b) => rankOf[b.state.is] - rankOf[a.state.is] || b.occurredAtMs - a.occurredAtMs,
  )
  return furthest?.state ?? { is: 'waiting' }
}
