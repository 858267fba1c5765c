import { isEmbeddedWalletId } from '#widget/chains/embedded-source.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * Checks the session of the last visit with the server while the wallet reconnects. Without a session the wallet is
 * disconnected, and not reconnected at the next visit. Never rejects.
 */
export const resumeEmbeddedSessionAtom = atom(null, async (get, set): Promise<void> => {
  await set(refreshEmbeddedAccountAtom)
  if (get(embeddedSessionAtom)) return
  const walletIds = get(enabledWalletsAtom).autoReconnect.filter(isEmbeddedWalletId)
  await Promise.allSettled(walletIds.map((walletId) => set(disconnectAtom, { walletId })))
})
