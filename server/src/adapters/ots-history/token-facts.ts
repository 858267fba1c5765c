import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { EvmResult } from '../../chain-clients/evm-call.ts'
import { type EvmChain, readContracts } from '../../chain-clients/read-contracts.ts'
import type { ChainRpc } from '../../ports/rpc.ts'

/** Metadata of an ERC-20, from its contract or a token list. */
export type TokenFacts = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

/** Maximum number of tokens with cached metadata; the oldest is evicted first. */
const keptTokens = 10_000
const decimalsMax = 36
const symbolMaxLength = 64
const nameMaxLength = 256

/** The first half of a surrogate pair that truncation has split. */
const halfCharacter = /[\ud800-\udbff]$/

const functions = ['name', 'symbol', 'decimals'] as const
const reads = functions.map((functionName) => encodeFunctionData({ abi: erc20Abi, functionName }))

function factsOf([name, symbol, decimals]: readonly (EvmResult | undefined)[]): TokenFacts | undefined {
  if (name?.is !== 'returned' || symbol?.is !== 'returned' || decimals?.is !== 'returned') return undefined
  try {
    const digits = decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data: decimals.data })
    if (digits > decimalsMax) return undefined
    const text = (functionName: 'name' | 'symbol', { data }: { data: `0x${string}` }, length: number) =>
      decodeFunctionResult({ abi: erc20Abi, functionName, data }).slice(0, length).replace(halfCharacter, '')
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
export type ReadTokenFacts = (tokens: readonly Address[]) => Promise<ReadonlyMap<string, TokenFacts>>

/**
 * Creates the reader; metadata does not change, so each token is read once. `listed` takes precedence, because a contract
 * may claim any name. Rejects with ChainCallError when the chain did not respond.
 */
export function tokenFactsReader(
  rpc: ChainRpc,
  chain: EvmChain,
  listed: ReadonlyMap<string, TokenFacts>,
): ReadTokenFacts {
  const read = new Map<string, TokenFacts | undefined>()
  return async (tokens) => {
    const asked = [...new Set(tokens.map((token) => token.toLowerCase()))]
    const unread = tokens.filter((token, at) => {
      const key = token.toLowerCase()
      return !listed.has(key) && !read.has(key) && tokens.indexOf(token) === at
    })
    const results = await readContracts(
      rpc,
      chain,
      unread.flatMap((to) => reads.map((data) => ({ to, data }))),
    )
    for (const [at, token] of unread.entries())
      read.set(token.toLowerCase(), factsOf(results.slice(at * reads.length, (at + 1) * reads.length)))
    const found = asked.flatMap((key) => {
      const facts = listed.get(key) ?? read.get(key)
      return facts === undefined ? [] : [[key, facts] as const]
    })
    for (const key of read.keys()) {
      if (read.size <= keptTokens) break
      read.delete(key)
    }
    return new Map(found)
  }
}
