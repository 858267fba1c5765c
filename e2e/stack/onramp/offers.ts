import { formatUnits, parseUnits } from 'viem'
import type { Decimal } from '#server/ports/sources/prices.ts'
import type { SoldAsset } from '../sold-assets/sold-assets.ts'

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

/** What so many cents buy at the price of one whole unit; fees are subtracted first. */
export function offerOf({ decimals }: SoldAsset, cents: bigint, price: Decimal): Offer {
  const subtotal = cents - networkCents - (cents * kept) / 10_000n
  const scale = 10n ** BigInt(decimals + price.decimals - 2)
  return {
    value: (subtotal * scale) / price.value,
    total: cents,
    subtotal,
    network: networkCents,
  }
}

export const centsOf = (decimal: string): bigint => parseUnits(decimal, 2)
export const decimalOf = (cents: bigint): string => formatUnits(cents, 2)
