import { originStatusAtom } from '#widget/core/verify-origin.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { isDiscoveredWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import type { Getter } from '#widget/lib/state.ts'
import { isConfirmWindowAtom } from './document-role.ts'
import { requiresConfirmWindow } from './requires-confirm-window.ts'
import { isSignedByVault } from './vault-signing.ts'

/** Whether a review is decided in the confirm window, by its current state. */
export const needsConfirmWindow = (
  get: Getter,
  { connection, request, decoding, risks }: Pick<Review, 'connection' | 'request' | 'decoding' | 'risks'>,
): boolean =>
  !get(isConfirmWindowAtom) &&
  (isSignedByVault(get, { connection, request }) ||
    requiresConfirmWindow({
      isSessionWallet: !get(isDiscoveredWalletAtom(connection.handle)),
      status: get(originStatusAtom),
      decoding,
      risks,
    }))
