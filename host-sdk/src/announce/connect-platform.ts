import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'

/** How long to wait for the accounts event if the result of `openModal` arrives before it. */
const overtakenMs = 2_000

export type AnnouncedPlatform = 'solana' | 'polkadot'

/** The accounts of a platform, each address once. With several wallets, those of the active wallet come first. */
export function accountsOf({ accounts }: Drawbridge, platform: AnnouncedPlatform): readonly AccountEntry[] {
  const own = accounts.filter((account) => account.platform === platform)
  return own.filter(({ address }, at) => own.findIndex((other) => other.address === address) === at)
}

type Connecting = Pick<AnnouncementPorts, 'bridge' | 'restored'>

/** Connect attempts in progress, so that concurrent calls of a page open one modal. */
const underWay = new WeakMap<Drawbridge, Map<AnnouncedPlatform, Promise<void>>>()

async function throughModal(
  { bridge, restored }: Connecting,
  platform: AnnouncedPlatform,
  refusal: string,
): Promise<void> {
  const isConnected = () => accountsOf(bridge, platform).length > 0
  const result = await bridge.openModal({ namespace: platform })
  if (result.is === 'connected' && result.namespace === platform && !isConnected()) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, overtakenMs)
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
  if (!isConnected()) await restored()
  if (!isConnected()) throw new ProviderRpcError(providerCodes.userRejected, refusal)
}

/**
 * Opens the modal so that the user connects a wallet of a platform. Concurrent calls share one attempt.
 * @throws ProviderRpcError 4001 with the ecosystem's text if the modal closes without an account; errors of `openModal`.
 */
export function connectPlatform(
  connecting: Connecting,
  platform: AnnouncedPlatform,
  refusal: string,
): Promise<void> {
  const { bridge } = connecting
  const own = underWay.get(bridge) ?? new Map<AnnouncedPlatform, Promise<void>>()
  underWay.set(bridge, own)
  const present = own.get(platform)
  if (present) return present
  const begun = throughModal(connecting, platform, refusal).finally(() => own.delete(platform))
  own.set(platform, begun)
  return begun
}
