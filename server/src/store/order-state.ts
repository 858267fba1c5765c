import type { OrderState, PaymentState } from '../ports/stores/orders.ts'

/** A payment of an order. */
export type StoredPayment = { readonly state: PaymentState; readonly occurredAtMs: number }

/** Progress of a payment. One that ended without a transfer ranks below one in progress: the buyer may have paid again. */
const rankOf = { sent: 2, processing: 1, failed: 0, expired: 0 } as const satisfies {
  readonly [State in PaymentState['is']]: number
}

/**
 * State of an order: `sent` if any payment is, else `processing` if any payment is, else the state of the latest one. No
 * clock decides against a payment in progress, and no event about an earlier payment hides a later one.
 */
export function orderStateOf(payments: readonly StoredPayment[]): OrderState {
  const [furthest] = payments.toSorted(
    (a, b) => rankOf[b.state.is] - rankOf[a.state.is] || b.occurredAtMs - a.occurredAtMs,
  )
  return furthest?.state ?? { is: 'waiting' }
}
