import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { atom } from '#widget/lib/state.ts'
import type { SwapParameters } from '../model.ts'
import { impactBasisPoints, largeLossBasisPoints, lossToleranceBasisPoints } from '../price-impact.ts'
import { acceptedPriceImpactAtom, draftAtom, slippageAtom, swapNetworkAtom, swapperAtom } from './draft.ts'
import { displayedQuoteAtom, minimumAtom, quoteRequestAtom } from './quote.ts'
import { arePricesLoadingAtom } from './tokens.ts'

/** The swap to review; undefined while the form or its quote is incomplete. */
export const swapParametersAtom = atom((get): SwapParameters | undefined => {
  const request = get(quoteRequestAtom)
  const quote = get(displayedQuoteAtom)
  const minimum = get(minimumAtom)
  const slippage = get(slippageAtom)
  const connection = get(swapperAtom)
  const network = get(swapNetworkAtom)
  if (!request || !quote || minimum === undefined || slippage.is !== 'fine' || !connection || !network)
    return undefined
  return { ...request, quote, minimum, slippageBasisPoints: slippage.basisPoints, connection, network }
})

/** Price impact of the swap, in basis points; undefined if a price is unknown. */
export const impactAtom = atom((get): bigint | undefined => {
  const parameters = get(swapParametersAtom)
  if (!parameters) return undefined
  const { from, to, amount, quote } = parameters
  return impactBasisPoints(
    { value: toDisplayedAmount(amount, from.asset), decimals: from.asset.decimals, price: from.price },
    { value: toDisplayedAmount(quote.toAmount, to.asset), decimals: to.asset.decimals, price: to.price },
  )
})

/** The swap that an accepted loss applies to. */
export const lossKeyAtom = atom((get): string => {
  const { from, to } = get(draftAtom)
  const request = get(quoteRequestAtom)
  return `${from}|${to}|${request?.amount}`
})

/** State of the price impact: `untold` if a price is unknown, `accepted` once the user has accepted it. */
export type PriceImpactLoss = 'none' | 'awaited' | 'large' | 'untold' | 'accepted'

/**
 * Whether the price impact requires acceptance, and whether the user accepted one at least as large. If a price is unknown,
 * the loss can be any.
 */
export const priceImpactLossAtom = atom(
  (get): PriceImpactLoss => {
    const impact = get(impactAtom)
    const accepted = get(acceptedPriceImpactAtom)
    const isSameSwap = accepted?.of === get(lossKeyAtom)
    if (impact === undefined) {
      if (get(swapParametersAtom) === undefined) return 'none'
      if (get(arePricesLoadingAtom)) return 'awaited'
      return isSameSwap && accepted.impact === undefined ? 'accepted' : 'untold'
    }
    if (impact < largeLossBasisPoints) return 'none'
    const isLossAccepted =
      isSameSwap && accepted.impact !== undefined && impact <= accepted.impact + lossToleranceBasisPoints
    return isLossAccepted ? 'accepted' : 'large'
  },
  (get, set, isAccepted: boolean) =>
    set(acceptedPriceImpactAtom, isAccepted ? { of: get(lossKeyAtom), impact: get(impactAtom) } : undefined),
)

/** Whether the price impact prevents the swap. */
export const isLossUnaccepted = (loss: PriceImpactLoss): boolean =>
  loss === 'awaited' || loss === 'large' || loss === 'untold'
