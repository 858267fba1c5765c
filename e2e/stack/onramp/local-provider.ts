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
  contractOf,
  findSoldAsset,
  isReceiver,
  marketsOf,
  type SoldAsset,
  sold,
} from '../sold-assets/sold-assets.ts'
import type { Stack } from '../stack-file.ts'
import { readEvent, signatureHeader } from './events.ts'
import { centsOf, decimalOf, type Offer, offerOf, payments } from './offers.ts'
import { saleUrl } from './provider-app.ts'
import { localProviders } from './providers.ts'
import type { Sales } from './sales.ts'

type Parts = {
  readonly chains: readonly RunningChain[]
  readonly stack: Stack
  readonly sales: Sales
  readonly prices: readonly PriceSource[]
  /** Of the events. */
  readonly secret: string
}

/** Of an Ethereum chain its number, else CAIP-2. */
const providerChainId = (id: string): string => id.replace(/^eip155:/, '')

/** The providers of the local world, as the server knows them: what they sell, at which price, and where their pages are. */
export function onrampProviders({ chains, stack, sales, prices, secret }: Parts): readonly OnrampProvider[] {
  const markets = marketsOf(chains, stack.solana)
  const options: OnrampOptions = {
    paymentCurrencies: Object.entries(payments).map(([id, methods]) => ({
      id,
      payment_method_limits: [...methods],
    })),
    purchaseCurrencies: sold.map((one) => ({
      ...one,
      networks: markets.flatMap(({ name, displayName, id, find }) => {
        const goods = find(one.symbol)
        return goods
          ? {
              ...{ name, display_name: displayName },
              ...{ chain_id: providerChainId(id), contract_address: contractOf(goods) },
            }
          : []
      }),
    })),
  }

  const tokenIdOf = (goods: SoldAsset): string => {
    if (goods.is === 'svm') return `${stack.solana.id}:${contractOf(goods) || nativeTokenAddresses.solana}`
    return `eip155:${goods.chain.plan.chainId}:${contractOf(goods) || nativeTokenAddresses.eip155}`
  }

  /** @throws InvalidPurchaseError */
  async function offered({ asset, network, currency, amount }: OnrampTerms) {
    if (!payments[currency]) throw new InvalidPurchaseError(`${currency} is not taken`)
    const goods = findSoldAsset(markets, network, asset)
    if (!goods) throw new InvalidPurchaseError(`${asset} is not sold on ${network}`)
    const ids = [tokenIdOf(goods)]
    const found = await Promise.all(prices.map((source) => source.prices(ids, currency.toLowerCase())))
    const [known] = found.flat()
    if (known === undefined) throw new InvalidPurchaseError(`${asset} has no price in ${currency}`)
    const offer: Offer = offerOf(goods, centsOf(amount), known.price)
    if (offer.value <= 0n) throw new InvalidPurchaseError('The amount is too small')
    return { goods, offer }
  }

  return localProviders(stack).map(({ id, name }) => ({
    id,
    options: async () => options,
    quote: async (terms) => {
      const { asset, network, currency } = terms
      const { goods, offer } = await offered(terms)
      const money = (cents: bigint) => ({ amount: decimalOf(cents), currency })
      return {
        quoteId: `${network}-${asset}-${currency}-${offer.total}-${offer.value}`,
        paymentTotal: money(offer.total),
        paymentSubtotal: money(offer.subtotal),
        purchaseAmount: { amount: formatUnits(offer.value, goods.decimals), currency: asset },
        networkFee: money(offer.network),
      }
    },
    open: async ({ reference, address: to, ...terms }) => {
      const { goods, offer } = await offered(terms)
      if (!isReceiver(goods, to)) throw new InvalidPurchaseError(`Invalid address: ${to}`)
      const { currency } = terms
      const sale = sales.open({ reference, provider: { id, name }, goods, offer, currency, to })
      return { url: saleUrl(stack, sale), vendorId: sale.session }
    },
    parseEvent: async ({ body, header }) => readEvent(secret, body, header(signatureHeader)),
  }))
}
