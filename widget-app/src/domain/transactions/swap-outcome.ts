import { includesAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { isSettled, type TransactionEntry } from './transaction-entry.ts'
import { receivedAmount } from './transfer-outcome.ts'

/** What a swap in a block brought: `short` is less than was agreed to; `unreadable` could not be read when it was tried. */
export type SwapOutcome =
  | { readonly is: 'reading' | 'unreadable' }
  | { readonly is: 'enough' | 'short'; readonly value: bigint }

type Seen = Pick<TransactionEntry, 'state' | 'purpose'>

/** What came of a swap; undefined before it is in a block, and of what is no swap. */
export function swapOutcome({ state, purpose }: Seen): SwapOutcome | undefined {
  if (state.is !== 'confirmed' || purpose?.is !== 'swap') return undefined
  const { received: value, atLeast } = purpose
  if (value === undefined) return { is: state.isUnread ? 'unreadable' : 'reading' }
  return { is: value < atLeast ? 'short' : 'enough', value }
}

/** Whether a swap brought less than was agreed to: no success, whatever its receipt says. */
export const isBelowMinimum = (entry: Seen): boolean => swapOutcome(entry)?.is === 'short'

/** Why a site is told that a swap which came to its end failed; undefined where it did what was agreed to. */
export const swapFailure = (entry: TransactionEntry): string | undefined => {
  if (isBelowMinimum(entry)) return 'less than agreed'
  return entry.state.is === 'confirmed' ? undefined : entry.state.is
}

/** Whether it is not known yet what a swap or a transfer in a block brought. */
export const isReceivedUnknown = (entry: TransactionEntry): boolean => {
  const is = swapOutcome(entry)?.is ?? receivedAmount(entry)?.is
  return is === 'reading' || is === 'unreadable'
}

/** An entry with what its swap or transfer brought, in base units; undefined: it could not be read. */
export function withReceived(entry: TransactionEntry, received: bigint | undefined): TransactionEntry {
  const { state, purpose } = entry
  if (state.is !== 'confirmed' || !isReceivedUnknown(entry)) return entry
  if (received === undefined) return { ...entry, state: { ...state, isUnread: true } }
  const { isUnread: _isUnread, ...read } = state
  return purpose?.is === 'swap'
    ? { ...entry, state: read, purpose: { ...purpose, received } }
    : { ...entry, state: read, arrived: received }
}

/** How long what a transaction brought is tried to be read again, in milliseconds: a day. */
const rereadForMs = 24 * 60 * 60 * 1_000

/** Whether it is still to be read what a transaction brought: a page may be gone between receipt and reading. */
export function needsReceivedAmount(entry: TransactionEntry, now: number): boolean {
  const is = swapOutcome(entry)?.is ?? receivedAmount(entry)?.is
  return is === 'reading' || (is === 'unreadable' && now - entry.at < rereadForMs)
}

/**
 * Whether whoever is there sees the end with this state. A permission in a block waits for its swap, and a swap for what it
 * brought.
 */
export const isFinal = ({ state, purpose }: Seen): boolean =>
  isSettled(state) && (purpose === undefined || state.is !== 'confirmed')

type Giver = Pick<TransactionEntry, 'from' | 'asset'>

/** Whether two addresses of tokens are one; the native currency has none. */
export const isSameToken = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined ? a === b : includesAddress(a, [b])

/** Whether the same asset of the same account is given. */
export const isSameSender = (a: Giver, b: Giver): boolean =>
  a.asset.chain === b.asset.chain &&
  isSameToken(a.asset.address, b.asset.address) &&
  includesAddress(a.from, [b.from])

/** The others once one more step of a swap begins: it tells what became of the permissions before it. */
export function resumedBy(
  next: TransactionEntry,
  others: readonly TransactionEntry[],
): readonly TransactionEntry[] {
  if (!next.purpose) return others
  return others.map((entry) =>
    entry.purpose?.is === 'approval' && isSameSender(entry, next) ? { ...entry, isTold: true } : entry,
  )
}
