import { atom } from '#widget/lib/state.ts'
import type { BuyProblem } from '../model.ts'
import { buyTokenAtom, currencyAtom, optionsAtom } from './options.ts'
import { purchasedAssetAtom } from './purchased-asset.ts'
import { paymentAtom, quoteAtom } from './quote.ts'
import { isRestrictedRegionAtom } from './restricted-regions.ts'

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
  if (quote.is === 'service-failed') found.push(quote)
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
