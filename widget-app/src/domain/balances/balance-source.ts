import { getSupportedChains } from '#shared/api/chains.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { blockchainApiAtom, hostConfigAtom } from '#widget/core/config.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { isHostDefinedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/**
 * Where balances and fees of a chain come from: the balance API, the RPC gateway, or only the host, which configured an RPC
 * for a chain that the API does not support. `unknown` until the supported chains are known.
 */
export type BalanceSource = 'unknown' | 'api' | 'gateway' | 'site'

/** The chains that the balance API supports, as it reports them. */
export const supportedChainsAtom = queryAtom((get) => {
  const ports = get(viewPortsAtom)
  const api = get(blockchainApiAtom)
  return {
    key: ['supported-chains', api.baseUrl],
    staleTimeMs: staleTimesMs.supportedChains,
    // Balances wait for it, and must be on screen or have failed within 10 s.
    overdueAfterMs: 4_000,
    enabled: get(hasOpenedAtom),
    load: async (signal: AbortSignal) =>
      (await fetchEndpoint(ports, api, getSupportedChains, { params: {}, query: {}, signal })).http,
  }
})

const isRefetchingAtom = atom(false)

/** Fetches the supported chains again after a failure: without them, no tokens come from the API (SPEC §4). */
export const refetchSupportedChainsAtom = atom(null, async (get, set): Promise<void> => {
  if (get(supportedChainsAtom).is !== 'failed') return
  set(isRefetchingAtom, true)
  try {
    await set(supportedChainsAtom)
  } finally {
    set(isRefetchingAtom, false)
  }
})

/** Chains for which the host configured an RPC; only EVM nodes are called in the page. */
const hostRpcChainsAtom = atom((get): readonly ChainId[] =>
  get(hostConfigAtom).networks.flatMap((network) =>
    typeof network !== 'string' && network.id.startsWith('eip155:') && (network.rpcUrls ?? []).length > 0
      ? network.id
      : [],
  ),
)

/** The balance source of a chain. While the supported chains are unknown it is the gateway, also during a refetch. */
export const balanceSourceAtom = atomFamily((chain: ChainId) =>
  atom((get): BalanceSource => {
    const supported = get(supportedChainsAtom)
    if (supported.is === 'loading') return get(isRefetchingAtom) ? 'gateway' : 'unknown'
    if (supported.is !== 'ready') return 'gateway'
    if (supported.data.includes(chain)) return 'api'
    return get(hostRpcChainsAtom).includes(chain) ? 'site' : 'gateway'
  }),
)

/** Whether only the host vouches for what is shown of a chain: its balances, or the symbol and decimals of its currency. */
export const isHostReportedAtom = atomFamily((chain: ChainId) =>
  atom(
    (get): boolean =>
      get(isHostDefinedNetworkAtom(chain)) ||
      // The supported chains are not fetched where they make no difference.
      (get(hostRpcChainsAtom).includes(chain) && get(balanceSourceAtom(chain)) === 'site'),
  ),
)
