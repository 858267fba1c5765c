import type * as z from 'zod/mini'
import type { getOnrampOptions, postOnrampQuote } from '../../../../shared/api/onramp.ts'
import type { PaymentState } from '../stores/orders.ts'

type ResponseInput<E extends { readonly response: () => z.core.$ZodType }> = z.input<
  ReturnType<E['response']>
>

export type OnrampOptions = ResponseInput<typeof getOnrampOptions>
export type OnrampQuote = ResponseInput<typeof postOnrampQuote>

/** What is bought and how it is paid, in the terms of the provider's `options`. */
export type OnrampTerms = {
  /** Symbol of the purchase currency. */
  readonly asset: string
  /** Name of the network. */
  readonly network: string
  /** ISO 4217. */
  readonly currency: string
  /** In the currency, as a plain decimal string. */
  readonly amount: string
}

export type OnrampPurchase = OnrampTerms & {
  /** This server's id, random and new: the provider's events refer to the purchase by it. */
  readonly reference: string
  /** Recipient of the purchase; not validated yet. */
  readonly address: string
}

export type OpenedPurchase = {
  /** The provider's page for this purchase only, https (http on loopback). */
  readonly url: string
  /** The provider's id of its session. */
  readonly vendorId: string
}

/** A webhook request as received. */
export type SignedRequest = {
  /** The body before parsing. */
  readonly body: string
  readonly header: (name: string) => string | undefined
  readonly nowMs: number
}

/** A provider's event about a purchase. */
export type OnrampEvent = {
  /** The provider's id of the event, equal in each repetition. */
  readonly eventId: string
  readonly reference: string
  /** The provider's id of the payment, or of its session if the event has no payment. */
  readonly paymentId: string
  /** When it occurred, by the provider's clock. */
  readonly occurredAtMs: number
  readonly state: PaymentState
}

/**
 * A provider that sells tokens for fiat. `core/onramp-routes.ts` stores the orders: an adapter is stateless, and reports a
 * change of an order only by an event whose signature it has verified.
 */
export type OnrampProvider = {
  /** As in `onrampProviders` of the widget's configuration, and in the URL of its webhook. */
  readonly id: string
  /** @throws VendorError */
  readonly options: () => Promise<OnrampOptions>
  /** @throws InvalidPurchaseError, VendorError */
  readonly quote: (terms: OnrampTerms) => Promise<OnrampQuote>
  /** Creates a purchase. @throws InvalidPurchaseError, VendorError */
  readonly open: (purchase: OnrampPurchase) => Promise<OpenedPurchase>
  /**
   * Verifies and parses an event; undefined for a genuine event that is not about a purchase of this server.
   * @throws UnverifiedEventError
   */
  readonly parseEvent: (request: SignedRequest) => Promise<OnrampEvent | undefined>
}

/** The provider does not sell this; the message is for the caller. */
export class InvalidPurchaseError extends Error {
  override readonly name = 'InvalidPurchaseError'
}

/** An event without a valid signature, or with an expired one. The message contains no part of it. */
export class UnverifiedEventError extends Error {
  override readonly name = 'UnverifiedEventError'
}
