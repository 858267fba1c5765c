import type { AmountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'
import { atom } from '#widget/lib/state.ts'
import type { OnrampFailure } from './onramp-failure.ts'
import { buyTokenAtom, currencyAtom, optionsAtom, type PaymentMethod } from './options.ts'
import { purchasedAssetAtom } from './purchased-asset.ts'
import { paymentAtom, quoteAtom } from './quote.ts'
import { isRestrictedRegionAtom } from './restricted-regions.ts'

/** A reason why the provider's page cannot be opened. The first one labels the button. */
export type BuyProblem =
  | { readonly is: 'restricted' }
  /** The service cannot be reached; a sample is shown. */
  | { readonly is: 'sample' }
  /** The quote has expired or needed a refetch, and none is available. */
  | { readonly is: 'old-price' }
  /** The service rejected this purchase. */
  | ({ readonly is: 'refused' } & OnrampFailure)
  | { readonly is: 'nothing-here' }
  | { readonly is: 'no-amount' }
  | { readonly is: 'wrong-amount'; readonly wrong: AmountFieldProblem }
  | { readonly is: 'too-little'; readonly limit: bigint; readonly instead: PaymentMethod | undefined }
  | { readonly is: 'too-much'; readonly limit: bigint; readonly instead: PaymentMethod | undefined }
  /** The chain does not return the token's decimals. */
  | { readonly is: 'no-asset' }

/** Every problem of the purchase, in the order of the button's labels. */
export const problemsAtom = atom((get): readonly BuyProblem[] => {
  const options = get(optionsAtom)
  const payment = get(paymentAtom)
  const quote = get(quoteAtom)
  const found: BuyProblem[] = []
  if (get(isRestrictedRegionAtom)) found.push({ is: 'restricted' })
  if (options.is === 'loading') return found
  const kind = quote.is === 'quote' ? quote.kind : undefined
  if (options.isSample || kind === 'sample') found.push({ is: 'sample' })
  if (kind === 'old') found.push({ is: 'old-price' })
  if (quote.is === 'refused') found.push(quote)
  if (!get(buyTokenAtom) || !get(currencyAtom)) found.push({ is: 'nothing-here' })
  switch (payment.is) {
    case 'empty':
      found.push({ is: 'no-amount' })
      break
    case 'wrong':
      found.push({ is: 'wrong-amount', wrong: payment })
      break
    case 'too-little':
      found.push({ is: 'too-little', limit: payment.min, instead: payment.instead })
      break
    case 'too-much':
      found.push({ is: 'too-much', limit: payment.max, instead: payment.instead })
      break
    case 'amount':
      break
  }
  if (get(purchasedAssetAtom).is === 'failed') found.push({ is: 'no-asset' })
  return found
})
