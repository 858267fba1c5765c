import { isRoundingDifference } from '#shared/amount/is-rounding-difference.ts'
import type { TransactionEntry } from './transaction-entry.ts'

/** What of an entry tells what came of a transfer. */
export type ObservedTransfer = Pick<
  TransactionEntry,
  'state' | 'purpose' | 'asset' | 'value' | 'from' | 'to' | 'arrived'
>

/**
 * What came of a transfer in a block. `asked`: all of it but for the rounding of the token, as read from the chain, or by the rules of the chain itself;
 * `other`: another amount, because the token keeps or adds some.
 */
type Arrival =
  | { readonly is: 'reading' | 'unreadable' | 'asked' }
  | { readonly is: 'other'; readonly value: bigint }

/** Only tokens have rules of their own, and to oneself the balance does not show what moved. */
const dependsOnToken = ({ asset, from, to }: Pick<ObservedTransfer, 'asset' | 'from' | 'to'>): boolean =>
  asset.address !== undefined && from !== to

/** What came of a transfer; undefined before it is in a block, and of what is no transfer. */
export function receivedAmount(entry: ObservedTransfer): Arrival | undefined {
  const { state, purpose, value, arrived } = entry
  if (state.is !== 'confirmed' || purpose !== undefined) return undefined
  if (!dependsOnToken(entry)) return { is: 'asked' }
  if (arrived !== undefined)
    return isRoundingDifference(value, arrived) ? { is: 'asked' } : { is: 'other', value: arrived }
  return { is: state.isUnread ? 'unreadable' : 'reading' }
}
