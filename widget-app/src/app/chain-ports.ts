import { endpointUrl } from '#shared/api/endpoint.ts'
import { postRpc } from '#shared/api/rpc.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import type { AdapterPorts } from '#widget/chains/adapter-ports.ts'
import type { WalletTransport } from '#widget/chains/chain-adapter.ts'
import { adapterLoader, registry } from '#widget/chains/registry.ts'
import { deployConfigAtom, rpcApiAtom, rpcGatewaysAtom } from '#widget/core/config.ts'
import { type Ports, portsAtom } from '#widget/core/ports.ts'
import { addressEncodingsAtom } from '#widget/domain/accounts/address-encodings.ts'
import {
  bundledNetworkAtom,
  loadNetworksAtom,
  selectedNetworkAtom,
} from '#widget/domain/networks/networks.ts'
import type { ApiBase } from '#widget/lib/http.ts'
import type { Store } from '#widget/lib/state.ts'

const gatewayUrl = ({ baseUrl, common }: ApiBase, { id }: Pick<Network, 'id'>): string =>
  new URL(endpointUrl(baseUrl, postRpc, {}, { chainId: id }, common), location.href).href

/** Binds the chain port to the registry; adapters have access only to what is passed here. */
export function chainPorts(options: {
  readonly store: Store
  readonly transport: WalletTransport
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Absent in windows, which only review and sign. */
  readonly loadSponsor?: AdapterPorts['loadSponsor']
}): Ports['chains'] {
  const { store, transport, clock } = options
  /** Loaded with the first adapter. */
  let balanceSource: typeof import('#widget/domain/balances/balance-source.ts') | undefined
  let tokens: typeof import('#widget/domain/balances/bundled-tokens.ts') | undefined
  const load = adapterLoader({
    transport,
    fetch: options.fetch,
    clock,
    bundledToken: (chain, contract) => tokens && store.get(tokens.bundledTokensAtom)(chain, contract),
    bundledTokensReady: async () => {
      if (tokens) await store.set(tokens.loadBundledTokensAtom)
    },
    knownNetwork: async (chain) => {
      await store.set(loadNetworksAtom)
      return store.get(bundledNetworkAtom(chain))
    },
    selectedChain: (namespace) => store.get(selectedNetworkAtom(namespace)),
    rpcUrl: (network) => gatewayUrl(store.get(rpcApiAtom), network),
    secondRpcUrl: (network) => {
      const [, second] = store.get(rpcGatewaysAtom)
      return second && gatewayUrl(second, network)
    },
    sponsorName: (chain) => {
      const { sponsorship } = store.get(deployConfigAtom)
      return sponsorship?.chains.includes(chain) ? sponsorship.name : undefined
    },
    ...(options.loadSponsor && { loadSponsor: options.loadSponsor }),
    hostRpc: (chain) =>
      balanceSource && store.get(balanceSource.balanceSourceAtom(chain)) === 'site'
        ? (request, signal) => store.get(portsAtom).host.readChain(chain, request, signal)
        : undefined,
  })
  const adapter = async (namespace: Namespace) => {
    const [loaded, source, bundled] = await Promise.all([
      load(namespace),
      balanceSource ?? import('#widget/domain/balances/balance-source.ts'),
      tokens ?? import('#widget/domain/balances/bundled-tokens.ts'),
    ])
    const { addressForms } = loaded
    if (addressForms) store.set(addressEncodingsAtom(namespace), { of: addressForms })
    balanceSource = source
    tokens = bundled
    return loaded
  }
  return { adapter, manifest: (namespace: Namespace) => registry[namespace]?.manifest }
}
