import { portsAtom } from '#widget/core/ports.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'
import { isUndecided, operationRecordsAtom } from './sponsored-operations.ts'

/**
 * Watches the operations that former documents have sent and the chain has not decided yet. Resolves when all have ended, or are no
 * longer watched. Never rejects.
 */
export const watchOperationsAtom = atom(null, async (get, set): Promise<void> => {
  const undecided = get(operationRecordsAtom).filter(isUndecided)
  if (undecided.length === 0) return
  const { chains, log } = get(portsAtom)
  try {
    const adapter = await chains.adapter('eip155')
    const [keys] = await Promise.all([adapter.localKeys?.(), set(loadNetworksAtom)])
    const watches = undecided.map(async (operation) => {
      const network = get(networkTableAtom).get(operation.chain)
      if (network) await keys?.operations?.watch(operation, network)
    })
    await Promise.all(watches)
  } catch (cause) {
    log('Sponsored operations could not be watched', cause)
  }
})
