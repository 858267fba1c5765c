import { portsAtom } from '#widget/core/ports.ts'
import { isSessionWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { adapterAtom, swapperAtom } from './draft.ts'
import { fromTokenAtom } from './tokens.ts'

/** A wallet that takes longer to report its capabilities is requested for one call at a time. */
const capabilityWaitMs = 2_000

/** A bundle failed although the wallet reports support: later swaps request single calls. */
export const bundlesDisabledAtom = atom(false)

/** The wallet to query, if the swap can need an approval: only tokens do. */
const bundleWalletAtom = atom((get) => {
  const swapper = get(swapperAtom)
  const adapter = get(adapterAtom)
  const bundles = adapter.is === 'ready' ? adapter.data.contractCalls?.bundles : undefined
  const isToken = get(fromTokenAtom)?.asset.address !== undefined
  if (!swapper || !bundles || !isToken || get(bundlesDisabledAtom)) return undefined
  // A session wallet is not queried: that would wake the app without a prompt for the user.
  return get(isSessionWalletAtom(swapper.handle)) ? undefined : { swapper, bundles }
})

const supportAtom = queryAtom<boolean>((get) => {
  const { clock } = get(portsAtom)
  const bundleWallet = get(bundleWalletAtom)
  const { handle, chain, accounts } = bundleWallet?.swapper ?? {}
  return {
    key: ['swap-bundles', handle, chain, accounts?.[0]],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: bundleWallet !== undefined,
    load: async (signal) => {
      if (!bundleWallet) throw new Error('The wallet reports no bundle support')
      const { swapper, bundles } = bundleWallet
      const timeoutError = () => new Error('The wallet takes too long')
      try {
        return await withTimeout(
          clock,
          capabilityWaitMs,
          timeoutError,
          () => bundles.isSupported(swapper),
          signal,
        )
      } catch {
        signal.throwIfAborted()
        return false
      }
    },
  }
})

/** Whether approval and swap are requested as one bundle (EIP-5792). */
export const canBundleAtom = atom((get): boolean | 'loading' => {
  if (!get(bundleWalletAtom)) return false
  const support = get(supportAtom)
  return support.is === 'ready' ? support.data : support.is === 'loading' && 'loading'
})
