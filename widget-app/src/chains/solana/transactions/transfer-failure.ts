import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'

/**
 * Why the chain would not execute a transfer; `data.reason` of `send/failed`. `rent`: an account would be left with less
 * than the rent-exempt minimum. `not-a-wallet`: the recipient is an account from which the amount could not be moved.
 * `expired`: it was signed too late.
 */
export type TransferFailureReason =
  | 'insufficient-funds'
  | 'rent'
  | 'reverted'
  | 'not-a-wallet'
  | 'expired'
  | 'token-changed'
  | TokenFailureReason

/**
 * Why a token cannot be transferred. `unknown`: it has an extension that the widget does not support, or does something
 * other than its extensions state. `opens-frozen`: the account that would be created for the recipient is frozen from the
 * start.
 */
type TokenFailureReason =
  | 'token-non-transferable'
  | 'token-paused'
  | 'token-frozen'
  | 'token-receiver-frozen'
  | 'token-opens-frozen'
  | 'token-hook'
  | 'token-refuses'
  | 'token-split'
  | 'token-unknown'

const messages: { readonly [Reason in TransferFailureReason]: string } = {
  'insufficient-funds': 'There is not enough for the transfer and its fee',
  rent: 'An account would be left with less than the chain allows',
  reverted: 'The chain would not carry out this transfer',
  'not-a-wallet': 'The receiver is no wallet',
  expired: 'The wallet answered too late for the chain',
  'token-changed': 'The token treats the transfer differently than when it was reviewed',
  'token-non-transferable': 'The token cannot be transferred',
  'token-paused': 'The issuer has paused the token',
  'token-frozen': 'The issuer has frozen the account of the sender',
  'token-receiver-frozen': 'The issuer has frozen the account of the receiver',
  'token-opens-frozen': 'A new account of the token is frozen until its issuer thaws it',
  'token-split': 'No account of the sender holds that much of the token',
  'token-hook': 'The token runs a program at each transfer, whose accounts cannot be found',
  'token-refuses': 'The program that the token runs at each transfer refuses this one',
  'token-unknown': 'The token has a rule that is not known',
}

/** Creates the error of a failed transfer; `facts` are JSON, amounts as text. */
export const transferError = (
  reason: TransferFailureReason,
  facts: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): WidgetError => new WidgetError('send/failed', messages[reason], { cause, data: { reason, ...facts } })

const namedErrors: Readonly<Record<string, TransferFailureReason>> = {
  AccountNotFound: 'insufficient-funds',
  InsufficientFundsForFee: 'insufficient-funds',
  BlockhashNotFound: 'expired',
}
const rentError = () => z.object({ InsufficientFundsForRent: z.object({ account_index: z.int() }) })
const customError = () =>
  z.object({ InstructionError: z.tuple([z.int(), z.object({ Custom: z.literal(1) })]) })

/** Index of the account that is short of rent; `undefined` for other errors. */
export function rentShortage(error: unknown): number | undefined {
  const parsed = rentError().safeParse(error)
  return parsed.success ? parsed.data.InsufficientFundsForRent.account_index : undefined
}

const instructionError = () => z.object({ InstructionError: z.tuple([z.int(), z.unknown()]) })

/** Index of the instruction that failed; `undefined` for other errors. */
export function failedAt(error: unknown): number | undefined {
  const parsed = instructionError().safeParse(error)
  return parsed.success ? parsed.data.InstructionError[0] : undefined
}

/**
 * The reason of a transaction error. Custom error 1 of the System and the Token programs both mean insufficient funds. The
 * hook of a token has its own numbers: the failed instruction (`failedAt`) shows which program they belong to.
 */
export function reasonOf(error: unknown): TransferFailureReason {
  if (typeof error === 'string') return namedErrors[error] ?? 'reverted'
  if (rentShortage(error) !== undefined) return 'rent'
  return customError().safeParse(error).success ? 'insufficient-funds' : 'reverted'
}
