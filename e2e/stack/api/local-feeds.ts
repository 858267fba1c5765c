import type { ChainlinkOptions, TokenFeed } from '#server/adapters/chainlink/chainlink.ts'
import { nativeEvmAddress, nativeTokenAddresses } from '#shared/api/price.ts'
import { multicall3Address } from '../chains/local-chains.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import { feedDecimals, localFeeds, localTokens } from '../chains/tokens.ts'
import type { Stack } from '../stack-file.ts'
import { tokenIcon } from './token-pictures.ts'

/** Long enough that no price is stale: only tests update a local feed, and tests may move the clock of a chain. */
const heartbeatSeconds = 10 * 365 * 86_400

type PricedToken = TokenFeed['tokens'][number]

const findFeed = (chainId: string, symbol: string): TokenFeed['feed'] => {
  const feed = localFeeds.find((one) => one.symbol === symbol)
  if (feed === undefined) throw new Error(`There is no price feed for ${symbol}`)
  const { address } = feed
  return { chainId, address, description: `${symbol} / USD`, decimals: feedDecimals, heartbeatSeconds }
}

const toPricedToken = (tokenId: string, name: string, symbol: string): PricedToken => ({
  ...{ tokenId, name, symbol },
  ...tokenIcon(symbol),
})

/** Feeds of the tokens of an Ethereum chain, deployed on that chain. */
const evmFeeds = ({ id }: Stack['chains'][number]): readonly TokenFeed[] =>
  [{ name: 'Ether', symbol: 'ETH', address: nativeEvmAddress }, ...localTokens].map(
    ({ name, symbol, address }) => ({
      feed: findFeed(id, symbol),
      tokens: [toPricedToken(`${id}:${address}`, name, symbol)],
    }),
  )

/** Options of the Chainlink adapter. Each Ethereum chain has feeds; those of Solana and of currencies are on the first. */
export function localFeedOptions({ chains, solana }: Pick<Stack, 'chains' | 'solana'>): ChainlinkOptions {
  const [first] = chains
  if (first === undefined) throw new Error('The local world has no Ethereum chain')
  const nativeToken = { name: 'Solana', symbol: 'SOL', address: nativeTokenAddresses.solana }
  const mints = svmMints.map(({ name, symbol, key }) => ({ name, symbol, address: key.address }))
  const feedOnFirst = (symbol: string) => findFeed(first.id, symbol)
  return {
    tokenFeeds: [
      ...chains.flatMap(evmFeeds),
      ...[nativeToken, ...mints].map(({ name, symbol, address }) => ({
        feed: feedOnFirst(symbol),
        tokens: [toPricedToken(`${solana.id}:${address}`, name, symbol)],
      })),
    ],
    currencyFeeds: {
      eur: feedOnFirst('EUR'),
      gbp: feedOnFirst('GBP'),
      aud: feedOnFirst('AUD'),
      cad: feedOnFirst('CAD'),
      inr: feedOnFirst('INR'),
      jpy: feedOnFirst('JPY'),
      btc: feedOnFirst('BTC'),
      eth: feedOnFirst('ETH'),
    },
    chains: chains.map(({ id }) => ({ chainId: id, multicall3: multicall3Address })),
    marginSeconds: heartbeatSeconds,
  }
}
