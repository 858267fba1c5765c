import type { ChainId } from '#shared/caip/chain-id.ts'
import { type HistoryRecord, isSameAddress } from '#widget/domain/transactions/history-record.ts'
import {
  hashOf,
  type TransactionEntry,
  type TransactionState,
} from '#widget/domain/transactions/transaction-entry.ts'
import { memoizeWeak } from '#widget/lib/memoize-weak.ts'

/** A transaction which this widget asked for, and how it stands by all that is known. */
export type OwnActivity = {
  readonly is: 'own'
  readonly key: string
  readonly at: number
  readonly entry: TransactionEntry
  readonly stands: TransactionState['is']
}

/** A transaction which only the history service tells of. */
export type FoundActivity = {
  readonly is: 'found'
  readonly key: string
  readonly at: number
  readonly record: HistoryRecord
}

/** One line of the activity of an account; `at` in epoch milliseconds, by the chain's clock where that is known. */
export type ActivityItem = OwnActivity | FoundActivity

/** What waits for a wallet or the chain, and the rest; each newest first. */
export type ActivityItems = {
  readonly pending: readonly ActivityItem[]
  readonly settled: readonly ActivityItem[]
}

const foundOf = memoizeWeak(
  (record: HistoryRecord): FoundActivity => ({ is: 'found', key: record.id, at: record.at, record }),
)

/** Whether a record is the very transfer that an entry asked for, under whichever hash. */
function isSameTransfer({ to, asset, value }: TransactionEntry, record: HistoryRecord): boolean {
  const isReceiver = [to, asset.address].some((one) => one && record.to && isSameAddress(one, record.to))
  const digits = (amount: bigint, decimals: number, wanted: number) =>
    amount * 10n ** BigInt(wanted - decimals)
  return (
    isReceiver &&
    record.movements.some((movement) => {
      const wanted = Math.max(movement.decimals, asset.decimals)
      return (
        movement.direction !== 'in' &&
        movement.symbol === asset.symbol &&
        digits(movement.value, movement.decimals, wanted) === digits(value, asset.decimals, wanted)
      )
    })
  )
}

const isFinal = (is: TransactionState['is']): boolean => is === 'confirmed' || is === 'failed'
const isWaiting = (is: TransactionState['is']): boolean =>
  is === 'signing' || is === 'submitted' || is === 'bundled'

const nonceKey = (chain: ChainId, from: string, nonce: number) => `${chain} ${from.toLowerCase()} ${nonce}`

/** Records by what an entry may know of its transaction. */
function indexed(records: readonly HistoryRecord[]) {
  const byHash = new Map<string, HistoryRecord>()
  const byNonce = new Map<string, HistoryRecord>()
  for (const record of records) {
    byHash.set(record.hash.toLowerCase(), record)
    if (record.nonce !== undefined) byNonce.set(nonceKey(record.chain, record.from, record.nonce), record)
  }
  return { byHash, byNonce }
}

type Index = ReturnType<typeof indexed>

/** The record of an entry's own transaction, or of the one that took its place. */
function recordsOf({ state, from, asset }: TransactionEntry, { byHash, byNonce }: Index) {
  const own = byHash.get(hashOf(state)?.toLowerCase() ?? '')
  if (own) return { own, instead: undefined }
  if (state.is === 'replaced') return { own, instead: byHash.get(state.by?.toLowerCase() ?? '') }
  if (state.is !== 'submitted' || state.nonce === undefined) return { own, instead: undefined }
  return { own, instead: byNonce.get(nonceKey(asset.chain, from, state.nonce)) }
}

/**
 * Own lines in the order in which they were asked for. A block tells whole seconds, and a device's clock may run ahead:
 * what was asked for, and never got into a block, is not later than the block of what was asked for after it.
 */
function inOrderAsked(latestFirst: readonly { line: OwnActivity; record: HistoryRecord | undefined }[]) {
  let blockAfter = Number.POSITIVE_INFINITY
  return latestFirst.map(({ line, record }): OwnActivity => {
    if (record === undefined) return line.at > blockAfter ? { ...line, at: blockAfter } : line
    // The time of what is in no block yet is anybody's guess.
    if (record.status !== 'pending') blockAfter = Math.min(blockAfter, record.at)
    return line
  })
}

/**
 * The journal's entries, latest first, and the service's records as one list, each transaction once: an entry and the
 * record of its hash are one line, and so are an entry and the record of the same transfer that replaced it. What
 * replaced it otherwise, such as a cancellation, is a line of its own. `hasMore`: older records are to come, and older
 * entries wait for them.
 */
export function mergeActivity(
  entries: readonly TransactionEntry[],
  records: readonly HistoryRecord[],
  hasMore: boolean,
): ActivityItems {
  const index = indexed(entries.length === 0 ? [] : records)
  const told = new Set<HistoryRecord>()
  const lines = entries.map((entry) => {
    const { state } = entry
    const found = recordsOf(entry, index)
    const isAgain = found.instead !== undefined && isSameTransfer(entry, found.instead)
    const record = found.own ?? (isAgain ? found.instead : undefined)
    const line = (stands: TransactionState['is'], at: number) => ({
      line: { is: 'own', key: entry.id, at, entry, stands } satisfies OwnActivity,
      record,
    })
    if (record) {
      told.add(record)
      return line(isFinal(state.is) || record.status === 'pending' ? state.is : record.status, record.at)
    }
    return line(found.instead && found.instead.status !== 'pending' ? 'replaced' : state.is, entry.at)
  })
  const own = inOrderAsked(lines)
  const oldest = records.at(-1)?.at
  const isInReach = ({ at }: OwnActivity) => !hasMore || oldest === undefined || at >= oldest
  const latestFirst = (list: readonly ActivityItem[]) => [...list].sort((a, b) => b.at - a.at)
  const isPendingItem = (item: ActivityItem) =>
    item.is === 'own' ? isWaiting(item.stands) : item.record.status === 'pending'
  const found = records.filter((record) => !told.has(record)).map(foundOf)
  return {
    pending: latestFirst([...own, ...found].filter(isPendingItem)),
    settled: latestFirst([
      ...own.filter((item) => !isPendingItem(item) && isInReach(item)),
      ...found.filter((item) => !isPendingItem(item)),
    ]),
  }
}
