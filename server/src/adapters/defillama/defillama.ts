import { LRUCache } from 'lru-cache'
import { plainDecimal } from '../../../../shared/api/wire-formats.ts'
import * as z from '../../../../shared/zod.ts'
import type { CurrencyRates, Decimal, PriceSource, TokenPrice } from '../../ports/sources/prices.ts'
import { convertPrice } from '../../vendor-clients/convert-price.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'
import { coinId } from './coin-ids.ts'

export type DefillamaOptions = {
  /** Base URL of the API: https://coins.llama.fi */
  readonly url: string
  /** An older price is absent. */
  readonly maxAgeSeconds: number
  /** A price whose `confidence` (0 to 1) is lower, or missing, is absent. */
  readonly minConfidence: number
  /** Converts prices, which DefiLlama has in USD only; without it other currencies have no prices. */
  readonly rates?: CurrencyRates | undefined
  /** Name and symbol of a token by CAIP-10 id; DefiLlama has symbols only. */
  readonly namesOf: (tokenId: string) => { readonly name: string; readonly symbol: string } | undefined
}

/** Ids in one URL: with the longest ids the URL has 3.5 kB. */
const idsPerUrl = 50
/** Maximum number of ids per call; further ids have no price. */
const idsPerCall = 500
/** How long a response is cached. DefiLlama caches for five minutes; a price's age counts from when it was observed. */
const cacheLifetimeMs = 60_000
const maxCachedIds = 20_000
/** Tolerates different clocks; a price from further in the future is ignored. */
const futureMaxMs = 600_000

const responseSchema = z.object({ coins: z.record(z.string(), z.unknown()) })

/** `decimals` is not read: amounts are already in whole tokens. */
const coinSchema = z.object({
  price: z.number().check(z.gt(0)),
  symbol: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Seconds since the epoch. */
  timestamp: z.number().check(z.gt(0)),
  confidence: z.number().check(z.gte(0), z.lte(1)),
})
type Coin = z.output<typeof coinSchema>

/** The digits in the JSON: a double prints as the shortest text that parses to it. */
function decimalOf(price: number): Decimal | undefined {
  const text = plainDecimal(String(price))
  if (text === undefined) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { value: BigInt(whole + fraction), decimals: fraction.length }
}

const chunksOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/**
 * Prices from DefiLlama's public API, `GET /prices/current/{ids}` (https://api-docs.defillama.com), without a key. A price
 * is absent when it is older than the limit, its confidence is lower than the limit, its currency has no fresh rate, or the
 * API returns another id than the requested one. Never tested against the live service.
 */
export function createDefillamaPrices(connection: VendorConnection, options: DefillamaOptions): PriceSource {
  const { maxAgeSeconds, minConfidence, rates, namesOf } = options
  const now = connection.timers.now
  const client = createVendorClient({ ...connection, vendor: 'DefiLlama' })
  const base = options.url.replace(/\/+$/, '')
  /** Includes requests in flight, so that equal ids are fetched once. */
  const cache = new LRUCache<string, { readonly coin: Promise<Coin | undefined> }>({
    ...{ max: maxCachedIds, ttl: cacheLifetimeMs, perf: { now }, ttlResolution: 0 },
  })

  const fetchCoins = (ids: readonly string[]): Promise<ReadonlyMap<string, Coin>> =>
    client.call({ url: `${base}/prices/current/${ids.join(',')}`, schema: responseSchema }, (response) => {
      const coins = new Map(Object.entries(response.coins))
      return new Map(
        ids.flatMap((id) => {
          const coin = z.safeParse(coinSchema, coins.get(id))
          return coin.success ? [[id, coin.data] as const] : []
        }),
      )
    })

  function startFetch(ids: readonly string[]): void {
    for (const chunk of chunksOf(ids, idsPerUrl)) {
      const response = fetchCoins(chunk)
      for (const id of chunk) {
        const entry = { coin: response.then((coins) => coins.get(id)) }
        cache.set(id, entry)
        entry.coin.catch(() => {
          if (cache.peek(id) === entry) cache.delete(id)
        })
      }
    }
  }

  /** Coins by id. @throws the first failure if every request failed; otherwise returns what is available. */
  async function coinsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Coin>> {
    startFetch(ids.filter((id) => !cache.has(id)))
    const entries = ids.flatMap((id) => {
      const entry = cache.get(id)
      return entry === undefined ? [] : [{ id, coin: entry.coin }]
    })
    const settled = await Promise.allSettled(entries.map(({ coin }) => coin))
    const [failure] = settled.flatMap((one) => (one.status === 'rejected' ? [one] : []))
    if (failure && settled.every(({ status }) => status === 'rejected')) throw failure.reason
    return new Map(
      settled.flatMap((one, at) => {
        const id = entries[at]?.id
        return id === undefined || one.status === 'rejected' || one.value === undefined
          ? []
          : [[id, one.value] as const]
      }),
    )
  }

  const isUsable = ({ timestamp, confidence }: Coin): boolean => {
    const ageMs = now() - timestamp * 1_000
    return ageMs <= maxAgeSeconds * 1_000 && ageMs >= -futureMaxMs && confidence >= minConfidence
  }

  return {
    prices: async (tokenIds, currency) => {
      const requested = [...new Set(tokenIds)].flatMap((tokenId) => {
        const id = coinId(tokenId)
        return id === undefined ? [] : [{ tokenId, id }]
      })
      if (requested.length === 0) return []
      const rate = currency === 'usd' ? undefined : await rates?.inUsd(currency)
      if (currency !== 'usd' && rate === undefined) return []
      const coins = await coinsOf([...new Set(requested.map(({ id }) => id))].slice(0, idsPerCall))
      return requested.flatMap(({ tokenId, id }): readonly TokenPrice[] => {
        const coin = coins.get(id)
        const inUsd = coin && isUsable(coin) ? decimalOf(coin.price) : undefined
        if (coin === undefined || inUsd === undefined) return []
        const price = rate === undefined ? inUsd : convertPrice(inUsd, rate.rate)
        if (price.value === 0n) return []
        const { symbol } = coin
        const observedAtMs = coin.timestamp * 1_000
        return [
          {
            ...{ tokenId, name: symbol, symbol, price, ...namesOf(tokenId) },
            updatedAtMs: Math.min(observedAtMs, rate?.updatedAtMs ?? observedAtMs),
          },
        ]
      })
    },
  }
}
