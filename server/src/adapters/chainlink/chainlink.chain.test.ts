import { afterAll, beforeAll, expect, it } from 'vitest'
import { multicall3Address } from '../../../../e2e/stack/chains/local-chains.ts'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { feedDecimals, localFeeds } from '../../../../e2e/stack/chains/tokens.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createChainlinkPrices } from './chainlink.ts'

const chainId = 'eip155:1'
const feeds = localFeeds.map(({ symbol, address }) => ({
  feed: { chainId, address, description: `${symbol} / USD`, decimals: feedDecimals, heartbeatSeconds: 3_600 },
  tokens: [{ tokenId: `${chainId}:${symbol}`, name: symbol, symbol }],
}))

let node: SeededAnvil
beforeAll(async () => {
  node = await startSeededAnvil()
})
afterAll(() => node.stop())

it('feeds of a chain › one request once they are verified, also for changed answers', async () => {
  const rpc = nodeRpc({ [chainId]: node.chain.rpcUrl })
  const source = createChainlinkPrices(rpc, Date.now, {
    tokenFeeds: feeds,
    currencyFeeds: {},
    chains: [{ chainId, multicall3: multicall3Address }],
  })
  const ids = [`${chainId}:ETH`, `${chainId}:USDC`]
  const first = await source.prices(ids, 'usd')
  expect(first.map(({ price }) => price.value)).toEqual(
    localFeeds.slice(0, 2).map(({ initialAnswer }) => initialAnswer),
  )
  await node.chain.setPrice('ETH', '2999.5')
  const [moved] = await source.prices(ids, 'usd')
  expect(moved?.price).toEqual({ value: 299_950_000_000n, decimals: 8 })
  expect(rpc.sent.map((calls) => calls.length)).toEqual([1, 1])
})
