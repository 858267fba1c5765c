import { type Address, erc20Abi, getAddress, isAddress, multicall3Abi } from 'viem'
import type { BalanceSource, Holding } from '#server/ports/balances.ts'
import { InvalidAddressError } from '#server/ports/balances.ts'
import type { PriceSource, TokenPrice } from '#server/ports/prices.ts'
import { nativeEvmAddress } from '#shared/api/price.ts'
import { multicall3Address } from '../chains/local-chains.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { feedDecimals, localFeeds, localTokens } from '../chains/tokens.ts'
import { priceFeedArtefact } from '../contracts/out/price-feed.ts'

const iconUrl = (symbol: string) => `/tokens/${symbol.toLowerCase()}.svg`
const caip2 = (chain: RunningChain) => `eip155:${chain.plan.chainId}`

/** Feed answers by symbol, in USD with eight decimals. */
async function readFeeds(chain: RunningChain): Promise<ReadonlyMap<string, bigint>> {
  const { abi } = priceFeedArtefact
  const rounds = await Promise.all(
    localFeeds.map(({ address }) =>
      chain.client.readContract({ address, abi, functionName: 'latestRoundData' }),
    ),
  )
  return new Map(localFeeds.map(({ symbol }, at) => [symbol, rounds[at]?.[1] ?? 0n]))
}

/** What one US dollar is in each currency, with the feeds' decimals; fixed, so that tests can count. */
const rates = new Map<string, bigint>([
  ['usd', 1_00000000n],
  ['eur', 92000000n],
  ['gbp', 79000000n],
  ['aud', 1_52000000n],
  ['cad', 1_37000000n],
  ['inr', 83_10000000n],
  ['jpy', 149_50000000n],
  ['btc', 1500n],
  ['eth', 31000n],
])

/**
 * Prices by symbol in a currency, with eight decimals.
 * @throws Error for currencies without a rate.
 */
export async function readPrices(
  chain: RunningChain,
  currency: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rate = rates.get(currency)
  if (rate === undefined) throw new Error(`The local world has no rate for ${currency}`)
  const scale = 10n ** BigInt(feedDecimals)
  return new Map([...(await readFeeds(chain))].map(([symbol, answer]) => [symbol, (answer * rate) / scale]))
}

/** Balances of the local Ethereum chains: the coin, and every known token the account holds, read in one call. */
export function evmBalances(chains: readonly RunningChain[]): BalanceSource {
  return {
    chainIds: () => chains.map(caip2),
    holdings: async (chainId, address) => {
      if (!isAddress(address, { strict: false })) throw new InvalidAddressError(address)
      const chain = chains.find((one) => caip2(one) === chainId)
      return chain === undefined ? [] : holdingsOn(chain, getAddress(address))
    },
  }
}

async function holdingsOn(chain: RunningChain, owner: Address): Promise<readonly Holding[]> {
  const chainId = caip2(chain)
  const [coins, ...amounts] = await Promise.all([
    chain.client.readContract({
      address: multicall3Address,
      abi: multicall3Abi,
      functionName: 'getEthBalance',
      args: [owner],
    }),
    ...localTokens.map(({ address }) =>
      chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    ),
  ])
  const held = localTokens.flatMap(({ name, symbol, decimals, address }, at) => {
    const amount = amounts[at] ?? 0n
    const tokenId = `${chainId}:${address}`
    return amount > 0n ? [{ chainId, tokenId, name, symbol, decimals, amount, iconUrl: iconUrl(symbol) }] : []
  })
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: iconUrl('ETH') }
  return [{ chainId, ...ether, amount: coins }, ...held]
}

/** Prices of the tokens (CAIP-10) that the local world knows, from the feeds of their chains. */
export function feedPrices(chains: readonly RunningChain[]): PriceSource {
  return {
    prices: async (tokenIds, currency) => {
      const found: TokenPrice[] = []
      for (const chain of chains) {
        const prefix = `${caip2(chain)}:`
        const asked = tokenIds.filter((id) => id.startsWith(prefix))
        if (asked.length === 0) continue
        const prices = await readPrices(chain, currency)
        for (const id of asked) {
          const token = tokenAt(id.slice(prefix.length).toLowerCase())
          const price = token && prices.get(token.symbol)
          if (token !== undefined && price !== undefined) found.push(tokenPrice(id, token, price))
        }
      }
      return found
    },
  }
}

/** A price of the feeds as the server has it. */
export const tokenPrice = (
  tokenId: string,
  { name, symbol }: { readonly name: string; readonly symbol: string },
  price: bigint,
): TokenPrice => ({
  ...{ tokenId, name, symbol, iconUrl: iconUrl(symbol) },
  price: { value: price, decimals: feedDecimals },
  updatedAtMs: Date.now(),
})

function tokenAt(address: string): { name: string; symbol: string } | undefined {
  if (address === nativeEvmAddress) return { name: 'Ether', symbol: 'ETH' }
  const token = localTokens.find((known) => known.address.toLowerCase() === address)
  return token && { name: token.name, symbol: token.symbol }
}
