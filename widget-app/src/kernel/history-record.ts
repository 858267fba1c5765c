import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import type { HistoryEntry } from '#shared/api/history.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { cleanText } from '#widget/lib/clean-text.ts'

/** An amount that went in or out. The service tells no decimals: these are those that the amount itself has. */
export type Movement = {
  readonly direction: 'in' | 'out' | 'self'
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
  readonly iconUrl: string | undefined
}

/** What a transaction was, in the terms of who looks back at it. */
export type HistoryAction = 'sent' | 'received' | 'approved' | 'swapped' | 'called'

/** One transaction as the history service tells it; `at` in epoch milliseconds. */
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

function movementOf({ direction, quantity, fungible_info, nft_info }: WireTransfer): Movement[] {
  if (nft_info?.flags?.is_spam) return []
  const decimals = quantity.numeric.split('.')[1]?.length ?? 0
  const amount = parsePlainAmount(quantity.numeric, decimals)
  // A figure that makes no sense is not shown as some other one.
  if (amount.is !== 'amount') return []
  const name = fungible_info?.symbol ?? nft_info?.name ?? fungible_info?.name ?? ''
  const symbol = cleanText(name, symbolMaxLength)
  const iconUrl = fungible_info?.icon?.url ?? undefined
  return [{ direction, value: amount.value, decimals, symbol, iconUrl }]
}

const actionByType: Readonly<Record<string, HistoryAction>> = {
  approve: 'approved',
  send: 'sent',
  receive: 'received',
  trade: 'swapped',
}

/** What moved says more than what a service calls it; its word counts where nothing moved. */
function actionOf(operationType: string, movements: readonly Movement[]): HistoryAction {
  const directions = new Set(movements.map(({ direction }) => direction))
  if (directions.has('in') && directions.has('out')) return 'swapped'
  if (directions.has('in')) return 'received'
  if (directions.size > 0) return 'sent'
  return actionByType[operationType] ?? 'called'
}

/** Addresses differ in case only by their checksum. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/**
 * An entry of the history API as a record; undefined for another chain and for what somebody else made only to be seen:
 * spam, and transfers of nothing, which put a look-alike address where a person copies one from.
 */
export function fromHistoryEntry(
  entry: HistoryEntry,
  chain: ChainId,
  address: string,
): HistoryRecord | undefined {
  const { id, metadata, transfers } = entry
  const { hash, status, sentFrom: from, operationType } = metadata
  if (metadata.chain !== chain) return undefined
  const movements = (transfers ?? []).flatMap(movementOf)
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

/** Who was on the other side; undefined when nobody else was. */
export function counterpartOf(record: HistoryRecord, address: string): string | undefined {
  const other = record.action === 'received' ? record.from : record.to
  return other === undefined || isSameAddress(other, address) ? undefined : other
}
