import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  multicall3Abi,
  numberToHex,
  size,
} from 'viem'
import type { ChainRpc } from '../ports/rpc.ts'
import { callChain, type ReadOptions, resultOf, sendCalls } from './call-chain.ts'
import { type BlockId, callContract, type EvmResult, ethCall, evmResultOf, hexSchema } from './evm-call.ts'

/** A chain and its Multicall3 contract. */
export type EvmChain = {
  /** CAIP-2. */
  readonly chainId: string
  /** Multicall3; absent if the chain has none. */
  readonly multicall3?: Address | undefined
}

/** A view call of a contract, or the native balance of an account (a uint256 in wei). */
export type ContractRead =
  | { readonly to: Address; readonly data: Hex }
  | { readonly nativeBalanceOf: Address }

/** `acceptsReverts`: a revert is an expected result of these contracts, and is not read again separately. */
export type ContractReadOptions = ReadOptions & { readonly acceptsReverts?: boolean }

/** Reads per `aggregate3`: 500 take about 225 KB of request and stay below the gas limit of nodes for a call. */
const readsPerCall = 500
/** Maximum calls per JSON-RPC batch. */
const callsPerBatch = 100
/** Maximum number of concurrent requests. */
const parallelRequests = 4

/** Multicall3 did not run: the chain has none there, or the whole call reverted. */
class NoMulticallError extends Error {}

function chunksOf<Item>(items: readonly Item[], length: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / length)
  return Array.from({ length: count }, (_, at) => items.slice(at * length, (at + 1) * length))
}

/** Maps with limited concurrency; results are in the order of the items. */
async function mapLimited<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const chunk of chunksOf(items, parallelRequests))
    results.push(...(await Promise.all(chunk.map(run))).flat())
  return results
}

async function aggregate(
  rpc: ChainRpc,
  chainId: string,
  multicall3: Address,
  reads: readonly ContractRead[],
  block: BlockId,
  options: ReadOptions | undefined,
): Promise<readonly EvmResult[]> {
  const calls = reads.map((read) => ({
    target: 'to' in read ? read.to : multicall3,
    allowFailure: true,
    callData:
      'to' in read
        ? read.data
        : encodeFunctionData({
            abi: multicall3Abi,
            functionName: 'getEthBalance',
            args: [read.nativeBalanceOf],
          }),
  }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const result = await callContract(rpc, chainId, { to: multicall3, data }, block, options)
  if (result.is === 'reverted') throw new NoMulticallError()
  const returned = decodeResults(result.data)
  if (returned?.length !== reads.length) throw new NoMulticallError()
  return returned.map(({ success, returnData }) =>
    success
      ? { is: 'returned', data: returnData }
      : { is: 'reverted', data: returnData, reason: 'execution reverted' },
  )
}

function decodeResults(data: Hex) {
  try {
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
  } catch {
    return undefined
  }
}

/** Reads separately, in JSON-RPC batches. */
async function readSeparately(
  rpc: ChainRpc,
  chainId: string,
  reads: readonly ContractRead[],
  block: BlockId,
  options: ReadOptions | undefined,
): Promise<readonly EvmResult[]> {
  return mapLimited(chunksOf(reads, callsPerBatch), async (chunk) => {
    const calls = chunk.map((read) =>
      'to' in read
        ? ethCall(read, block)
        : { method: 'eth_getBalance', params: [read.nativeBalanceOf, block] },
    )
    const responses = await sendCalls(rpc, chainId, calls, options)
    return chunk.map((read, at): EvmResult => {
      const response = responses[at]
      if ('to' in read) return evmResultOf(chainId, response)
      const wei = BigInt(resultOf(chainId, 'eth_getBalance', response, hexSchema()))
      return { is: 'returned', data: numberToHex(wei, { size: 32 }) }
    })
  })
}

/**
 * Reads in chunks of one Multicall3 call. Reverted reads are repeated separately, because a contract that uses up all gas
 * makes the calls after it fail too.
 */
async function readAt(
  rpc: ChainRpc,
  { chainId, multicall3 }: EvmChain,
  reads: readonly ContractRead[],
  block: BlockId,
  options: ContractReadOptions | undefined,
): Promise<readonly EvmResult[]> {
  if (multicall3 === undefined) return readSeparately(rpc, chainId, reads, block, options)
  return mapLimited(chunksOf(reads, readsPerCall), async (chunk) => {
    const results = await aggregate(rpc, chainId, multicall3, chunk, block, options).catch(
      (error: unknown) => {
        if (error instanceof NoMulticallError) return undefined
        throw error
      },
    )
    if (results === undefined) return readSeparately(rpc, chainId, chunk, block, options)
    const failed = chunk.filter((_, at) => results[at]?.is === 'reverted')
    if (failed.length === 0 || options?.acceptsReverts) return results
    const retried = (await readSeparately(rpc, chainId, failed, block, options)).values()
    return results.map((result) => (result.is === 'reverted' ? (retried.next().value ?? result) : result))
  })
}

/** The latest block number. @throws ChainCallError */
export async function newestBlock(rpc: ChainRpc, chainId: string, options?: ReadOptions): Promise<bigint> {
  return BigInt(
    await callChain(rpc, chainId, { method: 'eth_blockNumber', params: [] }, hexSchema(), options),
  )
}

/**
 * Reads contracts and balances, all at one block, results in the order of the reads: by Multicall3 in chunks of 500, and by
 * JSON-RPC batches if the chain has none. Reads that fit into one call need one call.
 * @throws ChainCallError when the chain did not respond; UnsupportedChainError.
 */
export async function readContracts(
  rpc: ChainRpc,
  chain: EvmChain,
  reads: readonly ContractRead[],
  options?: ContractReadOptions,
): Promise<readonly EvmResult[]> {
  const { chainId, multicall3 } = chain
  if (reads.length === 0) return []
  if (multicall3 !== undefined && reads.length <= readsPerCall) {
    const results = await aggregate(rpc, chainId, multicall3, reads, 'latest', options).catch(
      (error: unknown) => {
        if (error instanceof NoMulticallError) return undefined
        throw error
      },
    )
    if (results && (options?.acceptsReverts || results.every(({ is }) => is === 'returned'))) return results
  }
  const block = numberToHex(await newestBlock(rpc, chainId, options))
  return readAt(rpc, chain, reads, block, options)
}

/** A uint256 that a contract returned; undefined for a revert, no data, or more than one word. */
export function uintOf(result: EvmResult | undefined): bigint | undefined {
  if (result?.is !== 'returned' || !isHex(result.data) || size(result.data) !== 32) return undefined
  return BigInt(result.data)
}
