/** How a purchase stands by its provider's word: the furthest of its payments. `waiting`: there is none yet. */
export type OrderState =
  | { readonly is: 'waiting' }
  | { readonly is: 'processing' }
  | { readonly is: 'sent'; readonly transactionHash?: string | undefined }
  | { readonly is: 'failed'; readonly reason?: string | undefined }
  | { readonly is: 'expired' }

/** How one payment stands. After `sent` nothing follows. */
export type PaymentState = Exclude<OrderState, { readonly is: 'waiting' }>

/** A purchase that was begun at a provider. */
export type StoredOrder = {
  /** Ours, random: the provider names the order by it. */
  readonly reference: string
  readonly projectKey: string
  /** The widget's own id of it (`partnerUserId`), once per project. */
  readonly id: string
  /** Of the provider, as in `OnrampProvider`. */
  readonly provider: string
  /** What was requested, as text: a second request with the same id must be for the same. */
  readonly purchase: string
  /** The provider's page. */
  readonly url: string
  /** The provider's id of its session. */
  readonly vendorId: string
  readonly createdAtMs: number
  /** When it is deleted. */
  readonly expiresAtMs: number
}

/** A provider's signed word about an order. */
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

/** An order and how it stands. */
export type OrderStatus = StoredOrder & { readonly state: OrderState }

/**
 * What an event did. `repeated`: it was received before. `stale`: its payment is as far, or farther. `unknown`: the provider has no
 * such order here.
 */
export type EventResult = 'applied' | 'repeated' | 'stale' | 'unknown'

export type OrderStore = {
  /** Adds an order; returns the stored one, which is an earlier one where project and id have one. */
  readonly add: (order: StoredOrder) => Promise<OrderStatus>
  readonly find: (projectKey: string, id: string) => Promise<OrderStatus | undefined>
  /**
   * Records an event and moves its payment forward, or neither: an event counts once, and one that occurred before what is stored of
   * its payment changes nothing, except that what was sent is sent. Parallel events leave the payment at the furthest of them.
   * @param keptUntilMs how long a repetition is recognized.
   */
  readonly apply: (event: OrderEvent, keptUntilMs: number) => Promise<EventResult>
}
