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

/** Prices by symbol, in US dollars. */
export async function usdPrices(chain: RunningChain): Promise<ReadonlyMap<string, number>> {
  return new Map([...(await readFeeds(chain))].map(([symbol, answer]) => [symbol, priceNumber(answer)]))
}

/** @throws Refusal 400 for currencies without a feed. */
export function requireUsd(currency: string): void {
  if (currency !== 'usd') throw new Refusal(400, `The local world has no rate for ${currency}`)
}

/** The chain's coin, and every known token the account holds, read in one call. */
export async function balancesOn(chain: RunningChain, account: string, currency: string): Promise<Balance[]> {
  requireUsd(currency)
  if (!isAddress(account, { strict: false })) throw new Refusal(400, `Invalid address: ${account}`)
  const owner = getAddress(account)
  const [prices, coins, ...amounts] = await Promise.all([
    readFeeds(chain),
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
  requireUsd(currency)
  const found: FungiblePrice[] = []
  for (const chain of chains) {
    const prefix = `${caip2(chain)}:`
    const asked = tokenIds.filter((id) => id.startsWith(prefix))
    if (asked.length === 0) continue
    const prices = await readFeeds(chain)
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
