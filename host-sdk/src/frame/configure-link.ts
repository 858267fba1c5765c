import { isProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import type { BridgeStore } from '../bridge-store.ts'
import type { OwnedEthereumProvider } from '../provider/ethereum-provider.ts'
import type { HostLink } from './host-link.ts'

/**
 * Subscribes to a new link and sends it the configuration.
 * @throws ProviderRpcError −32602 that names the invalid option; also emitted as an alert.
 */
export async function configureLink(
  link: HostLink,
  store: Pick<BridgeStore, 'apply' | 'emit' | 'refresh'>,
  onMessage: OwnedEthereumProvider['onMessage'],
  config: () => object,
): Promise<void> {
  link.on('state', store.apply)
  link.on('message', onMessage)
  for (const topic of ['alert', 'event'] as const) link.on(topic, (payload) => store.emit(topic, payload))
  try {
    const configured = link.call('config.set', { config: config() })
    // Read after the configuration, because calls arrive in order; `openModal` does not wait for it.
    void store.refresh(link)
    await configured
  } catch (error) {
    if (isProviderRpcError(error, providerCodes.invalidParams)) {
      store.emit('alert', { code: 'config/invalid', message: error.message })
    }
    throw error
  }
}
