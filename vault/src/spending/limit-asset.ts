import { readAssetId } from '#shared/caip/asset-id.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import type { Store } from '#widget/lib/state.ts'
import { paymentOf } from './payment-of.ts'

/** The asset that a limit is for. */
export type LimitAsset = {
  /** CAIP-19 id. */
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  /** Whether it is the network's currency, in which fees are paid. */
  readonly isNative: boolean
}

/** What the request on screen pays, if a limit could cover it. */
export function limitAssetOf(store: Store): LimitAsset | undefined {
  const [review] = store.get(reviewsAtom)
  const state = review && paymentOf(review)
  if (state?.is !== 'payment') return undefined
  const { asset, token } = state.payment
  const read = readAssetId(asset)
  if (read === undefined) return undefined
  const isNative = read.address === undefined
  const currency = isNative ? store.get(networkTableAtom).get(read.chain)?.nativeCurrency : token
  return currency && { asset, symbol: currency.symbol, decimals: currency.decimals, isNative }
}
