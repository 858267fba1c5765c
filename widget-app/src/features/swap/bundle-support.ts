import { portsAtom } from '#widget/core/ports.ts'
import { isSessionWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { swapperAtom } from './atoms.ts'
import { adapterAtom } from './chain-adapter-query.ts'
import { fromTokenAtom } from './selected-tokens.ts'

/** A wallet that takes longer to report its capabilities is requested for one call at a time. */
const capabilityWaitMs = 2_000

/** A bundle failed although the wallet reports support: later swaps request single calls. */
export const withoutBundlesAtom = atom(false)

/** The wallet to query, if the swap can need an approval: only tokens do. */
const askableAtom = atom((get) => {
  const swapper = get(swapperAtom)
  const adapter = get(adapterAtom)
  const bundles = adapter.is === 'ready' ? adapter.data.contractCalls?.bundles : undefined
  const isToken = get(fromTokenAtom)?.asset.address !== undefined
  if (!swapper || !bundles || !isToken || get(withoutBundlesAtom)) return undefined
  // A session wallet is not queried: that would wake the app without a prompt for the user.
  return get(isSessionWalletAtom(swapper.handle)) ? undefined : { swapper, bundles }
})

const supportAtom = queryAtom<boolean>((get) => {
  const { clock } = get(portsAtom)
  const askable = get(askableAtom)
  const { handle, chain, accounts } = askable?.swapper ?? {}
  return {
    key: ['swap-bundles', handle, chain, accounts?.[0]],
    lifetimeMs: Number.POSITIVE_INFINITY,
    enabled: askable !== undefined,
    load: async (signal) => {
      if (!askable) throw new Error('Nobody can be asked for bundles')
      const { swapper, bundles } = askable
      const late = () => new Error('The wallet takes too long')
      try {
        return await withTimeout(clock, capabilityWaitMs, late, () => bundles.isSupported(swapper), signal)
      } catch {
        signal.throwIfAborted()
        return false
      }
    },
  }
})

/** Whether approval and swap are requested as one bundle (EIP-5792). */
export const canBundleAtom = atom((get): boolean | 'loading' => {
  if (!get(askableAtom)) return false
  const support = get(supportAtom)
  return support.is === 'ready' ? support.data : support.is === 'loading' && 'loading'
})
