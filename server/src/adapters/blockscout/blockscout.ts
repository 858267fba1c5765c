import { getAddress, isAddress } from 'viem'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import type { HistoryPage, HistorySource } from '../../ports/sources/history.ts'
import { VendorError } from '../../ports/vendor.ts'
import { type EntryOptions, explorerEntries } from '../../vendor-clients/explorer-entries.ts'
import { completeRows, isNewestFirst, type ListedRow } from '../../vendor-clients/explorer-rows.ts'
import { cacheHistoryPages } from '../../vendor-clients/history-page-cache.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'
import { type Cursor, type Position, parseCursor, positionOf, serializeCursor } from './cursor.ts'
import { internalTransactionsPage, tokenTransfersPage, transactionsPage } from './wire.ts'

/** One explorer. */
export type BlockscoutExplorer = {
  /** CAIP-2 of its network. */
  readonly chainId: string
  /** Its base URL, such as https://eth.blockscout.com or, with a key, https://api.blockscout.com/1 */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly apiKey?: string | undefined
  readonly native: EntryOptions['native']
  readonly tokens: readonly (EntryOptions['native'] & { readonly address: string })[]
}

const vendor = 'Blockscout'
/** The response includes call data: 50 transactions of 128 kB, in hex digits. */
const responseMaxBytes = 16 * 1_024 * 1_024
/** Timeout of a page with all its requests. */
const pageTimeoutMs = 8_000
/** Maximum number of consecutive pages of one list to read past one block. */
const maxConsecutivePages = 4

/** The lists, in the order of a cursor's positions. */
const lists = [
  { path: 'transactions', query: {}, schema: transactionsPage },
  { path: 'token-transfers', query: { type: 'ERC-20' }, schema: tokenTransfersPage },
  { path: 'internal-transactions', query: {}, schema: internalTransactionsPage },
] as const

type WirePage = { readonly rows: readonly ListedRow[]; readonly next: Position | undefined }
type FetchPage = (position: Position) => Promise<WirePage>

/** The pages of one list that were read, without rows of blocks from `before` on. */
type ReadPages = {
  readonly pages: readonly { readonly position: Position; readonly rows: readonly ListedRow[] }[]
  readonly rows: readonly ListedRow[]
  readonly completeFrom: number
}

const emptyList: ReadPages = { pages: [], rows: [], completeFrom: 0 }

/** Reads a list from a position until at least one block below `before` is complete, or the list ends. */
async function readPages(fetchPage: FetchPage, start: Position, before: number): Promise<ReadPages> {
  const pages: { readonly position: Position; readonly rows: readonly ListedRow[] }[] = []
  let position = start
  for (;;) {
    const { rows, next } = await fetchPage(position)
    pages.push({ position, rows: rows.filter(({ block }) => block < before) })
    const read = pages.flatMap((page) => page.rows)
    if (next === undefined) return { pages, rows: read, completeFrom: 0 }
    const last = rows.at(-1)?.block
    // The next page may continue the last block.
    if (last !== undefined && read.some(({ block }) => block > last))
      return { pages, rows: read, completeFrom: last + 1 }
    if (pages.length === maxConsecutivePages)
      throw new VendorError(vendor, 'invalid', 'a block has too many rows')
    position = next
  }
}

/** The position where a list continues below a block; null at its end. */
function nextPosition({ pages, completeFrom }: ReadPages, bottom: number): Position | null {
  const open = pages.find(({ rows }) => rows.some(({ block }) => block < bottom))
  if (open !== undefined) return open.position
  return completeFrom === 0 ? null : (pages.at(-1)?.position ?? null)
}

const queryOf = (position: Position): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(position).map(([name, value]) => [name, String(value)]))

function explorerPages(connection: VendorConnection, explorer: BlockscoutExplorer) {
  const { chainId, url, apiKey, native, tokens } = explorer
  const client = createVendorClient({ ...connection, vendor })
  const base = url.replace(/\/+$/, '')
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  const listed = new Map(tokens.map((token) => [token.address.toLowerCase(), token]))

  return async (address: string, text: string | undefined): Promise<HistoryPage> => {
    if (!isAddress(address, { strict: false })) throw new InvalidAddressError(address)
    const account = getAddress(address.toLowerCase())
    const cursor: Cursor =
      text === undefined ? { before: Number.MAX_SAFE_INTEGER, positions: [{}, {}, {}] } : parseCursor(text)
    const signal = AbortSignal.timeout(pageTimeoutMs)

    const readList = (at: 0 | 1 | 2): Promise<ReadPages> | ReadPages => {
      const { path, query, schema } = lists[at]
      const start = cursor.positions[at]
      if (start === null) return emptyList
      const fetchPage: FetchPage = (position) =>
        client.call(
          {
            ...{ url: `${base}/api/v2/addresses/${account}/${path}`, headers, schema, signal },
            ...{ query: { ...query, ...queryOf(position) }, maxBytes: responseMaxBytes },
          },
          ({ items, next_page_params: next }) => {
            const rows = items.flatMap((item) => item ?? [])
            if (!isNewestFirst(rows)) throw new VendorError(vendor, 'invalid', 'a list is not in order')
            return { rows, next: next === null ? undefined : positionOf(next) }
          },
        )
      return readPages(fetchPage, start, cursor.before)
    }

    const [transactions, transfers, internals] = await Promise.all([readList(0), readList(1), readList(2)])
    const { rows, bottom } = completeRows([transactions, transfers, internals])
    const next =
      bottom === 0
        ? null
        : serializeCursor({
            before: bottom,
            positions: [
              nextPosition(transactions, bottom),
              nextPosition(transfers, bottom),
              nextPosition(internals, bottom),
            ],
          })
    return { data: [...explorerEntries(rows, { chainId, account, native, listed })], next }
  }
}

/**
 * History from Blockscout's REST API v2 (https://docs.blockscout.com), versions 8 to 12: transactions, ERC-20 transfers and
 * internal transfers of native currency, three requests for most pages. A page contains whole blocks. Never tested against a
 * live explorer.
 */
export function createBlockscoutHistory(
  connection: VendorConnection,
  explorers: readonly BlockscoutExplorer[],
): HistorySource {
  const pages = new Map(explorers.map((one) => [one.chainId, explorerPages(connection, one)]))
  return {
    chainIds: () => [...pages.keys()],
    page: cacheHistoryPages(async (chainId, address, cursor) => {
      const page = pages.get(chainId)
      if (page === undefined) throw new UnsupportedChainError(chainId)
      return page(address, cursor)
    }, connection.timers.now),
  }
}
