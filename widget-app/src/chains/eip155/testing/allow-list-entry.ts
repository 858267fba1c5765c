import { type Hex, isSameHex } from '../hex.ts'
import type { DrawnTransaction } from './random-transaction.ts'

/**
 * An independent implementation of the allow list, for tests of the one in `domain/review`: native transfers without data,
 * or a transfer of one of the `tokens`, with harmless terms. `networkPrice` in wei per gas.
 */
export function isEntry(
  { to, value, data, gas, accessList, authorisation, nonce, ...fees }: DrawnTransaction,
  tokens: readonly Hex[],
  networkPrice: bigint,
): boolean {
  const isNative = to !== undefined && data === '0x'
  const isToken =
    tokens.some((token) => isSameHex(to, token)) &&
    value === 0n &&
    /^0xa9059cbb0{24}[0-9a-f]{104}$/i.test(data)
  if ((!isNative && !isToken) || accessList || authorisation || nonce !== undefined) return false
  if (gas !== undefined && gas > 300_000n) return false
  const prices = [fees.gasPrice, fees.maxFeePerGas, fees.maxPriorityFeePerGas].map((price) => price ?? 0n)
  return prices.every(
    (price) =>
      price <= 4n * networkPrice || price * (gas ?? (isNative ? 21_000n : 100_000n)) <= 5n * 10n ** 14n,
  )
}
