import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'

/** How long the state may take that an answer has overtaken. */
const overtakenMs = 2_000

export type AnnouncedPlatform = 'solana' | 'polkadot'

/** The accounts of a platform, each address once; of several wallets the one in use comes first. */
export function accountsOf({ accounts }: Drawbridge, platform: AnnouncedPlatform): readonly AccountEntry[] {
  const own = accounts.filter((account) => account.platform === platform)
  return own.filter(({ address }, at) => own.findIndex((other) => other.address === address) === at)
}

type Connecting = Pick<AnnouncementPorts, 'bridge' | 'restored'>

/** Connections under way, so that a page that asks twice shows one modal. */
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
        // It may tell before it has given the way to stop it.
        queueMicrotask(() => stop())
        resolve()
      })
    })
  }
  // The user may close the modal while a wallet of the last visit is restored.
  if (!isConnected()) await restored()
  if (!isConnected()) throw new ProviderRpcError(providerCodes.userRejected, refusal)
}

/**
 * Has the person connect a wallet of a platform, in the modal; who asks meanwhile waits for the same.
 * @throws ProviderRpcError 4001 with the text of the ecosystem when it was closed without, or what `openModal` throws.
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
