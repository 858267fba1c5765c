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
 * Who tells figures of a chain (balances, fees): the balance API, the RPC gateway, or the site alone, which gave an RPC
 * for a chain that our services do not have. `unknown` until they have said which they have.
 */
export type BalanceSource = 'unknown' | 'api' | 'gateway' | 'site'

/** The chains that our services have, as they say themselves. */
export const supportedChainsAtom = queryAtom((get) => {
  const ports = get(viewPortsAtom)
  const api = get(blockchainApiAtom)
  return {
    key: ['supported-chains', api.baseUrl],
    lifetimeMs: staleTimesMs.supportedChains,
    // Balances wait for it, and are on screen or given up within 10 s.
    patienceMs: 4_000,
    enabled: get(hasOpenedAtom),
    load: async (signal: AbortSignal) =>
      (await fetchEndpoint(ports, api, getSupportedChains, { params: {}, query: {}, signal })).http,
  }
})

const isAskedAgainAtom = atom(false)

/** Asks our services again what they have, where they could not say: without that, no tokens come from them (SPEC §4). */
export const refetchSupportedChainsAtom = atom(null, async (get, set): Promise<void> => {
  if (get(supportedChainsAtom).is !== 'failed') return
  set(isAskedAgainAtom, true)
  try {
    await set(supportedChainsAtom)
  } finally {
    set(isAskedAgainAtom, false)
  }
})

/** Chains for which the host gave an RPC; only EVM nodes are asked in the page. */
const hostRpcChainsAtom = atom((get): readonly ChainId[] =>
  get(hostConfigAtom).networks.flatMap((network) =>
    typeof network !== 'string' && network.id.startsWith('eip155:') && (network.rpcUrls ?? []).length > 0
      ? network.id
      : [],
  ),
)

/**
 * Who tells figures of a chain. While our services do not say what they have, the gateway is asked, also while they are
 * asked again.
 */
export const balanceSourceAtom = atomFamily((chain: ChainId) =>
  atom((get): BalanceSource => {
    const supported = get(supportedChainsAtom)
    if (supported.is === 'loading') return get(isAskedAgainAtom) ? 'gateway' : 'unknown'
    if (supported.is !== 'ready') return 'gateway'
    if (supported.data.includes(chain)) return 'api'
    return get(hostRpcChainsAtom).includes(chain) ? 'site' : 'gateway'
  }),
)

/** Whether what is shown of a chain is only what the site says: its figures, or what its currency is called and counted in. */
export const isHostReportedAtom = atomFamily((chain: ChainId) =>
  atom(
    (get): boolean =>
      get(isHostDefinedNetworkAtom(chain)) ||
      // Nobody asks what our services have where it makes no difference.
      (get(hostRpcChainsAtom).includes(chain) && get(balanceSourceAtom(chain)) === 'site'),
  ),
)
