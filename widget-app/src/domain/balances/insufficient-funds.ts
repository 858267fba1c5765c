import type { ParsedAmountDraft } from './amount-draft.ts'

export type AmountFunds = {
  readonly amount: ParsedAmountDraft
  /** In base units; undefined while it is unknown, and then the chain decides. */
  readonly balance: bigint | undefined
  /** Whether the amount reduces what pays the fee. */
  readonly isNativeSpent: boolean
  readonly nativeBalance: bigint | undefined
  readonly maxFee: bigint | undefined
}

/** Whether the amount exceeds the balance; a balance too small only for the fee is another problem. */
export const exceedsBalance = ({
  amount,
  balance,
  isNativeSpent,
}: Pick<AmountFunds, 'amount' | 'balance' | 'isNativeSpent'>): boolean =>
  (amount.is === 'amount' && balance !== undefined && amount.value > balance) ||
  (amount.is === 'none-left' && !isNativeSpent)

/** Whether the native balance is less than the maximum fee, plus an amount that the same balance pays. */
export function lacksFee({
  amount,
  isNativeSpent,
  nativeBalance,
  maxFee,
}: Omit<AmountFunds, 'balance'>): boolean {
  if (isNativeSpent && amount.is === 'none-left') return true
  if (nativeBalance === undefined || maxFee === undefined) return false
  return nativeBalance < maxFee + (isNativeSpent && amount.is === 'amount' ? amount.value : 0n)
}
