import type * as z from 'zod/mini'
import type { currency } from '../../../../shared/api/balance.ts'
import type { EvmChain } from '../../chain-clients/read-contracts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import type { CurrencyRates, Decimal, PriceSource } from '../../ports/sources/prices.ts'
import { convertPrice } from '../../vendor-clients/convert-price.ts'
import { createFeedReader, type Feed, type FeedAnswer } from './read-feeds.ts'

type Currency = z.output<ReturnType<typeof currency>>

/** A feed in USD and the tokens it prices. */
export type TokenFeed = {
  readonly feed: Feed
  readonly tokens: readonly {
    /** CAIP-10; the native currency by `nativeTokenAddresses`. */
    readonly tokenId: string
    readonly name: string
    readonly symbol: string
    readonly iconUrl?: string
  }[]
}

export type ChainlinkOptions = {
  readonly tokenFeeds: readonly TokenFeed[]
  /** The feed of each currency in USD, for example `EUR / USD`; a currency without one has no prices. */
  readonly currencyFeeds: Readonly<Partial<Record<Exclude<Currency, 'usd'>, Feed>>>
  /** Multicall3 addresses of the chains of the feeds. */
  readonly chains: readonly EvmChain[]
  /** How long after its heartbeat an answer is still valid, as a busy chain may be late. 10 minutes by default. */
  readonly marginSeconds?: number
}

/** The price in a currency. Both answers are in USD. */
const toCurrency = ({ answer, decimals }: FeedAnswer, rate: FeedAnswer | undefined): Decimal =>
  rate === undefined
    ? { value: answer, decimals }
    : convertPrice({ value: answer, decimals }, { value: rate.answer, decimals: rate.decimals })

/** Returns a function that checks whether an answer is within its feed's heartbeat plus the margin. */
const createFreshnessCheck =
  (clock: Clock, marginSeconds = 600) =>
  ({ heartbeatSeconds }: Feed, { updatedAtMs }: FeedAnswer): boolean => {
    const ageMs = clock() - updatedAtMs
    const marginMs = marginSeconds * 1_000
    return ageMs <= heartbeatSeconds * 1_000 + marginMs && ageMs >= -marginMs
  }

const feedOf = (feeds: ChainlinkOptions['currencyFeeds'], currency: string): Feed | undefined =>
  Object.entries(feeds).find(([pricedToken]) => pricedToken === currency)?.[1]

/** Rates of the currencies that have a feed, with the rules of `createChainlinkPrices`. */
export function createChainlinkRates(
  rpc: ChainRpc,
  clock: Clock,
  { currencyFeeds, chains, marginSeconds }: Omit<ChainlinkOptions, 'tokenFeeds'>,
): CurrencyRates {
  const read = createFeedReader(rpc, chains)
  const isCurrent = createFreshnessCheck(clock, marginSeconds)
  return {
    inUsd: async (currency) => {
      const feed = feedOf(currencyFeeds, currency)
      if (feed === undefined) return undefined
      const { answers, failures } = await read([feed])
      if (failures.has(feed.chainId)) throw failures.get(feed.chainId)
      const found = answers.get(feed)
      if (found === undefined || !isCurrent(feed, found)) return undefined
      const { answer, decimals, updatedAtMs } = found
      return { rate: { value: answer, decimals }, updatedAtMs }
    },
  }
}

const keyOf = (tokenId: string): string => (tokenId.startsWith('eip155:') ? tokenId.toLowerCase() : tokenId)

/**
 * Prices from Chainlink feeds. A price is absent when its feed, or the feed of the currency, has not been updated within its
 * heartbeat plus the margin, has an incomplete round, an answer of zero or below, or does not match its record; and also
 * when its chain does not respond while another chain does.
 */
export function createChainlinkPrices(rpc: ChainRpc, clock: Clock, options: ChainlinkOptions): PriceSource {
  const { tokenFeeds, currencyFeeds, chains } = options
  const read = createFeedReader(rpc, chains)
  const pricedTokens = new Map(
    tokenFeeds.flatMap(({ feed, tokens }) => tokens.map((token) => [keyOf(token.tokenId), { feed, token }])),
  )
  const isCurrent = createFreshnessCheck(clock, options.marginSeconds)
  return {
    prices: async (tokenIds, currency) => {
      const rateFeed = feedOf(currencyFeeds, currency)
      if (currency !== 'usd' && rateFeed === undefined) return []
      const requested = [...new Set(tokenIds)].flatMap((tokenId) => {
        const pricedToken = pricedTokens.get(keyOf(tokenId))
        return pricedToken === undefined ? [] : [{ ...pricedToken, tokenId }]
      })
      if (requested.length === 0) return []
      const feeds = requested.map(({ feed }) => feed)
      const { answers, failures } = await read([...feeds, ...(rateFeed ? [rateFeed] : [])])
      // Without the rate there is no price; if one chain of several fails, the others' prices are still returned.
      if (rateFeed && failures.has(rateFeed.chainId)) throw failures.get(rateFeed.chainId)
      if (feeds.every(({ chainId }) => failures.has(chainId))) throw [...failures.values()][0]
      const current = (feed: Feed): FeedAnswer | undefined => {
        const answer = answers.get(feed)
        return answer && isCurrent(feed, answer) ? answer : undefined
      }
      const rate = rateFeed && current(rateFeed)
      if (rateFeed !== undefined && rate === undefined) return []
      return requested.flatMap(({ feed, token, tokenId }) => {
        const answer = current(feed)
        if (answer === undefined) return []
        const price = toCurrency(answer, rate)
        if (price.value === 0n) return []
        const updatedAtMs = Math.min(answer.updatedAtMs, rate?.updatedAtMs ?? answer.updatedAtMs)
        return [{ ...token, tokenId, price, updatedAtMs }]
      })
    },
  }
}
