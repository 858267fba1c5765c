import { formatUnits, parseUnits } from 'viem'
import { readPrices } from '../api/portfolio.ts'
import { feedDecimals } from '../chains/tokens.ts'
import type { Goods } from '../goods/goods.ts'

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
  const feeds = goods.is === 'evm' ? goods.chain : goods.feeds
  const prices = await readPrices(feeds, currency.toLowerCase())
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
