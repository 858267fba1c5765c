import type { Clock } from '../../../shared/channel/clock.ts'
import type { InjectedWallet } from '../../../shared/channel/records/discovered-wallet.ts'
import { lateAnnouncementWaitMs } from '../../../shared/config/limits.ts'

/**
 * Marks wallets as `late` that are announced after the page has loaded, `lateAnnouncementWaitMs` after discovery
 * started. Call it on every change of the list, since the first call with a wallet decides.
 */
export function createLateAnnouncementMarker(
  clock: Clock,
  isLoaded: () => boolean,
): (wallets: readonly InjectedWallet[]) => InjectedWallet[] {
  const startedAt = clock.now()
  const lateByHandle = new Map<string, boolean>()
  return (wallets) =>
    wallets.map((wallet) => {
      const isLate =
        lateByHandle.get(wallet.handle) ?? (isLoaded() && clock.now() - startedAt > lateAnnouncementWaitMs)
      lateByHandle.set(wallet.handle, isLate)
      return isLate ? { ...wallet, late: true } : wallet
    })
}
