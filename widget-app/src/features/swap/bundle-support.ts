import { portsAtom } from '#widget/core/ports.ts'
import { isSessionWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { swapperAtom } from './atoms.ts'
import { adapterAtom } from './chain-adapter-query.ts'
import { fromTokenAtom } from './selected-tokens.ts'

/** A wallet that takes longer to say whether it knows bundles is asked for one call after the other. */
const capabilityWaitMs = 2_000

/** A bundle was refused in spite of what the wallet says of itself: from then on it is asked for single calls. */
export const withoutBundlesAtom = atom(false)

/** Whom to ask, where it matters: only tokens need an approval. */
const askableAtom = atom((get) => {
  const swapper = get(swapperAtom)
  const adapter = get(adapterAtom)
  const bundles = adapter.is === 'ready' ? adapter.data.contractCalls?.bundles : undefined
  const isToken = get(fromTokenAtom)?.asset.address !== undefined
  if (!swapper || !bundles || !isToken || get(withoutBundlesAtom)) return undefined
  // An app behind a session would be woken up for a question that no person sees.
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

/** Whether approval and swap are asked for as one bundle (EIP-5792). */
export const canBundleAtom = atom((get): boolean | 'loading' => {
  if (!get(askableAtom)) return false
  const support = get(supportAtom)
  return support.is === 'ready' ? support.data : support.is === 'loading' && 'loading'
})
