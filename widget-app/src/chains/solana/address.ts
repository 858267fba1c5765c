import { type Address, isAddress } from '@solana/web3.js'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'

/** The value if it is an address: base58 of 32 bytes. */
export const asAddress = (value: unknown): Address | undefined =>
  typeof value === 'string' && isAddress(value) ? value : undefined

/**
 * Normalises a typed address. Solana's have no checksum, and exactly one way to be written.
 * @throws WidgetError `address/invalid` ('Invalid address').
 */
export function parseAddress(text: string): Address {
  const address = asAddress(text.trim())
  if (address === undefined) throw new WidgetError('address/invalid', texts.invalidAddress)
  return address
}
