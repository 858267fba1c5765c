import type { BatchSupport, ChainAdapter, LocalKeys } from '#widget/chains/chain-adapter.ts'
import { testAdapter } from '#widget/testing/world.ts'

const unused = (): never => {
  throw new Error('A key was used')
}

/** Test only: an EVM adapter that executes bundles of our own wallet as `support` states. */
export const batchAdapter = (support: () => Promise<BatchSupport> = async () => 'ready'): ChainAdapter => {
  const keys: LocalKeys = {
    ...{ complete: unused, sign: unused, respond: unused },
    batches: { support, receipt: async () => null },
  }
  return { ...testAdapter(), localKeys: async () => keys }
}
