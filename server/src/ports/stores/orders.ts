/** State of an order, as the provider reports it: that of its furthest payment. `waiting`: no payment yet. */
export type OrderState =
  | { readonly is: 'waiting' }
  | { readonly is: 'processing' }
  | { readonly is: 'sent'; readonly transactionHash?: string | undefined }
  | { readonly is: 'failed'; readonly reason?: string | undefined }
  | { readonly is: 'expired' }

/** State of one payment. `sent` is final. */
export type PaymentState = Exclude<OrderState, { readonly is: 'waiting' }>

/** An order that was created at a provider. */
export type StoredOrder = {
  /** This server's id, random: the provider refers to the order by it. */
  readonly reference: string
  readonly projectKey: string
  /** The widget's id (`partnerUserId`), unique within a project. */
  readonly id: string
  /** Id of the provider, as in `OnrampProvider`. */
  readonly provider: string
  /** The requested purchase as text: a second request with the same id must be for the same. */
  readonly purchase: string
  /** The provider's page. */
  readonly url: string
  /** The provider's id of its session. */
  readonly vendorId: string
  readonly createdAtMs: number
  /** When it is deleted. */
  readonly expiresAtMs: number
}

/** A provider's verified event about an order. */
export type OrderEvent = {
  readonly provider: string
  /** The provider's id of the event. */
  readonly eventId: string
  readonly reference: string
  /** The provider's id of the payment: the buyer can pay again on the same page when a payment has failed. */
  readonly paymentId: string
  /** When it occurred, by the provider's clock: events can arrive in any order. */
  readonly occurredAtMs: number
  readonly state: PaymentState
}

/** An order with its state. */
export type OrderStatus = StoredOrder & { readonly state: OrderState }

/**
 * Result of an event. `repeated`: it was received before. `stale`: its payment is already in that state or a later one.
 * `unknown`: the provider has no such order here.
 */
export type OrderEventResult = 'applied' | 'repeated' | 'stale' | 'unknown'

export type OrderStore = {
  /** Adds an order and returns the stored one: an existing one if project and id are in use. */
  readonly add: (order: StoredOrder) => Promise<OrderStatus>
  readonly find: (projectKey: string, id: string) => Promise<OrderStatus | undefined>
  /**
   * Records an event and advances its payment, or neither: an event counts once, and one older than the payment's stored
   * state changes nothing, but `sent` always applies. Concurrent events leave the payment at the furthest of them.
   * @param recognizedUntilMs until when a repetition is recognized.
   */
  readonly apply: (event: OrderEvent, recognizedUntilMs: number) => Promise<OrderEventResult>
}
