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

/** @throws InvalidPurchaseError unless an address can receive on a network (CAIP-2) of Ethereum or Solana. */
export function checkReceiver(chainId: string, address: string): void {
  const isReceiver = chainId.startsWith('eip155:')
    ? isAddress(address, { strict: false })
    : isSolanaAddress(address)
  if (!isReceiver) throw new InvalidPurchaseError(`Invalid address: ${address}`)
}

/** An amount of money in hundredths; undefined for what is none, or has a smaller part. */
export function centsOf(decimal: string): bigint | undefined {
  const parsed = parsePlainAmount(decimal, 2)
  return parsed.is === 'amount' ? parsed.value : undefined
}

/** An amount of money that can be paid, in hundredths. @throws InvalidPurchaseError */
export function paidCents(decimal: string): bigint {
  const cents = centsOf(decimal)
  if (cents === undefined || cents <= 0n) throw new InvalidPurchaseError(`Not an amount of money: ${decimal}`)
  return cents
}

/** `100.50` of 10,050. */
export const moneyText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
