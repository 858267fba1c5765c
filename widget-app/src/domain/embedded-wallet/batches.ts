import type { ChainId } from '#shared/caip/chain-id.ts'
import type { BatchSupport } from '#widget/chains/chain-adapter.ts'
import type { SentBatch } from '#widget/chains/embedded-batch.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { preferredAccountTypeAtom } from './account-type.ts'
import { operationRecordsAtom } from './sponsored-operations.ts'

async function batchesOn(get: Getter, loadNetworks: () => Promise<unknown>, chain: ChainId) {
  const adapter = await get(portsAtom).chains.adapter('eip155')
  const [keys] = await Promise.all([adapter.localKeys?.(), loadNetworks()])
  const network = get(networkTableAtom).get(chain)
  return keys?.batches === undefined || network === undefined
    ? undefined
    : { ...keys, ...keys.batches, network }
}

/**
 * Whether a chain executes bundles of our own wallet's account, now or by a transaction that also upgrades it, whatever type the
 * user prefers. @throws as `LocalBatches.support`.
 */
export const chainBatchSupportAtom = atom(
  null,
  async (get, set, account: string, chain: ChainId): Promise<BatchSupport> => {
    const batches = await batchesOn(get, () => set(loadNetworksAtom), chain)
    return (await batches?.support(account, batches.network)) ?? 'unsupported'
  },
)

/** Whether our own wallet executes bundles of an account on a chain; `unsupported` where that cannot be read. */
export const batchSupportAtom = atom(
  null,
  async (get, set, account: string, chain: ChainId): Promise<BatchSupport> => {
    if (get(preferredAccountTypeAtom) === 'eoa') return 'unsupported'
    try {
      return await set(chainBatchSupportAtom, account, chain)
    } catch (error) {
      get(portsAtom).log('Support of bundles could not be read', error)
      return 'unsupported'
    }
  },
)

/**
 * The receipt of a sent bundle; null while there is none. @throws as `LocalBatches.receipt` and `LocalOperations.receipt`.
 */
export const batchReceiptAtom = atom(null, async (get, set, sent: SentBatch): Promise<unknown> => {
  const { chain, hash } = sent
  const batches = await batchesOn(get, () => set(loadNetworksAtom), chain)
  if (sent.isOperation) {
    const operation = get(operationRecordsAtom).find((record) => record.hash === hash)
    return operation && batches
      ? ((await batches.operations?.receipt(operation, batches.network)) ?? null)
      : null
  }
  return (await batches?.receipt(sent, batches.network)) ?? null
})
