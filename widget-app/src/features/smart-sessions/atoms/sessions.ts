import { getSessions, type ListedSession } from '#shared/api/smart-sessions.ts'
import { type AccountId, accountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { smartSessionsKey } from '#widget/domain/accounts/smart-sessions.ts'
import { configuredChainIdsAtom } from '#widget/domain/networks/networks.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { type AccountSession, pciOf, type SessionStatus, statusOf } from '../model.ts'

/** Maximum number of chains whose sessions are fetched: each is one request. */
const maxChains = 20

/**
 * The active address on each configured EVM network, the active chain first. A session is for one chain; a list of one chain
 * alone would hide that sessions of others are active.
 */
export const sessionAccountsAtom = atom((get): readonly AccountId[] => {
  const active = get(activeAccountAtom)
  if (active === undefined) return []
  const chain = chainOf(active)
  const namespace = namespaceOf(chain)
  const others = get(configuredChainIdsAtom).filter((id) => namespaceOf(id) === namespace && id !== chain)
  return [active, ...others.map((id) => accountId(id, addressOf(active)))].slice(0, maxChains)
})

/** The sessions of an account on one chain, as its service reports them. Write to it to refetch. */
export const sessionsAtom = atomFamily((account: AccountId) =>
  queryAtom((get) => {
    const ports = get(portsAtom)
    const api = get(blockchainApiAtom)
    return {
      key: [smartSessionsKey, account],
      staleTimeMs: staleTimesMs.smartSessions,
      enabled: get(hasOpenedAtom),
      load: async (signal): Promise<readonly ListedSession[]> => {
        const { pcis } = await fetchEndpoint(ports, api, getSessions, {
          params: { address: account },
          query: {},
          signal,
        })
        return pcis
      },
    }
  }),
)

const loadedAtom = atom((get) =>
  get(sessionAccountsAtom).map((account) => ({ account, loaded: get(sessionsAtom(account)) })),
)

/**
 * Whether chains are still loading for the first time, and those whose current sessions are unknown. Write to it to refetch
 * the latter.
 */
export const sessionLookupAtom = atom(
  (get): { readonly isLoading: boolean; readonly failed: readonly AccountId[] } => {
    const all = get(loadedAtom)
    return {
      isLoading: all.some(({ loaded }) => loaded.is === 'loading'),
      failed: all.flatMap(({ account, loaded }) =>
        loaded.is === 'failed' || (loaded.is === 'ready' && loaded.failure !== undefined) ? [account] : [],
      ),
    }
  },
  async (get, set): Promise<void> => {
    await Promise.all(get(sessionLookupAtom).failed.map((account) => set(sessionsAtom(account))))
  },
)

const allAtom = atom((get): readonly AccountSession[] =>
  get(loadedAtom).flatMap(({ account, loaded }) =>
    loaded.is === 'ready' ? loaded.data.map((one) => ({ account, ...one })) : [],
  ),
)

/** Statuses of the sessions in their order, as one string: equal strings cause no render each second. */
const statusesAtom = atom((get): string => {
  const now = get(nowAtom)
  return get(allAtom)
    .map((one) => statusOf(one.is === 'session' ? one.session : one, now))
    .join()
})

/** The sessions of one status: the unreadable first, then the newest. */
export const sessionsOfAtom = atomFamily((status: SessionStatus) =>
  atom((get): readonly AccountSession[] => {
    const statuses = get(statusesAtom).split(',')
    const since = (one: ListedSession) =>
      one.is === 'session' ? one.session.createdAt : Number.MAX_SAFE_INTEGER
    return get(allAtom)
      .filter((_one, at) => statuses[at] === status)
      .sort((one, other) => since(other) - since(one))
  }),
)

/** A session of the active account on any chain, with its status. */
export const sessionAtom = atomFamily((pci: string) =>
  atom((get): { readonly session: AccountSession; readonly status: SessionStatus } | undefined => {
    const all = get(allAtom)
    const at = all.findIndex((one) => pciOf(one) === pci)
    const session = all[at]
    const status = get(statusesAtom).split(',')[at]
    if (session === undefined) return undefined
    return { session, status: status === 'active' || status === 'expired' ? status : 'revoked' }
  }),
)

/** The list that is shown. */
export const sessionTabAtom = atom<SessionStatus>('active')
