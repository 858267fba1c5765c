import { nativeTokenAddresses } from '../../../../shared/api/price.ts'
import type { ChainlinkOptions, TokenFeed } from './chainlink.ts'
import type { Feed } from './read-feeds.ts'

const chainId = 'eip155:1'
const decimals = 8
const [hour, day] = [3_600, 86_400]

const feed = (description: string, address: Feed['address'], heartbeatSeconds: number): Feed => ({
  ...{ chainId, description, address, decimals, heartbeatSeconds },
})

/** Networks whose native currency is ether, and those that mint ether one for one. */
const etherChains = [1, 10, 324, 8_453, 42_161, 59_144, 534_352]

const etherFeed: TokenFeed = {
  feed: feed('ETH / USD', '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', hour),
  tokens: etherChains.map((chain) => ({
    tokenId: `eip155:${chain}:${nativeTokenAddresses.eip155}`,
    name: 'Ether',
    symbol: 'ETH',
  })),
}

const tokenFeed = (
  symbol: string,
  name: string,
  tokenId: string,
  address: Feed['address'],
  heartbeatSeconds: number,
): TokenFeed => ({
  feed: feed(`${symbol} / USD`, address, heartbeatSeconds),
  tokens: [{ tokenId, name, symbol }],
})

/**
 * Feeds of Chainlink on Ethereum (https://docs.chain.link/data-feeds/price-feeds/addresses, November 2026). A feed whose
 * contract reports another description or other decimals gives no price. Never tested against Ethereum.
 */
export const ethereumFeeds: Pick<ChainlinkOptions, 'tokenFeeds' | 'currencyFeeds'> = {
  tokenFeeds: [
    etherFeed,
    tokenFeed(
      'SOL',
      'Solana',
      `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${nativeTokenAddresses.solana}`,
      '0x4ffC43a60e009B551865A93d232E33Fce9f01507',
      day,
    ),
    tokenFeed(
      'USDC',
      'USD Coin',
      `${chainId}:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`,
      '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
      day,
    ),
    tokenFeed(
      'USDT',
      'Tether USD',
      `${chainId}:0xdAC17F958D2ee523a2206206994597C13D831ec7`,
      '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
      day,
    ),
    tokenFeed(
      'DAI',
      'Dai Stablecoin',
      `${chainId}:0x6B175474E89094C44Da98b954EedeAC495271d0F`,
      '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9',
      hour,
    ),
  ],
  currencyFeeds: {
    eur: feed('EUR / USD', '0xb49f677943BC038e9857d61E7d053CaA2C1734C1', day),
    gbp: feed('GBP / USD', '0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5', day),
    aud: feed('AUD / USD', '0x77F9710E7d0A19669A13c055F62cd80d313dF022', day),
    jpy: feed('JPY / USD', '0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3', day),
    btc: feed('BTC / USD', '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c', hour),
    eth: feed('ETH / USD', '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', hour),
  },
}
