import type { AmountFieldProblem } from '#widget/domain/balances/amount-field-problem.ts'
import { atom } from '#widget/lib/state.ts'
import type { OnrampFailure } from './onramp-failure.ts'
import { buyTokenAtom, currencyAtom, optionsAtom, type PaymentMethod } from './options.ts'
import { boughtAssetAtom } from './purchased-asset.ts'
import { paymentAtom, quoteAtom } from './quote.ts'
import { isRestrictedHereAtom } from './restricted-regions.ts'

/** What keeps a person from the provider's page. The first one labels the button. */
export type BuyProblem =
  | { readonly is: 'restricted' }
  /** The service cannot be asked: what is shown is a sample. */
  | { readonly is: 'sample' }
  /** The price has lapsed, or was to be renewed, and no new one can be had. */
  | { readonly is: 'old-price' }
  /** The service does not sell this so. */
  | ({ readonly is: 'refused' } & OnrampFailure)
  | { readonly is: 'nothing-here' }
  | { readonly is: 'no-amount' }
  | { readonly is: 'wrong-amount'; readonly wrong: AmountFieldProblem }
  | { readonly is: 'too-little'; readonly limit: bigint; readonly instead: PaymentMethod | undefined }
  | { readonly is: 'too-much'; readonly limit: bigint; readonly instead: PaymentMethod | undefined }
  /** The chain does not tell what the token is. */
  | { readonly is: 'no-asset' }

/** Everything that keeps a purchase from its provider, in the order of the button's labels. */
export const problemsAtom = atom((get): readonly BuyProblem[] => {
  const options = get(optionsAtom)
  const payment = get(paymentAtom)
  const quote = get(quoteAtom)
  const found: BuyProblem[] = []
  if (get(isRestrictedHereAtom)) found.push({ is: 'restricted' })
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
  if (get(boughtAssetAtom).is === 'failed') found.push({ is: 'no-asset' })
  return found
})
