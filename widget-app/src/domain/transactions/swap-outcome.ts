import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { isSettled, type TransactionEntry } from './transaction-entry.ts'
import { receivedAmount } from './transfer-outcome.ts'

/** Outcome of a mined swap: `short` is less than the accepted minimum; reading failed for `unreadable`. */
export type SwapOutcome =
  | { readonly is: 'reading' | 'unreadable' }
  | { readonly is: 'enough' | 'short'; readonly value: bigint }

type OutcomeFields = Pick<TransactionEntry, 'state' | 'purpose'>

/** The outcome of a swap; undefined before it is mined, and for other transactions. */
export function swapOutcome({ state, purpose }: OutcomeFields): SwapOutcome | undefined {
  if (state.is !== 'confirmed' || purpose?.is !== 'swap') return undefined
  const { received: value, atLeast } = purpose
  if (value === undefined) return { is: state.isUnread ? 'unreadable' : 'reading' }
  return { is: value < atLeast ? 'short' : 'enough', value }
}

/** Whether a swap returned less than the accepted minimum: no success, whatever its receipt states. */
export const isBelowMinimum = (entry: OutcomeFields): boolean => swapOutcome(entry)?.is === 'short'

/** Why an ended swap is reported to the host as failed; undefined if it returned the accepted minimum. */
export const swapFailure = (entry: TransactionEntry): string | undefined => {
  if (isBelowMinimum(entry)) return 'less than agreed'
  return entry.state.is === 'confirmed' ? undefined : entry.state.is
}

/** Whether the received amount of a mined swap or transfer is still unknown. */
export const isReceivedUnknown = (entry: TransactionEntry): boolean => {
  const is = swapOutcome(entry)?.is ?? receivedAmount(entry)?.is
  return is === 'reading' || is === 'unreadable'
}

/** An entry with its received amount, in base units; undefined: it could not be read. */
export function withReceived(entry: TransactionEntry, received: bigint | undefined): TransactionEntry {
  const { state, purpose } = entry
  if (state.is !== 'confirmed' || !isReceivedUnknown(entry)) return entry
  if (received === undefined) return { ...entry, state: { ...state, isUnread: true } }
  const { isUnread: _isUnread, ...read } = state
  return purpose?.is === 'swap'
    ? { ...entry, state: read, purpose: { ...purpose, received } }
    : { ...entry, state: read, arrived: received }
}

/** How long reading a received amount is retried, in milliseconds: a day. */
const receivedRetryWindowMs = 24 * 60 * 60 * 1_000

/** Whether the received amount is still to be read: a document may have been closed between receipt and reading. */
export function needsReceivedAmount(entry: TransactionEntry, now: number): boolean {
  const is = swapOutcome(entry)?.is ?? receivedAmount(entry)?.is
  return is === 'reading' || (is === 'unreadable' && now - entry.at < receivedRetryWindowMs)
}

/**
 * Whether this state is the end that the user sees. A mined approval waits for its swap, and a swap for its received amount.
 */
export const isFinal = ({ state, purpose }: OutcomeFields): boolean =>
  isSettled(state) && (purpose === undefined || state.is !== 'confirmed')

type SenderAndAsset = Pick<TransactionEntry, 'from' | 'asset'>

/** Whether two token addresses are the same; the native currency has none. */
export const isSameToken = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined ? a === b : includesAddress(a, [b])

/** Whether the same account sends the same asset. */
export const isSameSender = (a: SenderAndAsset, b: SenderAndAsset): boolean =>
  a.asset.chain === b.asset.chain &&
  isSameToken(a.asset.address, b.asset.address) &&
  includesAddress(a.from, [b.from])

/** Acknowledges the approvals that precede the next step of a swap: that step shows their result. */
export function resumedBy(
  next: TransactionEntry,
  others: readonly TransactionEntry[],
): readonly TransactionEntry[] {
  if (!next.purpose) return others
  return others.map((entry) =>
    entry.purpose?.is === 'approval' && isSameSender(entry, next) ? { ...entry, isTold: true } : entry,
  )
}
