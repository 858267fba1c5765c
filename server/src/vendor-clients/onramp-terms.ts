import { base58Decode } from '@polkadot/util-crypto/base58'
import { isAddress } from 'viem'
import { parsePlainAmount } from '../../../shared/amount/parse-amount.ts'
import { InvalidPurchaseError } from '../ports/sources/onramp.ts'

const solanaAddressLength = 32

function isSolanaAddress(text: string): boolean {
  try {
    return base58Decode(text).length === solanaAddressLength
  } catch {
    return false
  }
}

/** @throws InvalidPurchaseError unless the address is valid on a network (CAIP-2) of Ethereum or Solana. */
export function checkRecipient(chainId: string, address: string): void {
  const isRecipient = chainId.startsWith('eip155:')
    ? isAddress(address, { strict: false })
    : isSolanaAddress(address)
  if (!isRecipient) throw new InvalidPurchaseError(`Invalid address: ${address}`)
}

/** A fiat amount in hundredths; undefined for invalid text or more than 2 decimals. */
export function centsOf(decimal: string): bigint | undefined {
  const parsed = parsePlainAmount(decimal, 2)
  return parsed.is === 'amount' ? parsed.value : undefined
}

/** A positive fiat amount, in hundredths. @throws InvalidPurchaseError */
export function paidCents(decimal: string): bigint {
  const cents = centsOf(decimal)
  if (cents === undefined || cents <= 0n) throw new InvalidPurchaseError(`Not an amount of money: ${decimal}`)
  return cents
}

/** Formats hundredths: `100.50` for 10,050. */
export const moneyText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
