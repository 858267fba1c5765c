import type * as z from 'zod/mini'
import type { getOnrampOptions, postOnrampQuote } from '../../../../shared/api/onramp.ts'
import type { PaymentState } from '../stores/orders.ts'

type Answer<E extends { readonly response: () => z.core.$ZodType }> = z.input<ReturnType<E['response']>>

export type OnrampOptions = Answer<typeof getOnrampOptions>
export type OnrampQuote = Answer<typeof postOnrampQuote>

/** What is bought and how it is paid, in the provider's own words: those of its `options`. */
export type OnrampTerms = {
  /** Symbol of the purchase currency. */
  readonly asset: string
  /** Name of the network. */
  readonly network: string
  /** ISO 4217. */
  readonly currency: string
  /** Of the currency, as a plain decimal text. */
  readonly amount: string
}

export type OnrampPurchase = OnrampTerms & {
  /** Ours, random and new: the provider names the purchase by it in its events. */
  readonly reference: string
  /** Receives what is bought; not checked yet. */
  readonly address: string
}

export type OpenedPurchase = {
  /** The provider's page for this purchase alone, https (http on this machine). */
  readonly url: string
  /** The provider's id of its session. */
  readonly vendorId: string
}

/** An event as it arrived. */
export type SignedRequest = {
  /** The body, before anything parsed it. */
  readonly body: string
  readonly header: (name: string) => string | undefined
  readonly nowMs: number
}

/** What a provider's event says of a purchase. */
export type OnrampEvent = {
  /** The provider's id of the event, the same in each repetition. */
  readonly eventId: string
  readonly reference: string
  /** The provider's id of the payment, or of its session where it states no payment. */
  readonly paymentId: string
  /** When it occurred, by the provider's clock. */
  readonly occurredAtMs: number
  readonly state: PaymentState
}

/**
 * A provider that sells tokens for money. `core/onramp-routes.ts` keeps the orders: an adapter keeps nothing, and never says that an
 * order has moved but by an event, whose signature it has verified.
 */
export type OnrampProvider = {
  /** As in `onrampProviders` of the widget's configuration, and in the URL of its webhook. */
  readonly id: string
  /** @throws VendorError */
  readonly options: () => Promise<OnrampOptions>
  /** @throws InvalidPurchaseError, VendorError */
  readonly quote: (terms: OnrampTerms) => Promise<OnrampQuote>
  /** Begins a purchase. @throws InvalidPurchaseError, VendorError */
  readonly open: (purchase: OnrampPurchase) => Promise<OpenedPurchase>
  /**
   * Reads an event; undefined for one that is genuine and not about a purchase of ours.
   * @throws UnverifiedEventError
   */
  readonly readEvent: (request: SignedRequest) => Promise<OnrampEvent | undefined>
}

/** The provider does not sell this; the message is for the caller. */
export class InvalidPurchaseError extends Error {
  override readonly name = 'InvalidPurchaseError'
}

/** An event without a valid signature, or one that was signed too long ago. The message has no part of it. */
export class UnverifiedEventError extends Error {
  override readonly name = 'UnverifiedEventError'
}
