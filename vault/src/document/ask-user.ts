import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { loadScreen } from './load-screen.ts'
import type { AskUser, VaultScreen } from './vault-screen.ts'

/** The window serves nothing any more. */
export const requestIsOver = () => new ProviderRpcError(providerCodes.disconnected, 'The request is over')

/**
 * Shows screens by `show`, each once its code has loaded; if that fails, the user may try again. What is asked when the signal aborts, or
 * later, rejects with `requestIsOver`.
 */
export function createAskUser(
  show: (screen: VaultScreen) => void,
  signal: AbortSignal,
  load = loadScreen,
): AskUser {
  const showLoaded = (screen: VaultScreen) => {
    const loading = load(screen)
    if (loading === undefined) return show(screen)
    loading.then(
      () => show(screen),
      () => show({ is: 'failed', problem: 'vault.failed-load', retry: () => showLoaded(screen) }),
    )
  }
  return (screenOf) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => reject(requestIsOver()), { once: true })
      showLoaded(screenOf(resolve))
    })
}
