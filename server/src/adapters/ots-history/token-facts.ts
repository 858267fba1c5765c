import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { EvmResult } from '../../chain-clients/evm-call.ts'
import { type EvmChain, readContracts } from '../../chain-clients/read-contracts.ts'
import type { ChainRpc } from '../../ports/rpc.ts'

/** Metadata of an ERC-20, from its contract or a token list. */
export type TokenMetadata = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

/** Maximum number of tokens with cached metadata; the oldest is evicted first. */
const maxCachedTokens = 10_000
const decimalsMax = 36
const symbolMaxLength = 64
const nameMaxLength = 256

/** The first half of a surrogate pair that truncation has split. */
const halfSurrogate = /[\ud800-\udbff]$/

const functions = ['name', 'symbol', 'decimals'] as const
const reads = functions.map((functionName) => encodeFunctionData({ abi: erc20Abi, functionName }))

function metadataOf([name, symbol, decimals]: readonly (EvmResult | undefined)[]): TokenMetadata | undefined {
  if (name?.is !== 'returned' || symbol?.is !== 'returned' || decimals?.is !== 'returned') return undefined
  try {
    const digits = decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data: decimals.data })
    if (digits > decimalsMax) return undefined
    const text = (functionName: 'name' | 'symbol', { data }: { data: `0x${string}` }, length: number) =>
      decodeFunctionResult({ abi: erc20Abi, functionName, data }).slice(0, length).replace(halfSurrogate, '')
    return {
      name: text('name', name, nameMaxLength),
      symbol: text('symbol', symbol, symbolMaxLength),
      decimals: digits,
    }
  } catch {
    return undefined
  }
}

/** Reads metadata of tokens by address in lower case; a contract that is not an ERC-20 has none. */
export type ReadTokenMetadata = (tokens: readonly Address[]) => Promise<ReadonlyMap<string, TokenMetadata>>

/**
 * Creates the reader; metadata does not change, so each token is read once. `listed` takes precedence, because a contract
 * may claim any name. Rejects with ChainCallError when the chain did not respond.
 */
export function createTokenMetadataReader(
  rpc: ChainRpc,
  chain: EvmChain,
  listed: ReadonlyMap<string, TokenMetadata>,
): ReadTokenMetadata {
  const cache = new Map<string, TokenMetadata | undefined>()
  return async (tokens) => {
    const requested = [...new Set(tokens.map((token) => token.toLowerCase()))]
    const unread = tokens.filter((token, at) => {
      const key = token.toLowerCase()
      return !listed.has(key) && !cache.has(key) && tokens.indexOf(token) === at
    })
    const results = await readContracts(
      rpc,
      chain,
      unread.flatMap((to) => reads.map((data) => ({ to, data }))),
    )
    for (const [at, token] of unread.entries())
      cache.set(token.toLowerCase(), metadataOf(results.slice(at * reads.length, (at + 1) * reads.length)))
    const found = requested.flatMap((key) => {
      const metadata = listed.get(key) ?? cache.get(key)
      return metadata === undefined ? [] : [[key, metadata] as const]
    })
    for (const key of cache.keys()) {
      if (cache.size <= maxCachedTokens) break
      cache.delete(key)
    }
    return new Map(found)
  }
}
