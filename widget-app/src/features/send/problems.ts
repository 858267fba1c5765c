import type { Asset, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { type ParsedAmountDraft, spendsNative } from '#widget/domain/balances/amount-draft.ts'
import { exceedsBalance, lacksFee } from '#widget/domain/balances/insufficient-funds.ts'
import type { FailureReason } from '#widget/domain/transactions/operation-failure.ts'
import type { NameProblem, Recipient, RecipientProblem } from './recipient/recipient.ts'

/** What prevents the review of a transfer. The first problem labels the button. */
export type SendProblem =
  /** The host disables sending (`features.send`). */
  | { readonly is: 'off' }
  | { readonly is: 'unsupported-chain' }
  | { readonly is: 'no-token' }
  /** The token cannot be sent, or not to this recipient, in any amount. */
  | { readonly is: 'token-failure'; readonly why: FailureReason }
  | { readonly is: 'no-amount' }
  | { readonly is: 'insufficient-funds'; readonly symbol: string }
  | { readonly is: 'incorrect-value'; readonly why: Extract<ParsedAmountDraft, { is: 'wrong' }>['why'] }
  | { readonly is: 'no-recipient' }
  | { readonly is: 'invalid-recipient'; readonly why: RecipientProblem }
  | { readonly is: 'invalid-link' }
  | { readonly is: 'other-network' }
  | { readonly is: 'unresolved-name'; readonly why: NameProblem }
  /** The name under review resolves to another address now. */
  | { readonly is: 'name-moved' }
  | { readonly is: 'no-fee-funds'; readonly symbol: string }

export type SendInputs = {
  /** Whether the host enables sending. */
  readonly isEnabled: boolean
  /** Whether the active chain can send. */
  readonly canSend: boolean
  readonly asset: Asset | undefined
  readonly amount: ParsedAmountDraft
  readonly recipient: Recipient
  /** Balance of the asset in base units; undefined if it could not be read, and then the chain decides. */
  readonly balance: bigint | undefined
  readonly native: { readonly symbol: string; readonly balance: bigint | undefined }
  readonly fee: FeeEstimate | undefined
  /** Why the token cannot be sent in any amount. */
  readonly tokenFailure?: FailureReason | undefined
}

function* findProblems(facts: SendInputs): Generator<SendProblem> {
  const { asset, amount, recipient, balance, native, fee } = facts
  const isNativeSpent = asset !== undefined && spendsNative({ asset, fee })
  if (!facts.isEnabled) yield { is: 'off' }
  if (!facts.canSend) yield { is: 'unsupported-chain' }
  if (asset === undefined) yield { is: 'no-token' }
  if (facts.tokenFailure !== undefined) yield { is: 'token-failure', why: facts.tokenFailure }
  if (amount.is === 'empty') yield { is: 'no-amount' }
  if (asset !== undefined && exceedsBalance({ amount, balance, isNativeSpent }))
    yield { is: 'insufficient-funds', symbol: asset.symbol }
  if (amount.is === 'wrong') yield { is: 'incorrect-value', why: amount.why }
  if (recipient.is === 'empty') yield { is: 'no-recipient' }
  if (recipient.is === 'invalid') yield { is: 'invalid-recipient', why: recipient.why }
  if (recipient.is === 'elsewhere') yield { is: 'other-network' }
  if (recipient.is === 'invalid-link') yield { is: 'invalid-link' }
  if (recipient.is === 'unresolved') yield { is: 'unresolved-name', why: recipient.why }
  const funds = { amount, isNativeSpent, nativeBalance: native.balance, maxFee: fee?.maxFee }
  if (asset !== undefined && lacksFee(funds)) yield { is: 'no-fee-funds', symbol: native.symbol }
}

/** Every problem of a transfer, in the order of the button's labels (SPEC §5). */
export const problemsOf = (facts: SendInputs): readonly SendProblem[] => [...findProblems(facts)]
