/** How a purchase stands by its provider's word. After `failed` and `expired` only `sent` can follow, after `sent` nothing. */
export type OrderState =
  | { readonly is: 'waiting' }
  | { readonly is: 'processing' }
  | { readonly is: 'sent'; readonly transactionHash?: string | undefined }
  | { readonly is: 'failed'; readonly reason?: string | undefined }
  | { readonly is: 'expired' }

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
  readonly state: OrderState
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
  readonly state: OrderState
}

/**
 * What an event did. `repeated`: it was received before. `stale`: the order is as far, or farther. `unknown`: the provider has no such
 * order here.
 */
export type EventResult = 'applied' | 'repeated' | 'stale' | 'unknown'

export type OrderStore = {
  /** Adds an order; returns the stored one, which is an earlier one where project and id have one. */
  readonly add: (order: StoredOrder) => Promise<StoredOrder>
  readonly find: (projectKey: string, id: string) => Promise<StoredOrder | undefined>
  /**
   * Records an event and moves its order forward, or neither: an event counts once, an order never moves back. Parallel events leave the order at the furthest of them.
   * @param keptUntilMs how long a repetition is recognized.
   */
  readonly apply: (event: OrderEvent, nowMs: number, keptUntilMs: number) => Promise<EventResult>
}
