import { getAddress, isAddress } from 'viem'
import { type ChainRpc, UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import type { HistorySource } from '../../ports/sources/history.ts'
import { parseCursor, serializeCursor } from './cursor.ts'
import { entryOf } from './entries.ts'
import { searchBefore } from './search.ts'
import { createTokenMetadataReader, type TokenMetadata } from './token-facts.ts'

/** A chain whose nodes support Otterscan's methods (Erigon, Anvil). */
export type OtsChain = {
  /** CAIP-2. */
  readonly chainId: string
  readonly native: TokenMetadata
  /** Absent if the chain has no Multicall3. */
  readonly multicall3?: `0x${string}`
  /** Names and icons of tokens, which take precedence over a contract's own metadata. */
  readonly tokens?: readonly (TokenMetadata & { readonly address: string })[]
}

/** Maximum number of consecutive searches for one page, if the ranges that a node reads at once are empty. */
const searchLimit = 4

/**
 * History from a node's own index (`ots_*`) and from ERC-20 logs. A page contains 25 transactions and the rest of the last
 * one's block; it can be empty without being the last, if a node reads only short log ranges.
 */
export function createOtsHistory(rpc: ChainRpc, chains: readonly OtsChain[]): HistorySource {
  const readers = new Map(
    chains.map((chain) => {
      const listed = new Map((chain.tokens ?? []).map((token) => [token.address.toLowerCase(), token]))
      return [chain.chainId, { chain, readMetadata: createTokenMetadataReader(rpc, chain, listed) }]
    }),
  )
  return {
    chainIds: () => [...readers.keys()],
    page: async (chainId, address, cursor) => {
      const reader = readers.get(chainId)
      if (reader === undefined) throw new UnsupportedChainError(chainId)
      if (!isAddress(address, { strict: false })) throw new InvalidAddressError(address)
      const account = getAddress(address.toLowerCase())
      let before = cursor === undefined ? undefined : parseCursor(cursor)
      for (let search = 1; ; search += 1) {
        const { found, bottom } = await searchBefore(rpc, chainId, account, before)
        before = bottom
        if (found.length === 0 && bottom > 0n && search < searchLimit) continue
        const contracts = found.flatMap(({ logs }) => logs.map(({ token }) => token))
        const tokens = await reader.readMetadata(contracts)
        return {
          data: found.map((one) => entryOf(one, chainId, account, reader.chain.native, tokens)),
          next: bottom === 0n ? null : serializeCursor(bottom),
        }
      }
    },
  }
}
