import { endpointUrl } from '#shared/api/endpoint.ts'
import { postRpc } from '#shared/api/rpc.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { WalletTransport } from '#widget/chains/contract.ts'
import { adapterLoader, registry } from '#widget/chains/registry.ts'
import { rpcApiAtom } from '#widget/kernel/config.ts'
import { chosenNetworkAtom } from '#widget/kernel/networks.ts'
import type { Ports } from '#widget/kernel/ports.ts'
import type { Store } from '#widget/lib/state.ts'

/** Binds the kernel's chain port to the registry; adapters reach the world only through what is given here. */
export function chainPorts(options: {
  readonly store: Store
  readonly transport: WalletTransport
  readonly fetch: typeof fetch
  readonly clock: Clock
}): Ports['chains'] {
  const { store, transport, clock } = options
  const load = adapterLoader({
    transport,
    fetch: options.fetch,
    clock,
    chosenChain: (namespace) => store.get(chosenNetworkAtom(namespace)),
    rpcUrl: (network) => {
      const { baseUrl, common } = store.get(rpcApiAtom)
      const url = endpointUrl(baseUrl, postRpc, {}, { chainId: network.id }, common)
      return new URL(url, location.href).href
    },
  })
  return { adapter: load, manifest: (namespace: Namespace) => registry[namespace]?.manifest }
}
