import { type Address, type Hex, isAddressEqual, numberToHex } from 'viem'
import type * as z from 'zod/mini'
import { callChain, resultOf, sendCalls } from '../../chain-clients/call-chain.ts'
import { newestBlock } from '../../chain-clients/read-contracts.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import { type AccountLog, accountLogs } from './account-logs.ts'
import {
  blockSchema,
  operationsSchema,
  searchSchema,
  transactionSchema,
  type WireTransaction,
} from './wire.ts'

/** Native currency that a contract transferred, in wei. */
export type Operation = z.output<typeof operationsSchema>[number]

/** A transaction of the account with its effects. */
export type FoundTransaction = {
  readonly transaction: WireTransaction
  /** Seconds since the epoch. */
  readonly timestamp: number
  readonly isFailed: boolean
  readonly logs: readonly AccountLog[]
  readonly operations: readonly Operation[]
}

/** Transactions of the blocks from `bottom` on, newest first. */
export type FoundPage = { readonly found: readonly FoundTransaction[]; readonly bottom: bigint }

/** Erigon returns 25 at most (`--ots.search.max.pagesize`); both kinds of nodes complete the last block. */
const pageSize = 25
/** Calls in one JSON-RPC batch. */
const callsPerBatch = 100

type Header = { readonly timestamp: number; readonly isFailed: boolean }

/** Sends calls of one method in batches, results in the order of the parameters. */
async function callMany<Schema extends z.ZodMiniType>(
  rpc: ChainRpc,
  chainId: string,
  method: string,
  params: readonly (readonly unknown[])[],
  schema: Schema,
): Promise<readonly z.output<Schema>[]> {
  const results: z.output<Schema>[] = []
  for (let start = 0; start < params.length; start += callsPerBatch) {
    const batch = params.slice(start, start + callsPerBatch)
    const responses = await sendCalls(
      rpc,
      chainId,
      batch.map((one) => ({ method, params: one })),
    )
    results.push(...batch.map((_, at) => resultOf(chainId, method, responses[at], schema)))
  }
  return results
}

/** The first block to include so that the page has whole blocks, newest first, and enough of them. */
function pageBottom(blocks: readonly bigint[], bottom: bigint): bigint {
  const sorted = [...blocks].sort((a, b) => (a < b ? 1 : -1))
  const last = sorted[pageSize - 1]
  return last === undefined || last < bottom ? bottom : last
}

/** The internal transfers of each transaction that ran code; a transaction without code transfers only its own value. */
async function operationsOf(rpc: ChainRpc, chainId: string, hashes: readonly Hex[]) {
  const params = hashes.map((hash) => [hash])
  const all = await callMany(rpc, chainId, 'ots_getInternalOperations', params, operationsSchema)
  return new Map(hashes.map((hash, at) => [hash, all[at] ?? []]))
}

/**
 * Finds transactions in the blocks below `before` (the newest without it): those in the node's index of calls
 * (`ots_searchTransactionsBefore`), and those that only transferred a token of the account or set an allowance, by their
 * logs.
 * @throws ChainCallError
 */
export async function searchBefore(
  rpc: ChainRpc,
  chainId: string,
  account: Address,
  before: bigint | undefined,
): Promise<FoundPage> {
  const top = before ?? (await newestBlock(rpc, chainId)) + 1n
  // Otterscan requires a plain number.
  const search = { method: 'ots_searchTransactionsBefore', params: [account, Number(top), pageSize] }
  const { txs, receipts, lastPage } = await callChain(rpc, chainId, search, searchSchema)
  const headers = new Map<Hex, Header>(
    receipts.map(({ transactionHash, status, timestamp }) => [
      transactionHash,
      { timestamp: Number(timestamp), isFailed: status === 0n },
    ]),
  )
  // Newest first.
  const searched = lastPage ? 0n : (txs.at(-1)?.blockNumber ?? top)
  if (!lastPage && searched === top)
    throw new ChainCallError({ chainId, method: search.method }, 'unexpected result')
  const accountResult = await accountLogs(rpc, chainId, account, searched, top - 1n)
  const bottom = pageBottom(
    [
      ...new Map([
        ...txs.map((tx) => [tx.hash, tx.blockNumber] as const),
        ...accountResult.logs.map((log) => [log.hash, log.block] as const),
      ]).values(),
    ],
    accountResult.bottom,
  )
  const logs = accountResult.logs.filter(({ block }) => block >= bottom)
  const searchedTransactions = txs.filter(({ blockNumber }) => blockNumber >= bottom)

  const searchedHashes = new Set(searchedTransactions.map(({ hash }) => hash))
  const others = [
    ...new Map(logs.filter(({ hash }) => !searchedHashes.has(hash)).map((log) => [log.hash, log.block])),
  ]
  const otherBlocks = [...new Set(others.map(([, block]) => block))]
  const [transactions, times] = await Promise.all([
    callMany(
      rpc,
      chainId,
      'eth_getTransactionByHash',
      others.map(([hash]) => [hash]),
      transactionSchema,
    ),
    callMany(
      rpc,
      chainId,
      'eth_getBlockByNumber',
      otherBlocks.map((block) => [numberToHex(block), false]),
      blockSchema,
    ),
  ])
  // A transaction with a log was not reverted.
  for (const { hash, blockNumber } of transactions)
    headers.set(hash, {
      timestamp: Number(times[otherBlocks.indexOf(blockNumber)]?.timestamp ?? 0n),
      isFailed: false,
    })

  const all = [...searchedTransactions, ...transactions]
  const codeTransactions = all.filter(
    ({ hash, to, input }) => to && input !== '0x' && headers.get(hash)?.isFailed === false,
  )
  const operations = await operationsOf(
    rpc,
    chainId,
    codeTransactions.map(({ hash }) => hash),
  )
  const found = all.flatMap((transaction): readonly FoundTransaction[] => {
    const header = headers.get(transaction.hash)
    if (header === undefined) return []
    const internalTransfers = operations.get(transaction.hash) ?? []
    return [
      {
        transaction,
        ...header,
        logs: logs.filter(({ hash }) => hash === transaction.hash),
        operations: internalTransfers.filter(
          ({ from, to }) => isAddressEqual(from, account) || isAddressEqual(to, account),
        ),
      },
    ]
  })
  const position = ({ transaction: { blockNumber, transactionIndex } }: FoundTransaction) =>
    blockNumber * 1_000_000n + transactionIndex
  return { found: found.sort((a, b) => (position(a) < position(b) ? 1 : -1)), bottom }
}
