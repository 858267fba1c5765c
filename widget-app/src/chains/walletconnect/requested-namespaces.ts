import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import { type SessionNamespace, sessionNamespaces } from './session-namespaces.ts'

type NamespaceRequest = { readonly methods: readonly string[]; readonly events: readonly string[] }

const events = ['accountsChanged', 'chainChanged']

/** Methods and events that the widget and its hosts may use (SPEC §7). */
const requestsByNamespace: Readonly<Record<SessionNamespace, NamespaceRequest>> = {
  eip155: {
    methods: [
      'eth_sendTransaction',
      'eth_signTransaction',
      'personal_sign',
      'eth_signTypedData_v4',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_getCapabilities',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
    ],
    events,
  },
  solana: {
    methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
    events,
  },
  polkadot: { methods: ['polkadot_signTransaction', 'polkadot_signMessage'], events },
}

type RequestedNamespaces = Record<string, { chains: string[]; methods: string[]; events: string[] }>

/**
 * The namespaces to propose for a site's chains. All of them are optional: a wallet that lacks a required chain can only
 * reject, and the widget verifies what it approves anyway.
 */
export function requestedNamespaces(chains: readonly ChainId[]): RequestedNamespaces {
  const requested: RequestedNamespaces = {}
  for (const namespace of sessionNamespaces) {
    const namespaceChains = chains.filter((chain) => namespaceOf(chain) === namespace)
    const { methods, events: eventNames } = requestsByNamespace[namespace]
    if (namespaceChains.length > 0)
      requested[namespace] = { chains: namespaceChains, methods: [...methods], events: [...eventNames] }
  }
  return requested
}
