import type { ChainlinkOptions, TokenFeed } from '#server/adapters/chainlink/chainlink.ts'
import { nativeEvmAddress, nativeTokenAddresses } from '#shared/api/price.ts'
import { multicall3Address } from '../chains/local-chains.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import { feedDecimals, localFeeds, localTokens } from '../chains/tokens.ts'
import type { Stack } from '../stack-file.ts'
import { picture } from './token-pictures.ts'

/** Only a test moves a local feed, so that its answer is never old; and tests may move the clock of a chain. */
const heartbeatSeconds = 10 * 365 * 86_400

type PricedToken = TokenFeed['tokens'][number]

const feedOf = (chainId: string, symbol: string): TokenFeed['feed'] => {
  const feed = localFeeds.find((one) => one.symbol === symbol)
  if (feed === undefined) throw new Error(`There is no price feed for ${symbol}`)
  const { address } = feed
  return { chainId, address, description: `${symbol} / USD`, decimals: feedDecimals, heartbeatSeconds }
}

const priced = (tokenId: string, name: string, symbol: string): PricedToken => ({
  ...{ tokenId, name, symbol },
  ...picture(symbol),
})

/** Feeds of the tokens of an Ethereum chain, which are on the chain itself. */
const evmFeeds = ({ id }: Stack['chains'][number]): readonly TokenFeed[] =>
  [{ name: 'Ether', symbol: 'ETH', address: nativeEvmAddress }, ...localTokens].map(
    ({ name, symbol, address }) => ({
      feed: feedOf(id, symbol),
      tokens: [priced(`${id}:${address}`, name, symbol)],
    }),
  )

/** Feeds for the chainlink adapter: each Ethereum chain has its own; those of Solana and of currencies are on the first. */
export function localFeedOptions({ chains, solana }: Pick<Stack, 'chains' | 'solana'>): ChainlinkOptions {
  const [first] = chains
  if (first === undefined) throw new Error('The local world has no Ethereum chain')
  const coin = { name: 'Solana', symbol: 'SOL', address: nativeTokenAddresses.solana }
  const mints = svmMints.map(({ name, symbol, key }) => ({ name, symbol, address: key.address }))
  const onFirst = (symbol: string) => feedOf(first.id, symbol)
  return {
    tokenFeeds: [
      ...chains.flatMap(evmFeeds),
      ...[coin, ...mints].map(({ name, symbol, address }) => ({
        feed: onFirst(symbol),
        tokens: [priced(`${solana.id}:${address}`, name, symbol)],
      })),
    ],
    currencyFeeds: {
      eur: onFirst('EUR'),
      gbp: onFirst('GBP'),
      aud: onFirst('AUD'),
      cad: onFirst('CAD'),
      inr: onFirst('INR'),
      jpy: onFirst('JPY'),
      btc: onFirst('BTC'),
      eth: onFirst('ETH'),
    },
    chains: chains.map(({ id }) => ({ chainId: id, multicall3: multicall3Address })),
    marginSeconds: heartbeatSeconds,
  }
}
