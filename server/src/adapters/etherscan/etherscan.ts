import { type Address, getAddress, isAddress } from 'viem'
import * as z from '../../../../shared/zod.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import type { HistorySource } from '../../ports/sources/history.ts'
import { VendorError } from '../../ports/vendor.ts'
import { type EntryOptions, explorerEntries } from '../../vendor-clients/explorer-entries.ts'
import {
  completeRows,
  isNewestFirst,
  type ListedRow,
  type ReadList,
} from '../../vendor-clients/explorer-rows.ts'
import { cacheHistoryPages } from '../../vendor-clients/history-page-cache.ts'
import type { Throttle } from '../../vendor-clients/throttle.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'
import { parseCursor, serializeCursor } from './cursor.ts'
import { internalRows, responseSchema, resultOf, tokenRows, transactionRows, vendor } from './wire.ts'

/** A network that Etherscan supports (https://docs.etherscan.io/supported-chains). */
export type EtherscanChain = {
  /** CAIP-2 of an Ethereum network. */
  readonly chainId: string
  readonly native: EntryOptions['native']
  readonly tokens: readonly (EntryOptions['native'] & { readonly address: string })[]
}

export type EtherscanOptions = {
  /** https://api.etherscan.io/v2/api */
  readonly url: string
  readonly apiKey: string
  /** Enforces the plan's rate limit, which applies to the key and not to a network. */
  readonly throttle: Throttle
  readonly chains: readonly EtherscanChain[]
}

/** The response includes call data: 50 transactions of 128 kB, in hex digits. */
const responseMaxBytes = 16 * 1_024 * 1_024
/** Timeout of a page with all its requests: with the longest wait for the throttle it ends within 10 s. */
const pageTimeoutMs = 6_000
/** Rows per request, and for a block with more rows: the maximum of the free plan. */
const [defaultRows, maxRows] = [50, 1_000]
/** Above all blocks: the end block of the documentation's examples. */
const lastBlock = 9_999_999_999

const lists = [
  { action: 'txlist', schema: transactionRows },
  { action: 'tokentx', schema: tokenRows },
  { action: 'txlistinternal', schema: internalRows },
] as const

/**
 * History from Etherscan's API v2 (https://docs.etherscan.io): transactions, ERC-20 transfers and internal transfers of
 * native currency, three requests for most pages. A page contains whole blocks. Never tested against the live service.
 */
export function createEtherscanHistory(
  connection: VendorConnection,
  { url, apiKey, throttle, chains }: EtherscanOptions,
): HistorySource {
  const client = createVendorClient({ ...connection, vendor, throttle })
  const chainsById = new Map(
    chains.map(({ tokens, ...chain }) => [
      chain.chainId,
      { ...chain, listed: new Map(tokens.map((token) => [token.address.toLowerCase(), token])) },
    ]),
  )

  /** The newest rows of a list, at most `count`, up to a block. */
  const readRows = (
    { action, schema }: (typeof lists)[number],
    query: Readonly<Record<string, string>>,
    count: number,
    signal: AbortSignal,
  ): Promise<readonly ListedRow[]> =>
    client.call(
      {
        ...{ url, schema: responseSchema, maxBytes: responseMaxBytes, signal },
        query: { ...query, module: 'account', action, offset: String(count), apikey: apiKey },
      },
      (response) => {
        const rows = z.parse(schema, resultOf(response))
        if (!isNewestFirst(rows)) throw new VendorError(vendor, 'invalid', 'a list is not in order')
        if (rows.length > count) throw new VendorError(vendor, 'invalid', 'a list is too long')
        return rows
      },
    )

  /** Reads a list downwards from a block, until at least one block is complete or the list ends. */
  async function readList(
    list: (typeof lists)[number],
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ReadList> {
    for (const count of [defaultRows, maxRows]) {
      const rows = await readRows(list, query, count, signal)
      const last = rows.at(-1)?.block
      if (last === undefined || rows.length < count) return { rows, completeFrom: 0 }
      if (rows.some(({ block }) => block > last)) return { rows, completeFrom: last + 1 }
    }
    throw new VendorError(vendor, 'invalid', 'a block has too many rows')
  }

  async function page(chainId: string, account: Address, before: number) {
    const chain = chainsById.get(chainId)
    if (chain === undefined) throw new UnsupportedChainError(chainId)
    const query = {
      ...{ chainid: chainId.slice(chainId.indexOf(':') + 1), address: account },
      ...{ startblock: '0', endblock: String(before - 1), page: '1', sort: 'desc' },
    }
    const signal = AbortSignal.timeout(pageTimeoutMs)
    const read = await Promise.all(lists.map((list) => readList(list, query, signal)))
    const { rows, bottom } = completeRows(read)
    const { native, listed } = chain
    return {
      data: [...explorerEntries(rows, { chainId, account, native, listed })],
      next: bottom === 0 ? null : serializeCursor(bottom),
    }
  }

  return {
    chainIds: () => [...chainsById.keys()],
    page: cacheHistoryPages(async (chainId, address, cursor) => {
      if (!isAddress(address, { strict: false })) throw new InvalidAddressError(address)
      const before = cursor === undefined ? lastBlock + 1 : parseCursor(cursor)
      return page(chainId, getAddress(address.toLowerCase()), before)
    }, connection.timers.now),
  }
}
