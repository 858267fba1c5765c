import { type Address, formatUnits, parseUnits } from 'viem'
import { readPrices } from '../api/portfolio.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { feedDecimals, localTokens } from '../chains/tokens.ts'

/** Something the provider sells on one of the local chains. */
export type Goods = {
  readonly chain: RunningChain
  readonly symbol: string
  readonly decimals: number
  /** Its contract; undefined for the chain's coin. */
  readonly token: Address | undefined
}

/** What is sold: the coin and two tokens. */
export const sold = [
  { id: 'ETH', name: 'Ether', symbol: 'ETH' },
  { id: 'USDC', name: 'USD Coin', symbol: 'USDC' },
  { id: 'DAI', name: 'Dai Stablecoin', symbol: 'DAI' },
] as const

/** Networks by the name the provider gives them. */
export const networkName = (chain: RunningChain): string => chain.plan.name.toLowerCase().replaceAll(' ', '-')

/** The goods of a symbol on a network; undefined where they are not sold. */
export function findGoods(
  chains: readonly RunningChain[],
  network: string,
  symbol: string,
): Goods | undefined {
  const chain = chains.find((one) => networkName(one) === network)
  if (!chain || !sold.some((one) => one.symbol === symbol)) return undefined
  if (symbol === 'ETH') return { chain, symbol, decimals: 18, token: undefined }
  const token = localTokens.find((one) => one.symbol === symbol)
  return token && { chain, symbol, decimals: token.decimals, token: token.address }
}

/** Ways to pay with their limits, by currency. */
export const payments: { readonly [currency: string]: readonly { id: string; min: string; max: string }[] } =
  {
    USD: [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ],
    EUR: [
      { id: 'card', min: '10.00', max: '7000.00' },
      { id: 'sepa_bank_account', min: '10.00', max: '20000.00' },
    ],
  }

/** Of 10,000: what the provider keeps, between the 1 and 2 % that it is known for. */
const kept = 150n
/** What it takes for the network, in cents. */
const networkCents = 45n

/** What money buys, in base units and cents. */
export type Offer = {
  readonly value: bigint
  readonly total: bigint
  readonly subtotal: bigint
  readonly network: bigint
}

/** What so many cents buy by the chain's price feed; fees are taken off first. */
export async function offerOf(goods: Goods, cents: bigint, currency: string): Promise<Offer> {
  const prices = await readPrices(goods.chain, currency.toLowerCase())
  const price = prices.get(goods.symbol) ?? 0n
  const subtotal = cents - networkCents - (cents * kept) / 10_000n
  const scale = 10n ** BigInt(goods.decimals + feedDecimals - 2)
  return {
    value: price === 0n ? 0n : (subtotal * scale) / price,
    total: cents,
    subtotal,
    network: networkCents,
  }
}

export const centsOf = (decimal: string): bigint => parseUnits(decimal, 2)
export const decimalOf = (cents: bigint): string => formatUnits(cents, 2)
