import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeChainAtom, activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { loadNetworksAtom, networkTableAtom, selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * Activates another namespace for the user or the host, and tracks it. Connecting and disconnecting set
 * `activeNamespaceAtom` directly, because they are no switch.
 */
export const switchNamespaceAtom = atom(null, (get, set, namespace: Namespace): void => {
  if (get(activeNamespaceAtom) === namespace) return
  set(activeNamespaceAtom, namespace)
  const network = get(activeChainAtom)
  if (network) set(trackEventAtom, { event: 'SWITCH_NETWORK', properties: { network } })
})

/**
 * Selects a network. A connected wallet is first requested to switch (SPEC §4: an unrecognised chain is added); without a
 * connection in the namespace only the selection changes.
 * @throws WidgetError `chain/unsupported` for an unknown network or an adapter that cannot switch,
 * `chain/not-supported-by-wallet`, `chain/not-switched`; ProviderRpcError of the wallet.
 */
export const switchNetworkAtom = atom(null, async (get, set, chainId: ChainId): Promise<void> => {
  const namespace = namespaceOf(chainId)
  const connection = currentConnection(get(connectionsAtom)[namespace])
  if (connection && connection.chain !== chainId) {
    await set(loadNetworksAtom)
    const network = get(networkTableAtom).get(chainId)
    if (!network) {
      set(raiseAlertAtom, 'APKT001', chainId)
      throw new WidgetError('chain/unsupported', texts.unsupportedChain, { data: { chainId } })
    }
    const { chains, flows } = get(portsAtom)
    const { switchNetwork } = await chains.adapter(namespace)
    if (!switchNetwork)
      throw new WidgetError('chain/unsupported', texts.unsupportedChain, { data: { chainId } })
    await switchNetwork(connection, network, {
      addNetwork: (request) => flows.addNetwork(connection, request),
    })
    // The adapter has read the wallet's chain; some wallets emit no `chainChanged`.
    const change = { is: 'chain', chain: chainId } as const
    set(dispatchConnectionEventAtom, namespace, { is: 'changed', handle: connection.handle, change })
  }
  set(selectedNetworkAtom(namespace), chainId)
  set(switchNamespaceAtom, namespace)
})
