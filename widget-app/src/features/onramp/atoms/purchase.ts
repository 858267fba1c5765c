import { plainAmount } from '#shared/amount/format-amount.ts'
import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { postOnrampUrl } from '#shared/api/onramp.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { onrampQuoteLifetimeMs } from '#shared/config/limits.ts'
import type { AssetAmount } from '#widget/chains/chain-adapter.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isOpenOrder, type Order } from '#widget/domain/orders/order.ts'
import { ordersAtom } from '#widget/domain/orders/orders.ts'
import { readAssetBalance } from '#widget/domain/orders/read-asset-balance.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import type { Provider } from '../provider.ts'
import { framedPageUrl, safePageUrl } from '../provider-page-url.ts'
import { buyerAtom, buyNetworkAtom, startedCountAtom } from './draft.ts'
import { type BuyToken, methodAtom } from './options.ts'
import { problemsAtom } from './problems.ts'
import { providerAtom, requestedProviderAtom } from './providers.ts'
import { purchasedAssetAtom } from './purchased-asset.ts'
import { type Quote, quoteAtom, quoteRequestAtom } from './quote.ts'

/** A purchase, complete except for the provider's page. */
export type Purchase = {
  readonly provider: Provider
  readonly quote: Quote
  readonly order: Pick<Order, 'to' | 'asset' | 'expected' | 'pays'>
  readonly token: BuyToken
}

/** Parses a decimal of the service into base units of the asset, floored; undefined if it is not a decimal. */
function baseUnits(decimal: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = decimal.split('.')
  const digits = fraction.slice(0, decimals)
  const parsed = parsePlainAmount(digits === '' ? whole : `${whole}.${digits}`, decimals)
  return parsed.is === 'amount' ? parsed.value : undefined
}

/** The amount that the displayed quote delivers, in base units, once quote and asset are known. */
export const expectedAtom = atom((get): AssetAmount | undefined => {
  const displayed = get(quoteAtom)
  const asset = get(purchasedAssetAtom)
  if (displayed.is !== 'quote' || displayed.kind === 'sample' || asset.is !== 'ready') return undefined
  const { asset: purchased } = asset.data
  const value = baseUnits(displayed.quote.purchaseAmount.amount, purchased.decimals)
  return value === undefined ? undefined : { asset: purchased, value }
})

/** The purchase of the form, once it is complete and its quote is neither a sample nor old. */
export const purchaseAtom = atom((get): Purchase | undefined => {
  const provider = get(providerAtom)
  const displayed = get(quoteAtom)
  const request = get(quoteRequestAtom)
  const expected = get(expectedAtom)
  const method = get(methodAtom)?.id
  const to = get(buyerAtom)?.accounts[0]
  if (!provider || !request || to === undefined || get(problemsAtom).length > 0) return undefined
  if (displayed.is !== 'quote' || !expected || expected.value === 0n) return undefined
  const pays = { amount: plainAmount(request.cents, 2), currency: request.currency, method }
  return {
    provider,
    quote: displayed.quote,
    order: { to, asset: expected.asset, expected: expected.value, pays },
    token: request.token,
  }
})

/**
 * The provider's page of one purchase; `id` is the widget's id for it, which the provider also receives; `before` is the
 * account's balance of the asset at that time, if it could be read.
 */
export type ProviderPage = { readonly id: string; readonly url: string; readonly before: bigint | undefined }

/**
 * The provider's page for the purchase in the form, fetched in advance, because a popup has to open synchronously in the
 * click. Refetched with every quote and after each order. Write to it to refetch.
 */
export const providerPageAtom = queryAtom<ProviderPage>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const purchase = get(purchaseAtom)
  const providerId = get(requestedProviderAtom)
  const network = get(buyNetworkAtom)
  const { order, quote, token, provider } = purchase ?? {}
  return {
    key: [
      'onramp-page',
      provider?.id,
      order?.to,
      token?.code,
      token?.network,
      order?.pays?.amount,
      order?.pays?.currency,
      quote?.quoteId,
      quote?.at,
      get(startedCountAtom),
    ],
    staleTimeMs: onrampQuoteLifetimeMs,
    // Do not start a second purchase at the provider while the first is pending.
    overdueAfterMs: Number.POSITIVE_INFINITY,
    enabled: purchase !== undefined,
    load: async (signal) => {
      if (!purchase || !network) throw new Error('A page was asked for without its purchase')
      const { order, token, quote, provider } = purchase
      const id = ports.ids()
      const body = {
        destinationWallets: [{ address: order.to, blockchains: [token.network], assets: [token.code] }],
        defaultNetwork: token.network,
        partnerUserId: id,
        defaultExperience: 'buy' as const,
        presetCryptoAmount: quote.purchaseAmount.amount,
        presetFiatAmount: order.pays?.amount,
        ...(order.pays?.currency === 'USD' ? {} : { presetFiatCurrency: order.pays?.currency }),
        ...(providerId === undefined ? {} : { provider: providerId }),
      }
      const adapter = await ports.chains.adapter(namespaceOf(network.id))
      const [{ url }, before] = await Promise.all([
        fetchEndpoint(ports, api, postOnrampUrl, {
          params: {},
          query: {},
          body,
          signal,
          readsRejection: true,
        }),
        // Read now, not with the form: amounts spent since would count as missing. Undefined if it cannot be read.
        readAssetBalance(adapter, order.to, order.asset, network).catch(() => undefined),
      ])
      return {
        id,
        before,
        url: provider.open === 'iframe' ? framedPageUrl(url, provider.origins) : safePageUrl(url),
      }
    },
  }
})

/** A purchase of this account that has not ended. The form shows it before another one starts. */
export const openOrderAtom = atom((get): Order | undefined => {
  const to = get(buyerAtom)?.accounts[0]
  return get(ordersAtom).find((order) => order.kind === 'buy' && order.to === to && isOpenOrder(order))
})
