import { isRoundingDifference } from '#shared/amount/is-rounding-difference.ts'
import type { TransactionEntry } from './transaction-entry.ts'

/** What the outcome of a transfer depends on. */
export type ObservedTransfer = Pick<
  TransactionEntry,
  'state' | 'purpose' | 'asset' | 'value' | 'from' | 'to' | 'arrived'
>

/**
 * The outcome of a mined transfer. `asked`: the whole amount except for the token's rounding, as read from the chain, or by
 * the rules of the chain itself; `other`: another amount, because the token deducts or adds some.
 */
type Arrival =
  | { readonly is: 'reading' | 'unreadable' | 'asked' }
  | { readonly is: 'other'; readonly value: bigint }

/** Only tokens have custom rules, and in a transfer to oneself the balance does not show the amount. */
const dependsOnToken = ({ asset, from, to }: Pick<ObservedTransfer, 'asset' | 'from' | 'to'>): boolean =>
  asset.address !== undefined && from !== to

/** The outcome of a transfer; undefined before it is mined, and for other transactions. */
export function receivedAmount(entry: ObservedTransfer): Arrival | undefined {
  const { state, purpose, value, arrived } = entry
  if (state.is !== 'confirmed' || purpose !== undefined) return undefined
  if (!dependsOnToken(entry)) return { is: 'asked' }
  if (arrived !== undefined)
    return isRoundingDifference(value, arrived) ? { is: 'asked' } : { is: 'other', value: arrived }
  return { is: state.isUnread ? 'unreadable' : 'reading' }
}
