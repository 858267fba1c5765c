import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import { privateAnswer, sharedAnswer } from '#server/core/cache-policy.ts'
import { readJson } from '#server/core/json-text.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Route, route } from '#server/core/route.ts'
import type { PriceSource } from '#server/ports/prices.ts'
import { getOnrampOptions, getOnrampOrder, postOnrampQuote, postOnrampUrl } from '#shared/api/onramp.ts'
import { nativeTokenAddresses } from '#shared/api/price.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { contractOf, findGoods, type Goods, isReceiver, marketsOf, sold } from '../goods/goods.ts'
import { centsOf, decimalOf, type Offer, offerOf, payments } from '../onramp/offers.ts'
import { saleUrl } from '../onramp/provider-app.ts'
import { localProviders } from '../onramp/providers.ts'
import type { Sale, Sales } from '../onramp/sales.ts'
import type { Stack } from '../stack-file.ts'

/** Of an Ethereum chain its number, else CAIP-2. */
const providerChainId = (id: string): string => id.replace(/^eip155:/, '')

/** The service that knows what a provider sells, at which price, where its page is and how a purchase stands. */
export function onrampRoutes(
  chains: readonly RunningChain[],
  sales: Sales,
  stack: Stack,
  prices: readonly PriceSource[],
): readonly Route[] {
  const markets = marketsOf(chains, stack.solana)
  const requireGoods = (network: string, symbol: string): Goods => {
    const goods = findGoods(markets, network, symbol)
    if (!goods) throw new Refusal(400, `${symbol} is not sold on ${network}`)
    return goods
  }

  const tokenIdOf = (goods: Goods): string => {
    if (goods.is === 'svm') return `${stack.solana.id}:${contractOf(goods) || nativeTokenAddresses.solana}`
    return `eip155:${goods.chain.plan.chainId}:${contractOf(goods) || nativeTokenAddresses.eip155}`
  }

  async function requireOffer(goods: Goods, amount: string, currency: string): Promise<Offer> {
    const ids = [tokenIdOf(goods)]
    const found = await Promise.all(prices.map((source) => source.prices(ids, currency.toLowerCase())))
    const [known] = found.flat()
    if (known === undefined) throw new Refusal(400, `${goods.symbol} has no price in ${currency}`)
    return offerOf(goods, centsOf(amount), known.price)
  }

  const requireProvider = (id = 'meld'): string => {
    const provider = localProviders(stack).find((one) => one.id === id)
    if (!provider) throw new Refusal(400, `Nobody sells as ${id}`)
    return provider.name
  }

  const options = route(getOnrampOptions, sharedAnswer, () => ({
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
  }))

  const quotes = route(postOnrampQuote, privateAnswer, async ({ body }) => {
    const { paymentCurrency: currency, network, purchaseCurrency: symbol } = body
    requireProvider(body.provider)
    if (!payments[currency]) throw new Refusal(400, `${currency} is not taken`)
    const goods = requireGoods(network, symbol)
    const offer = await requireOffer(goods, body.amount, currency)
    if (offer.value <= 0n) throw new Refusal(400, 'The amount is too small')
    const money = (cents: bigint) => ({ amount: decimalOf(cents), currency })
    return {
      quoteId: `${network}-${symbol}-${currency}-${offer.total}-${offer.value}`,
      paymentTotal: money(offer.total),
      paymentSubtotal: money(offer.subtotal),
      purchaseAmount: { amount: formatUnits(offer.value, goods.decimals), currency: symbol },
      networkFee: money(offer.network),
    }
  })

  const pages = route(postOnrampUrl, privateAnswer, async ({ body, project }) => {
    const [wallet] = body.destinationWallets
    const to = wallet?.address ?? ''
    const symbol = wallet?.assets?.[0] ?? ''
    if (body.presetFiatAmount === undefined) throw new Refusal(400, 'The amount is missing')
    const goods = requireGoods(body.defaultNetwork, symbol)
    if (!isReceiver(goods, to)) throw new Refusal(400, `Invalid address: ${to}`)
    const currency = body.presetFiatCurrency ?? 'USD'
    const offer = await requireOffer(goods, body.presetFiatAmount, currency)
    const provider = requireProvider(body.provider)
    const sale = sales.open({
      id: body.partnerUserId,
      project: project.key,
      provider,
      goods,
      offer,
      currency,
      to,
    })
    return { url: saleUrl(stack, sale) }
  })

  const orders = route(getOnrampOrder, privateAnswer, ({ param, project }) => {
    const sale = sales.findOrder(project.key, param('id'))
    if (!sale) throw new Refusal(404, 'There is no such purchase')
    return statusOf(sale)
  })

  return [options, quotes, pages, orders]
}

function statusOf({ state }: Sale) {
  switch (state.is) {
    case 'card':
    case 'identity':
    case 'proof':
      return { status: 'waiting' as const }
    case 'sent':
      return { status: 'sent' as const, transactionHash: state.hash }
    case 'failed':
      return { status: 'failed' as const, reason: state.reason }
    default:
      return { status: state.is }
  }
}

const wishSchema = z.strictObject({
  project: z.string(),
  /** `Cross-Origin-Opener-Policy` of the pages of its next sales. */
  openerPolicy: z.optional(z.string()),
  /** Lets the price of its unpaid sales lapse. */
  expire: z.optional(z.boolean()),
})

/** What tests may do to the provider. */
export function createOnrampControl(sales: Sales): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/', async (c) => {
    const wish = wishSchema.safeParse(readJson(await c.req.text()))
    if (!wish.success) return c.json({ reasons: wish.error.issues }, 400)
    const { project, openerPolicy, expire } = wish.data
    if (openerPolicy !== undefined) sales.setOpenerPolicy(project, openerPolicy)
    if (expire) sales.expire(project)
    return c.json({})
  })
  return app
}
