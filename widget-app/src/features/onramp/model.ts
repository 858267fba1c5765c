import type { AmountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'
import type { OnrampFailure } from './onramp-failure.ts'

/** A reason why the provider's page cannot be opened. The first one labels the button. */
export type BuyProblem =
  | { readonly is: 'restricted' }
  /** The service cannot be reached; a sample is shown. */
  | { readonly is: 'sample' }
  /** The quote has expired or needed a refetch, and none is available. */
  | { readonly is: 'old-price' }
  /** The service rejected this purchase. */
  | ({ readonly is: 'service-failed' } & OnrampFailure)
  | { readonly is: 'nothing-here' }
  | { readonly is: 'no-amount' }
  | { readonly is: 'wrong-amount'; readonly wrong: AmountFieldProblem }
  | { readonly is: 'too-little'; readonly limit: bigint; readonly instead: PaymentMethod | undefined }
  | { readonly is: 'too-much'; readonly limit: bigint; readonly instead: PaymentMethod | undefined }
  /** The chain does not return the token's decimals. */
  | { readonly is: 'no-asset' }

/** A payment method; limits are decimals of the currency. */
export type PaymentMethod = { readonly id: string; readonly min: string; readonly max: string }
