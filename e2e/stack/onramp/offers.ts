import { formatUnits, parseUnits } from 'viem'
import type { Decimal } from '#server/ports/sources/prices.ts'
import type { SoldAsset } from '../sold-assets/sold-assets.ts'

/** Payment methods with their limits, by currency. */
export const paymentMethods: {
  readonly [currency: string]: readonly { id: string; min: string; max: string }[]
} = {
  USD: [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
  ],
  EUR: [
    { id: 'card', min: '10.00', max: '7000.00' },
    { id: 'sepa_bank_account', min: '10.00', max: '20000.00' },
  ],
}

/** The provider's fee in basis points, within the 1 to 2 % that it announces. */
const feeBasisPoints = 150n
/** The network fee, in cents. */
const networkCents = 45n

/** A priced purchase: `value` in base units, the other amounts in cents. */
export type Offer = {
  readonly value: bigint
  readonly total: bigint
  readonly subtotal: bigint
  readonly network: bigint
}

/** Computes what an amount in cents buys at the price of one whole unit, after fees. */
export function computeOffer({ decimals }: SoldAsset, cents: bigint, price: Decimal): Offer {
  const subtotal = cents - networkCents - (cents * feeBasisPoints) / 10_000n
  const scale = 10n ** BigInt(decimals + price.decimals - 2)
  return {
    value: (subtotal * scale) / price.value,
    total: cents,
    subtotal,
    network: networkCents,
  }
}

export const toCents = (decimal: string): bigint => parseUnits(decimal, 2)
export const toDecimal = (cents: bigint): string => formatUnits(cents, 2)
