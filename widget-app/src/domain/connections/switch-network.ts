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
 * Makes another ecosystem the one on screen because somebody wished so, which is told. Connecting and disconnecting lead
 * there too; nobody switched then, and they set `activeNamespaceAtom` alone.
 */
export const switchNamespaceAtom = atom(null, (get, set, namespace: Namespace): void => {
  if (get(activeNamespaceAtom) === namespace) return
  set(activeNamespaceAtom, namespace)
  const network = get(activeChainAtom)
  if (network) set(trackEventAtom, { event: 'SWITCH_NETWORK', properties: { network } })
})

/**
 * Makes a network the chosen one. A connected wallet is asked to switch first (SPEC §4: an unrecognised chain is
 * added); without a connection there, the choice alone changes.
 * @throws WidgetError `chain/unsupported` for a network nobody knows or an adapter that cannot switch,
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
    // The wallet's chain was read; some wallets emit no `chainChanged`.
    const change = { is: 'chain', chain: chainId } as const
    set(dispatchConnectionEventAtom, namespace, { is: 'changed', handle: connection.handle, change })
  }
  set(selectedNetworkAtom(namespace), chainId)
  set(switchNamespaceAtom, namespace)
})
