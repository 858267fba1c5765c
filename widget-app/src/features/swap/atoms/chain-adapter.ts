import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { swapperAtom } from './draft.ts'

/** The adapter of the active chain. */
export const adapterAtom = queryAtom<ChainAdapter>((get) => {
  const { chains } = get(portsAtom)
  const namespace = get(swapperAtom)?.namespace
  return {
    key: ['swap-adapter', namespace ?? ''],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: namespace !== undefined,
    load: () => chains.adapter(namespace ?? 'eip155'),
  }
})
