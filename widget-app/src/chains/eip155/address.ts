import { getAddress, hexToNumber } from 'viem/utils'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { walletChain } from './chain-number.ts'
import { addressSchema, type Hex } from './hex.ts'
import { evmAddressPattern } from './manifest.ts'

/** An address with its checksum (EIP-55), or `undefined` for anything that is no 20-byte hex. */
export function checksummed(value: unknown): Hex | undefined {
  const parsed = addressSchema.safeParse(value)
  return parsed.success ? getAddress(parsed.data.toLowerCase()) : undefined
}

/**
 * Normalizes a typed address: optional `0x`; adds the checksum (EIP-55), and verifies it if the text mixes cases, by EIP-55
 * or by the checksum of `chain` (EIP-1191).
 * @throws WidgetError `address/invalid` ('Invalid address') or `address/checksum`.
 */
export function parseAddress(text: string, chain?: ChainId): Hex {
  const typed = text.trim()
  const digits = typed.startsWith('0x') ? typed.slice(2) : typed
  const address = evmAddressPattern.test(typed) ? checksummed(`0x${digits}`) : undefined
  if (address === undefined) throw new WidgetError('address/invalid', texts.invalidAddress)
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  const hasChecksum = (of: string) => of === `0x${digits}`
  const hasChainChecksum = () =>
    chain !== undefined && hasChecksum(getAddress(address, hexToNumber(walletChain(chain))))
  if (isMixedCase && !hasChecksum(address) && !hasChainChecksum()) {
    throw new WidgetError('address/checksum', 'Address checksum does not match')
  }
  return address
}
