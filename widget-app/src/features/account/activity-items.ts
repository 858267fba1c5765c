import type { ChainId } from '#shared/caip/chain-id.ts'
import { type HistoryRecord, isSameAddress } from '#widget/domain/transactions/history-record.ts'
import {
  hashOf,
  type TransactionEntry,
  type TransactionState,
} from '#widget/domain/transactions/transaction-entry.ts'
import { memoizeWeak } from '#widget/lib/memoize-weak.ts'

/** A transaction that the widget requested, with its latest known status. */
export type JournalActivity = {
  readonly is: 'own'
  readonly key: string
  readonly at: number
  readonly entry: TransactionEntry
  readonly status: TransactionState['is']
}

/** A transaction that only the history service reports. */
export type HistoryActivity = {
  readonly is: 'found'
  readonly key: string
  readonly at: number
  readonly record: HistoryRecord
}

/** One line of an account's activity; `at` in epoch milliseconds, from the block where it is known. */
export type ActivityItem = JournalActivity | HistoryActivity

/** Items that wait for the wallet or the chain, and the others; each newest first. */
export type ActivityItems = {
  readonly pending: readonly ActivityItem[]
  readonly settled: readonly ActivityItem[]
}

const toHistoryActivity = memoizeWeak(
  (record: HistoryRecord): HistoryActivity => ({ is: 'found', key: record.id, at: record.at, record }),
)

/** True if a record is the same transfer as an entry, with any hash. */
function isSameTransfer({ to, asset, value }: TransactionEntry, record: HistoryRecord): boolean {
  const isRecipient = [to, asset.address].some((one) => one && record.to && isSameAddress(one, record.to))
  const scaleTo = (amount: bigint, decimals: number, maxDecimals: number) =>
    amount * 10n ** BigInt(maxDecimals - decimals)
  return (
    isRecipient &&
    record.movements.some((movement) => {
      const maxDecimals = Math.max(movement.decimals, asset.decimals)
      return (
        movement.direction !== 'in' &&
        movement.symbol === asset.symbol &&
        scaleTo(movement.value, movement.decimals, maxDecimals) ===
          scaleTo(value, asset.decimals, maxDecimals)
      )
    })
  )
}

const isFinal = (is: TransactionState['is']): boolean => is === 'confirmed' || is === 'failed'
const isWaiting = (is: TransactionState['is']): boolean =>
  is === 'signing' || is === 'submitted' || is === 'bundled'

const nonceKey = (chain: ChainId, from: string, nonce: number) => `${chain} ${from.toLowerCase()} ${nonce}`

/** Indexes records by hash and by sender and nonce. */
function indexRecords(records: readonly HistoryRecord[]) {
  const byHash = new Map<string, HistoryRecord>()
  const byNonce = new Map<string, HistoryRecord>()
  for (const record of records) {
    byHash.set(record.hash.toLowerCase(), record)
    if (record.nonce !== undefined) byNonce.set(nonceKey(record.chain, record.from, record.nonce), record)
  }
  return { byHash, byNonce }
}

type RecordIndex = ReturnType<typeof indexRecords>

/** Returns the record of an entry's own transaction, or of the one that replaced it. */
function findRecords({ state, from, asset }: TransactionEntry, { byHash, byNonce }: RecordIndex) {
  const own = byHash.get(hashOf(state)?.toLowerCase() ?? '')
  if (own) return { own, replacement: undefined }
  if (state.is === 'replaced') return { own, replacement: byHash.get(state.by?.toLowerCase() ?? '') }
  if (state.is !== 'submitted' || state.nonce === undefined) return { own, replacement: undefined }
  return { own, replacement: byNonce.get(nonceKey(asset.chain, from, state.nonce)) }
}

/**
 * Own lines in the order of their requests. Blocks have whole seconds and a device's clock can be ahead, so an entry without
 * a block must not be later than the block of an entry requested after it.
 */
function inRequestOrder(
  latestFirst: readonly { line: JournalActivity; record: HistoryRecord | undefined }[],
) {
  let blockAfter = Number.POSITIVE_INFINITY
  return latestFirst.map(({ line, record }): JournalActivity => {
    if (record === undefined) return line.at > blockAfter ? { ...line, at: blockAfter } : line
    // The time of a record without a block is not reliable.
    if (record.status !== 'pending') blockAfter = Math.min(blockAfter, record.at)
    return line
  })
}

/**
 * Merges the journal's entries, latest first, and the history's records into one list that has each transaction once. An
 * entry shares a line with the record of its hash, or with the record of the same transfer that replaced it. Any other
 * replacement, such as a cancellation, gets a line of its own. `hasMore`: older records are not fetched yet, and older
 * entries are left out until they are.
 */
export function mergeActivity(
  entries: readonly TransactionEntry[],
  records: readonly HistoryRecord[],
  hasMore: boolean,
): ActivityItems {
  const index = indexRecords(entries.length === 0 ? [] : records)
  const mergedRecords = new Set<HistoryRecord>()
  const lines = entries.map((entry) => {
    const { state } = entry
    const found = findRecords(entry, index)
    const isResent = found.replacement !== undefined && isSameTransfer(entry, found.replacement)
    const record = found.own ?? (isResent ? found.replacement : undefined)
    const line = (status: TransactionState['is'], at: number) => ({
      line: { is: 'own', key: entry.id, at, entry, status } satisfies JournalActivity,
      record,
    })
    if (record) {
      mergedRecords.add(record)
      return line(isFinal(state.is) || record.status === 'pending' ? state.is : record.status, record.at)
    }
    return line(found.replacement && found.replacement.status !== 'pending' ? 'replaced' : state.is, entry.at)
  })
  const own = inRequestOrder(lines)
  const oldest = records.at(-1)?.at
  const isWithinPages = ({ at }: JournalActivity) => !hasMore || oldest === undefined || at >= oldest
  const latestFirst = (list: readonly ActivityItem[]) => [...list].sort((a, b) => b.at - a.at)
  const isPendingItem = (item: ActivityItem) =>
    item.is === 'own' ? isWaiting(item.status) : item.record.status === 'pending'
  const found = records.filter((record) => !mergedRecords.has(record)).map(toHistoryActivity)
  return {
    pending: latestFirst([...own, ...found].filter(isPendingItem)),
    settled: latestFirst([
      ...own.filter((item) => !isPendingItem(item) && isWithinPages(item)),
      ...found.filter((item) => !isPendingItem(item)),
    ]),
  }
}
