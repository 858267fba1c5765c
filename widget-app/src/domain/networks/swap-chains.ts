import { type ChainId, chainReference, namespaceOf } from '#shared/caip/chain-id.ts'
import { swapChainNumbers } from '#shared/config/limits.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { atom } from '#widget/lib/state.ts'

const isSpecChain = (chain: ChainId): boolean =>
  namespaceOf(chain) === 'eip155' && swapChainNumbers.some((one) => String(one) === chainReference(chain))

/** Whether a chain supports swaps: those of SPEC §9 (swap chain ids), and those that the deployment adds. */
export const isSwapChainAtom = atom((get) => {
  const { swapNetworks } = get(deployConfigAtom)
  return (chain: ChainId): boolean => isSpecChain(chain) || swapNetworks.includes(chain)
})
