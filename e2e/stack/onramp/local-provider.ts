import { formatUnits } from 'viem'
import {
  InvalidPurchaseError,
  type OnrampOptions,
  type OnrampProvider,
  type OnrampTerms,
} from '#server/ports/sources/onramp.ts'
import type { PriceSource } from '#server/ports/sources/prices.ts'
import { nativeTokenAddresses } from '#shared/api/price.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import {
  canReceive,
  contractOf,
  createMarkets,
  findSoldAsset,
  type SoldAsset,
  soldAssets,
} from '../sold-assets/sold-assets.ts'
import type { Stack } from '../stack-file.ts'
import { parseSignedEvent, signatureHeader } from './events.ts'
import { computeOffer, type Offer, paymentMethods, toCents, toDecimal } from './offers.ts'
import { saleUrl } from './provider-app.ts'
import { localProviders } from './providers.ts'
import type { Sales } from './sales.ts'

type ProviderPorts = {
  readonly chains: readonly RunningChain[]
  readonly stack: Stack
  readonly sales: Sales
  readonly prices: readonly PriceSource[]
  /** Secret that signs the events. */
  readonly secret: string
}

/** The chain number of an Ethereum chain, else the CAIP-2 id. */
const toProviderChainId = (id: string): string => id.replace(/^eip155:/, '')

/** Creates the providers of the local world for the server: options, quotes, payment pages and events. */
export function createOnrampProviders({
  chains,
  stack,
  sales,
  prices,
  secret,
}: ProviderPorts): readonly OnrampProvider[] {
  const markets = createMarkets(chains, stack.solana)
  const options: OnrampOptions = {
    paymentCurrencies: Object.entries(paymentMethods).map(([id, methods]) => ({
      id,
      payment_method_limits: [...methods],
    })),
    purchaseCurrencies: soldAssets.map((one) => ({
      ...one,
      networks: markets.flatMap(({ name, displayName, id, findAsset }) => {
        const soldAsset = findAsset(one.symbol)
        return soldAsset
          ? {
              ...{ name, display_name: displayName },
              ...{ chain_id: toProviderChainId(id), contract_address: contractOf(soldAsset) },
            }
          : []
      }),
    })),
  }

  const toTokenId = (soldAsset: SoldAsset): string => {
    if (soldAsset.is === 'svm')
      return `${stack.solana.id}:${contractOf(soldAsset) || nativeTokenAddresses.solana}`
    return `eip155:${soldAsset.chain.plan.chainId}:${contractOf(soldAsset) || nativeTokenAddresses.eip155}`
  }

  /** @throws InvalidPurchaseError */
  async function createOffer({ asset, network, currency, amount }: OnrampTerms) {
    if (!paymentMethods[currency]) throw new InvalidPurchaseError(`${currency} is not taken`)
    const soldAsset = findSoldAsset(markets, network, asset)
    if (!soldAsset) throw new InvalidPurchaseError(`${asset} is not sold on ${network}`)
    const ids = [toTokenId(soldAsset)]
    const priceLists = await Promise.all(prices.map((source) => source.prices(ids, currency.toLowerCase())))
    const [tokenPrice] = priceLists.flat()
    if (tokenPrice === undefined) throw new InvalidPurchaseError(`${asset} has no price in ${currency}`)
    const offer: Offer = computeOffer(soldAsset, toCents(amount), tokenPrice.price)
    if (offer.value <= 0n) throw new InvalidPurchaseError('The amount is too small')
    return { soldAsset, offer }
  }

  return localProviders(stack).map(({ id, name }) => ({
    id,
    options: async () => options,
    quote: async (terms) => {
      const { asset, network, currency } = terms
      const { soldAsset, offer } = await createOffer(terms)
      const toAmount = (cents: bigint) => ({ amount: toDecimal(cents), currency })
      return {
        quoteId: `${network}-${asset}-${currency}-${offer.total}-${offer.value}`,
        paymentTotal: toAmount(offer.total),
        paymentSubtotal: toAmount(offer.subtotal),
        purchaseAmount: { amount: formatUnits(offer.value, soldAsset.decimals), currency: asset },
        networkFee: toAmount(offer.network),
      }
    },
    open: async ({ reference, address: to, ...terms }) => {
      const { soldAsset, offer } = await createOffer(terms)
      if (!canReceive(soldAsset, to)) throw new InvalidPurchaseError(`Invalid address: ${to}`)
      const { currency } = terms
      const sale = sales.open({ reference, provider: { id, name }, asset: soldAsset, offer, currency, to })
      return { url: saleUrl(stack, sale), vendorId: sale.session }
    },
    parseEvent: async ({ body, header }) => parseSignedEvent(secret, body, header(signatureHeader)),
  }))
}
