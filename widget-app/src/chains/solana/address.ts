import { type Address, isAddress } from '@solana/web3.js'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'

/** The value as an address, if it is base58 of 32 bytes; else `undefined`. */
export const asAddress = (value: unknown): Address | undefined =>
  typeof value === 'string' && isAddress(value) ? value : undefined

/**
 * Parses an address that the user typed. Solana addresses have no checksum, and a single encoding.
 * @throws WidgetError `address/invalid` ('Invalid address').
 */
export function parseAddress(text: string): Address {
  const address = asAddress(text.trim())
  if (address === undefined) throw new WidgetError('address/invalid', texts.invalidAddress)
  return address
}
