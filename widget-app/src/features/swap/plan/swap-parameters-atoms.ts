import { shownUnits } from '#shared/amount/displayed-amount.ts'
import { atom } from '#widget/lib/state.ts'
import { acceptedPriceImpactAtom, draftAtom, slippageAtom, swapNetworkAtom, swapperAtom } from '../atoms.ts'
import { displayedQuoteAtom, minimumAtom, quoteRequestAtom } from '../quote.ts'
import { arePricesAwaitedAtom } from '../selected-tokens.ts'
import { impactBasisPoints, largeLossBasisPoints, lossToleranceBasisPoints } from '../swap-amounts.ts'
import type { SwapParameters } from './swap-parameters.ts'

/** The order to review; undefined while the form or its quote is not whole. */
export const swapParametersAtom = atom((get): SwapParameters | undefined => {
  const wish = get(quoteRequestAtom)
  const quote = get(displayedQuoteAtom)
  const minimum = get(minimumAtom)
  const slippage = get(slippageAtom)
  const connection = get(swapperAtom)
  const network = get(swapNetworkAtom)
  if (!wish || !quote || minimum === undefined || slippage.is !== 'fine' || !connection || !network)
    return undefined
  return { ...wish, quote, minimum, slippageBasisPoints: slippage.basisPoints, connection, network }
})

/** What of the worth given does not come back, in basis points; undefined where a price is not known. */
export const impactAtom = atom((get): bigint | undefined => {
  const order = get(swapParametersAtom)
  if (!order) return undefined
  const { from, to, amount, quote } = order
  return impactBasisPoints(
    { value: shownUnits(amount, from.asset), decimals: from.asset.decimals, price: from.price },
    { value: shownUnits(quote.toAmount, to.asset), decimals: to.asset.decimals, price: to.price },
  )
})

/** What of a swap a large loss is accepted for. */
export const lossKeyAtom = atom((get): string => {
  const { from, to } = get(draftAtom)
  const wish = get(quoteRequestAtom)
  return `${from}|${to}|${wish?.amount}`
})

/** What is known of a loss: `untold` where a price is missing, `accepted` once a person has said that it is meant. */
export type PriceImpactLoss = 'none' | 'awaited' | 'large' | 'untold' | 'accepted'

/**
 * Whether so much of the worth would be lost that a person has to say it is meant, and whether that was said of a loss no
 * smaller than this one. Where a price is missing the loss may be any.
 */
export const priceImpactLossAtom = atom(
  (get): PriceImpactLoss => {
    const impact = get(impactAtom)
    const accepted = get(acceptedPriceImpactAtom)
    const isOfThis = accepted?.of === get(lossKeyAtom)
    if (impact === undefined) {
      if (get(swapParametersAtom) === undefined) return 'none'
      if (get(arePricesAwaitedAtom)) return 'awaited'
      return isOfThis && accepted.impact === undefined ? 'accepted' : 'untold'
    }
    if (impact < largeLossBasisPoints) return 'none'
    const isMeant =
      isOfThis && accepted.impact !== undefined && impact <= accepted.impact + lossToleranceBasisPoints
    return isMeant ? 'accepted' : 'large'
  },
  (get, set, isAccepted: boolean) =>
    set(acceptedPriceImpactAtom, isAccepted ? { of: get(lossKeyAtom), impact: get(impactAtom) } : undefined),
)

/** Whether the loss keeps a swap from being carried out. */
export const isLossUnaccepted = (loss: PriceImpactLoss): boolean =>
  loss === 'awaited' || loss === 'large' || loss === 'untold'
