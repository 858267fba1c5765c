import { type ChainId, chainReference, namespaceOf } from '#shared/caip/chain-id.ts'
import { swapChainNumbers } from '#shared/config/limits.ts'

/** Whether swaps are made on a chain (SPEC §9, swap chain ids). */
export const isSwapChain = (chain: ChainId): boolean =>
  namespaceOf(chain) === 'eip155' && swapChainNumbers.some((one) => String(one) === chainReference(chain))
