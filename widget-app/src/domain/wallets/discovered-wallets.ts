import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'

const slotAtom = atom<readonly DiscoveredWallet[]>([])
const stopAtom = atom<(() => void) | undefined>(undefined)

/** Wallets found in the page around the widget; empty until `watchWalletsAtom` was called. */
export const discoveredWalletsAtom = atom((get) => get(slotAtom))

/**
 * Starts watching for wallets, once. Nobody calls it before a person opens the modal or a stored connection is
 * restored: until then the wallet list does not leave the host page.
 */
export const watchWalletsAtom = atom(null, (get, set) => {
  if (get(stopAtom)) return
  // Set first: `watch` may answer at once.
  set(stopAtom, () => () => undefined)
  const stop = get(portsAtom).transport.watch((wallets) => set(slotAtom, wallets))
  set(stopAtom, () => stop)
})

/**
 * The announcement a request means: by its handle, else the first of that wallet, else none. A handle dies with its
 * announcement, so a stale one falls back to the wallet id.
 */
export function selectDiscoveredWallet(
  wallets: readonly DiscoveredWallet[],
  walletId: string,
  handle: string | undefined,
): DiscoveredWallet | undefined {
  const same = wallets.filter((wallet) => walletIdOf(wallet) === walletId)
  return same.find((wallet) => wallet.handle === handle) ?? same[0]
}

/**
 * The wallet to restore silently. Two announcements under one rdns, or a changed uuid, may be an impostor, so such a
 * wallet is only ever connected by a click (channel T20).
 */
export function reconnectableWallet(
  wallets: readonly DiscoveredWallet[],
  walletId: string,
):
  | { readonly is: 'found'; readonly wallet: DiscoveredWallet }
  | { readonly is: 'doubtful' }
  | { readonly is: 'absent' } {
  const same = wallets.filter((wallet) => walletIdOf(wallet) === walletId)
  if (same.some((wallet) => wallet.warning)) return { is: 'doubtful' }
  const [wallet] = same
  return wallet ? { is: 'found', wallet } : { is: 'absent' }
}
