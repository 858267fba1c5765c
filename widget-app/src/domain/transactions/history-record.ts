import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import type { HistoryEntry } from '#shared/api/history.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { sanitizeSymbol } from '#widget/lib/text/sanitize-symbol.ts'

/** A received or sent amount. The service reports no decimals: these are those of the amount's text. */
export type Movement = {
  readonly direction: 'in' | 'out' | 'self'
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
  readonly iconUrl: string | undefined
}

/** The kind of a transaction, from the view of the account. */
export type HistoryAction = 'sent' | 'received' | 'approved' | 'swapped' | 'called'

/** One transaction as the history service reports it; `at` in epoch milliseconds. */
export type HistoryRecord = {
  readonly id: string
  readonly at: number
  readonly chain: ChainId
  readonly hash: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  readonly action: HistoryAction
  readonly from: string
  readonly to: string | undefined
  readonly nonce: number | undefined
  readonly movements: readonly Movement[]
}

type WireTransfer = NonNullable<HistoryEntry['transfers']>[number]

const symbolMaxLength = 16

function movementsOf(transfers: readonly WireTransfer[]): readonly Movement[] {
  const movements: Movement[] = []
  for (const { direction, numeric, name, iconUrl, isSpam } of transfers) {
    if (isSpam) continue
    const decimals = numeric.split('.')[1]?.length ?? 0
    const amount = parsePlainAmount(numeric, decimals)
    // An invalid amount is left out, never shown as another one.
    if (amount.is !== 'amount') continue
    const symbol = sanitizeSymbol(name, symbolMaxLength)
    movements.push({ direction, value: amount.value, decimals, symbol, iconUrl })
  }
  return movements
}

const actionByType: Readonly<Record<string, HistoryAction>> = {
  approve: 'approved',
  send: 'sent',
  receive: 'received',
  trade: 'swapped',
}

/** Transfers are more reliable than the service's operation type, which counts only without transfers. */
function actionOf(operationType: string, movements: readonly Movement[]): HistoryAction {
  const moves = (way: Movement['direction']) => movements.some(({ direction }) => direction === way)
  if (moves('in')) return moves('out') ? 'swapped' : 'received'
  if (movements.length > 0) return 'sent'
  return actionByType[operationType] ?? 'called'
}

/** Addresses differ in case only by their checksum. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/**
 * An entry of the history API as a record. Undefined for another chain, spam, and transfers of zero by other accounts, which
 * place a similar address where the user copies one from (address poisoning).
 */
export function fromHistoryEntry(
  entry: HistoryEntry,
  chain: ChainId,
  address: string,
): HistoryRecord | undefined {
  const { id, metadata, transfers } = entry
  const { hash, status, sentFrom: from, operationType } = metadata
  if (metadata.chain !== chain) return undefined
  const movements = movementsOf(transfers ?? [])
  const isEmpty = movements.every(({ value }) => value === 0n)
  if (isEmpty && (transfers ?? []).length > 0 && !isSameAddress(from, address)) return undefined
  return {
    id,
    at: Date.parse(metadata.minedAt),
    chain,
    hash,
    status,
    action: actionOf(operationType, movements),
    from,
    to: metadata.sentTo || undefined,
    nonce: metadata.nonce ?? undefined,
    movements,
  }
}

/** The counterparty; undefined if it is the account itself. */
export function counterpartOf(record: HistoryRecord, address: string): string | undefined {
  const other = record.action === 'received' ? record.from : record.to
  return other === undefined || isSameAddress(other, address) ? undefined : other
}
