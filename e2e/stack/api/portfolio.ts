import { type Address, erc20Abi, formatUnits, getAddress, isAddress, multicall3Abi } from 'viem'
import type * as z from 'zod/mini'
import type { balanceEntry } from '#shared/api/balance.ts'
import { type fungiblePrice, nativeEvmAddress } from '#shared/api/price.ts'
import { multicall3Address } from '../chains/local-chains.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { feedDecimals, localFeeds, localTokens } from '../chains/tokens.ts'
import { priceFeedArtefact } from '../contracts/out/price-feed.ts'
import { Refusal } from './mount.ts'

type Balance = z.input<ReturnType<typeof balanceEntry>>
type FungiblePrice = z.input<ReturnType<typeof fungiblePrice>>

const iconUrl = (symbol: string) => `/tokens/${symbol.toLowerCase()}.svg`
const caip2 = (chain: RunningChain) => `eip155:${chain.plan.chainId}`

/** A price as JSON carries it in this API: a number. The feed's eight decimals survive that. */
const priceNumber = (answer: bigint) => Number(formatUnits(answer, feedDecimals))

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
 * @throws Refusal 400 for currencies without a rate.
 */
export async function readPrices(
  chain: RunningChain,
  currency: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rate = rates.get(currency)
  if (rate === undefined) throw new Refusal(400, `The local world has no rate for ${currency}`)
  const scale = 10n ** BigInt(feedDecimals)
  return new Map([...(await readFeeds(chain))].map(([symbol, answer]) => [symbol, (answer * rate) / scale]))
}

/** The same prices as numbers. @throws Refusal 400 for currencies without a rate. */
export async function pricesIn(chain: RunningChain, currency: string): Promise<ReadonlyMap<string, number>> {
  const prices = await readPrices(chain, currency)
  return new Map([...prices].map(([symbol, answer]) => [symbol, priceNumber(answer)]))
}

/** The chain's coin, and every known token the account holds, read in one call. */
export async function balancesOn(chain: RunningChain, account: string, currency: string): Promise<Balance[]> {
  if (!isAddress(account, { strict: false })) throw new Refusal(400, `Invalid address: ${account}`)
  const owner = getAddress(account)
  const [prices, coins, ...amounts] = await Promise.all([
    readPrices(chain, currency),
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
  const balance = (
    name: string,
    symbol: string,
    decimals: number,
    amount: bigint,
    address?: Address,
  ): Balance => {
    const price = prices.get(symbol) ?? 0n
    return {
      name,
      symbol,
      chainId: caip2(chain),
      ...(address === undefined ? {} : { address: `${caip2(chain)}:${address}` }),
      value: priceNumber((amount * price) / 10n ** BigInt(decimals)),
      price: priceNumber(price),
      quantity: { decimals: String(decimals), numeric: formatUnits(amount, decimals) },
      iconUrl: iconUrl(symbol),
    }
  }
  const held = localTokens.flatMap(({ name, symbol, decimals, address }, at) => {
    const amount = amounts[at] ?? 0n
    return amount > 0n ? [balance(name, symbol, decimals, amount, address)] : []
  })
  return [balance('Ether', 'ETH', 18, coins), ...held]
}

/** Prices of the tokens (CAIP-10) that the local world knows. */
export async function pricesOf(
  chains: readonly RunningChain[],
  tokenIds: readonly string[],
  currency: string,
): Promise<FungiblePrice[]> {
  const found: FungiblePrice[] = []
  for (const chain of chains) {
    const prefix = `${caip2(chain)}:`
    const asked = tokenIds.filter((id) => id.startsWith(prefix))
    if (asked.length === 0) continue
    const prices = await readPrices(chain, currency)
    for (const id of asked) {
      const token = tokenAt(id.slice(prefix.length).toLowerCase())
      const price = token && prices.get(token.symbol)
      if (token === undefined || price === undefined) continue
      found.push({ address: id, ...token, iconUrl: iconUrl(token.symbol), price: priceNumber(price) })
    }
  }
  return found
}

function tokenAt(address: string): { name: string; symbol: string } | undefined {
  if (address === nativeEvmAddress) return { name: 'Ether', symbol: 'ETH' }
  const token = localTokens.find((known) => known.address.toLowerCase() === address)
  return token && { name: token.name, symbol: token.symbol }
}
