import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'

const slotAtom = atom<readonly DiscoveredWallet[]>([])
const stopAtom = atom<(() => void) | undefined>(undefined)

/** Wallets discovered in the host page; empty until `watchWalletsAtom` was called. */
export const discoveredWalletsAtom = atom((get) => get(slotAtom))

/**
 * Starts watching for wallets, once. It is called only when the user opens the modal or a stored connection is restored:
 * until then the wallet list does not leave the host page.
 */
export const watchWalletsAtom = atom(null, (get, set) => {
  if (get(stopAtom)) return
  // Set first: `watch` may call back synchronously.
  set(stopAtom, () => () => undefined)
  const stop = get(portsAtom).transport.watch((wallets) => set(slotAtom, wallets))
  set(stopAtom, () => stop)
})

/**
 * The announcement of a request: by its handle, otherwise the first of that wallet, otherwise undefined. A handle ends with
 * its announcement, so an outdated one falls back to the wallet id.
 */
export function selectDiscoveredWallet(
  wallets: readonly DiscoveredWallet[],
  walletId: string,
  handle: string | undefined,
): DiscoveredWallet | undefined {
  const announcements = wallets.filter((wallet) => walletIdOf(wallet) === walletId)
  return announcements.find((wallet) => wallet.handle === handle) ?? announcements[0]
}

/**
 * The wallet to reconnect silently. Two announcements under one rdns, or a changed uuid, may be an impostor, so such a
 * wallet is only connected by a click (channel T20).
 */
export function reconnectableWallet(
  wallets: readonly DiscoveredWallet[],
  walletId: string,
):
  | { readonly is: 'found'; readonly wallet: DiscoveredWallet }
  | { readonly is: 'doubtful' }
  | { readonly is: 'absent' } {
  const announcements = wallets.filter((wallet) => walletIdOf(wallet) === walletId)
  if (announcements.some((wallet) => wallet.warning)) return { is: 'doubtful' }
  const [wallet] = announcements
  return wallet ? { is: 'found', wallet } : { is: 'absent' }
}
