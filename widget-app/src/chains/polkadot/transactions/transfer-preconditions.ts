import { WidgetError } from '#shared/errors/widget-error.ts'
import { type AccountState, transferable } from '../account-state.ts'

/** Why the chain would not execute a transfer; `data.reason` of `send/failed`. */
export type TransferFailureReason =
  | 'insufficient-funds'
  | 'sender-below-existential-deposit'
  | 'receiver-below-existential-deposit'

export type TransferFacts = {
  readonly sender: AccountState
  readonly receiver: AccountState
  /** In planck, as all amounts here. */
  readonly existentialDeposit: bigint
  readonly value: bigint
  /** The maximum fee. */
  readonly fee: bigint
}

/** Why a keep-alive transfer would fail; `undefined` if no reason is found. */
export function transferFailure(facts: TransferFacts): TransferFailureReason | undefined {
  const { sender, receiver, existentialDeposit, value, fee } = facts
  if (receiver.free + value < existentialDeposit) return 'receiver-below-existential-deposit'
  if (value + fee <= transferable(sender, existentialDeposit)) return undefined
  // Without the existential deposit the balance would suffice: the account would be closed, and the rest lost.
  const isOnlyDeposit = value + fee <= sender.free - sender.locked
  return isOnlyDeposit ? 'sender-below-existential-deposit' : 'insufficient-funds'
}

const messages: { readonly [reason in TransferFailureReason]: string } = {
  'insufficient-funds': 'The balance does not cover the amount and the fee',
  'sender-below-existential-deposit':
    'What would be left is less than the network needs to keep this account open',
  'receiver-below-existential-deposit': 'The amount is less than the network needs to open that account',
}

/** @throws WidgetError `send/failed` (`data.reason`, `data.existentialDeposit` in planck). */
export function requireTransferable(facts: TransferFacts): void {
  const reason = transferFailure(facts)
  if (reason === undefined) return
  const data = { reason, existentialDeposit: facts.existentialDeposit.toString() }
  throw new WidgetError('send/failed', messages[reason], { data })
}
