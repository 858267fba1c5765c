import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'

/** How long to wait for the accounts event if the result of `openModal` arrives before it. */
const stateTimeoutMs = 2_000

export type AnnouncedPlatform = 'solana' | 'polkadot'

/** The accounts of a platform, each address once. With several wallets, those of the active wallet come first. */
export function accountsOf({ accounts }: Drawbridge, platform: AnnouncedPlatform): readonly AccountEntry[] {
  const byPlatform = accounts.filter((account) => account.platform === platform)
  return byPlatform.filter(
    ({ address }, at) => byPlatform.findIndex((other) => other.address === address) === at,
  )
}

type ConnectPorts = Pick<AnnouncementPorts, 'bridge' | 'reconnected'>

/** Connect attempts in progress, so that concurrent calls of a page open one modal. */
const pendingAttempts = new WeakMap<Drawbridge, Map<AnnouncedPlatform, Promise<void>>>()

async function connectInModal(
  { bridge, reconnected }: ConnectPorts,
  platform: AnnouncedPlatform,
  rejectionText: string,
): Promise<void> {
  const isConnected = () => accountsOf(bridge, platform).length > 0
  const result = await bridge.openModal({ namespace: platform })
  if (result.is === 'connected' && result.namespace === platform && !isConnected()) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, stateTimeoutMs)
      const stop = bridge.subscribe('accounts', () => {
        if (!isConnected()) return
        clearTimeout(timer)
        // The listener may run before `subscribe` has returned `stop`.
        queueMicrotask(() => stop())
        resolve()
      })
    })
  }
  // The user may close the modal while an enabled wallet reconnects.
  if (!isConnected()) await reconnected()
  if (!isConnected()) throw new ProviderRpcError(providerCodes.userRejected, rejectionText)
}

/**
 * Opens the modal so that the user connects a wallet of a platform. Concurrent calls share one attempt.
 * @throws ProviderRpcError 4001 with the ecosystem's text if the modal closes without an account; errors of `openModal`.
 */
export function connectPlatform(
  ports: ConnectPorts,
  platform: AnnouncedPlatform,
  rejectionText: string,
): Promise<void> {
  const { bridge } = ports
  const byPlatform = pendingAttempts.get(bridge) ?? new Map<AnnouncedPlatform, Promise<void>>()
  pendingAttempts.set(bridge, byPlatform)
  const existing = byPlatform.get(platform)
  if (existing) return existing
  const attempt = connectInModal(ports, platform, rejectionText).finally(() => byPlatform.delete(platform))
  byPlatform.set(platform, attempt)
  return attempt
}
