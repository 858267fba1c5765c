import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { loadNetworksAtom, networkAtom } from '#widget/domain/networks/networks.ts'
import { bundleRecordsAtom } from '#widget/domain/transactions/bundle-records.ts'
import { type CallsStatus, getCallsStatusAtom } from '#widget/domain/transactions/get-calls-status.ts'
import { BundleWaitError, waitForBundle } from '#widget/domain/transactions/wait-for-calls-status.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** The progress of watching a call bundle. `last` is the latest status. */
export type BundleProgress =
  | { readonly is: 'waiting'; readonly last: CallsStatus | undefined }
  | { readonly is: 'done' | 'failed'; readonly last: CallsStatus | undefined }
  /** A minute has passed without a final status, which can still follow. */
  | { readonly is: 'timed-out'; readonly last: CallsStatus | undefined }
  /** Neither the wallet nor the chain responds. */
  | { readonly is: 'unknown'; readonly last: CallsStatus | undefined }

const start: BundleProgress = { is: 'waiting', last: undefined }

const storedProgressAtom = atomFamily((_id: string) => atom<BundleProgress>(start))

const failureOf = (error: unknown): 'failed' | 'timed-out' | 'unknown' => {
  if (!(error instanceof BundleWaitError)) return 'unknown'
  return error.status === undefined ? 'timed-out' : 'failed'
}

/** Watches a bundle until it has a final status, a minute has passed, or the signal aborts. */
export const watchBundleAtom = atom(
  null,
  async (get, set, id: string, signal: AbortSignal): Promise<void> => {
    const progress = storedProgressAtom(id)
    set(progress, { is: 'waiting', last: get(progress).last })
    const waitPorts = {
      clock: get(portsAtom).clock,
      read: (pollSignal: AbortSignal) => set(getCallsStatusAtom, id, pollSignal),
    }
    try {
      await set(loadNetworksAtom)
      const last = await waitForBundle(
        waitPorts,
        (status) => set(progress, { is: 'waiting', last: status }),
        signal,
      )
      set(progress, { is: 'done', last })
    } catch (error) {
      if (!signal.aborted) set(progress, { is: failureOf(error), last: get(progress).last })
    }
  },
)

/** The progress of a bundle; watched while mounted. */
export const bundleProgressAtom = atomFamily((id: string) => {
  const progressAtom = atom(
    (get) => get(storedProgressAtom(id)),
    (_get, set, signal: AbortSignal) => void set(watchBundleAtom, id, signal),
  )
  progressAtom.onMount = (watch) => {
    const controller = new AbortController()
    watch(controller.signal)
    return () => controller.abort()
  }
  return progressAtom
})

/** The record of a bundle. */
export const bundleRecordAtom = atomFamily((id: string) =>
  atom((get) => get(bundleRecordsAtom).find((record) => record.id === id)),
)

/** The network of a bundle, if it is known. */
export const bundleNetworkAtom = atomFamily((id: string) =>
  atom((get): Network | undefined => {
    const record = get(bundleRecordAtom(id))
    return record && get(networkAtom(record.chain))
  }),
)

/** The name and icon of the bundle's wallet. */
export const bundleWalletAtom = atomFamily((id: string) =>
  atom((get) => {
    const walletId = get(bundleRecordAtom(id))?.walletId
    const wallet = walletId === undefined ? undefined : get(walletByIdAtom(walletId))
    return { name: wallet?.name ?? '', icon: wallet?.icon }
  }),
)

/** The bundle's transactions with their explorer links: the hashes that the wallet returned, then those of the receipts. */
export const bundleTransactionsAtom = atomFamily((id: string) =>
  atom((get): readonly { readonly hash: string; readonly href: string | undefined }[] => {
    const record = get(bundleRecordAtom(id))
    if (!record) return []
    const network = get(bundleNetworkAtom(id))
    const reported =
      get(storedProgressAtom(id)).last?.receipts?.map((receipt) => receipt.transactionHash) ?? []
    const manifest = get(portsAtom).chains.manifest(namespaceOf(record.chain))
    return [...new Set([...(record.hashes ?? []), ...reported])].map((hash) => ({
      hash,
      href: network && manifest?.explorerTransactionUrl(network, hash),
    }))
  }),
)
