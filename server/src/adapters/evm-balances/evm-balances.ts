import { encodeFunctionData, erc20Abi, getAddress, isAddress } from 'viem'
import { readContracts, uintOf } from '../../chain-clients/read-contracts.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import { type ChainRpc, UnsupportedChainError } from '../../ports/rpc.ts'
import { type Balance, type BalanceSource, InvalidAddressError } from '../../ports/sources/balances.ts'
import type { ListedToken } from './token-list.ts'

/** A chain whose balances are read. */
export type EvmBalanceChain = {
  /** CAIP-2. */
  readonly chainId: string
  readonly native: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly iconUrl?: string
  }
  /** Absent if the chain has no Multicall3. */
  readonly multicall3?: `0x${string}`
}

/**
 * Reads the native currency and the listed tokens, all at one block, by Multicall3, or by JSON-RPC batches if the chain has
 * none. Skips a token whose `readAssetBalance` reverts, or returns anything but one word.
 */
export function createEvmBalances(
  rpc: ChainRpc,
  chains: readonly EvmBalanceChain[],
  tokens: readonly ListedToken[],
): BalanceSource {
  const chainOf = new Map(chains.map((chain) => [chain.chainId, chain]))
  const tokensOf = new Map<string, ListedToken[]>()
  for (const token of tokens) {
    const list = tokensOf.get(token.chainId)
    if (list === undefined) tokensOf.set(token.chainId, [token])
    else list.push(token)
  }
  return {
    chainIds: () => [...chainOf.keys()],
    balances: async (chainId, address, freshTokenIds) => {
      const chain = chainOf.get(chainId)
      if (chain === undefined) throw new UnsupportedChainError(chainId)
      if (!isAddress(address, { strict: false })) throw new InvalidAddressError(address)
      const owner = getAddress(address.toLowerCase())
      const listed = tokensOf.get(chainId) ?? []
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
      const reads = [{ nativeBalanceOf: owner }, ...listed.map((token) => ({ to: token.address, data }))]
      const isFresh = freshTokenIds.some((id) => id.startsWith(`${chainId}:`))
      const [nativeResult, ...amounts] = await readContracts(rpc, chain, reads, { isFresh })
      const wei = uintOf(nativeResult)
      if (wei === undefined)
        throw new ChainCallError({ chainId, method: 'eth_call' }, 'the native balance is missing')
      const tokenBalances = listed.flatMap(({ address: token, ...metadata }, at): readonly Balance[] => {
        const amount = uintOf(amounts[at])
        return amount ? [{ ...metadata, tokenId: `${chainId}:${token}`, amount }] : []
      })
      return [{ chainId, ...chain.native, amount: wei }, ...tokenBalances]
    },
  }
}
