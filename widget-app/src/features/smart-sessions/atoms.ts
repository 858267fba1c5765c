import { getSessions, type ListedSession, type SmartSession } from '#shared/api/sessions.ts'
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
import { displayOrigin } from '#widget/lib/text/origin-display.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'

/** Where a session stands: what was revoked stays revoked, whenever it would have ended. */
export type SessionStatus = 'active' | 'expired' | 'revoked'

/**
 * One that does not say when it ends counts as active: it may act.
 * @param now epoch milliseconds
 */
export function statusOf(
  { revokedAt, expiry }: Partial<Pick<SmartSession, 'revokedAt' | 'expiry'>>,
  now: number,
): SessionStatus {
  if (revokedAt !== undefined && revokedAt !== null) return 'revoked'
  return expiry !== undefined && expiry * 1_000 <= now ? 'expired' : 'active'
}

const siteNameMaxLength = 64

/** Whose session it is, safe to show: the name it gave itself, and the host that is known of it. */
export function siteOf({ project: { name, url } }: SmartSession): {
  readonly name: string
  readonly host: string | undefined
} {
  const { origin, protocol } = typeof url === 'string' && URL.canParse(url) ? new URL(url) : {}
  const host = protocol?.startsWith('http') && origin !== undefined ? displayOrigin(origin) : undefined
  return { name: sanitizeText(name, siteNameMaxLength) || (host ?? ''), host }
}

/** Chains whose sessions are asked for at most: each is a request of its own. */
const askedChainsMax = 20

/**
 * The address in use on every EVM network of the site: a session is for one chain, and who is told of one chain alone
 * would think that nobody acts on the others. The chain in use comes first.
 */
export const sessionAccountsAtom = atom((get): readonly AccountId[] => {
  const active = get(activeAccountAtom)
  if (active === undefined) return []
  const chain = chainOf(active)
  const namespace = namespaceOf(chain)
  const others = get(configuredChainIdsAtom).filter((id) => namespaceOf(id) === namespace && id !== chain)
  return [active, ...others.map((id) => accountId(id, addressOf(active)))].slice(0, askedChainsMax)
})

/** The sessions of an account on one chain, as its service tells them. Write to it to ask anew. */
export const sessionsAtom = atomFamily((account: AccountId) =>
  queryAtom((get) => {
    const ports = get(portsAtom)
    const api = get(blockchainApiAtom)
    return {
      key: [smartSessionsKey, account],
      lifetimeMs: staleTimesMs.smartSessions,
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

/** Whether all chains have answered once, and those of which it is not known how things stand now. Write to it to ask these anew. */
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

/** A session, and the account and chain that it acts for. */
export type AccountSession = { readonly account: AccountId } & ListedSession

/** Its id; undefined for one that cannot even be told apart. */
export const pciOf = (one: ListedSession): string | undefined =>
  one.is === 'session' ? one.session.pci : one.pci

const allAtom = atom((get): readonly AccountSession[] =>
  get(loadedAtom).flatMap(({ account, loaded }) =>
    loaded.is === 'ready' ? loaded.data.map((one) => ({ account, ...one })) : [],
  ),
)

/** Statuses of the sessions in their order; a text, so that nothing is drawn each second. */
const statusesAtom = atom((get): string => {
  const now = get(nowAtom)
  return get(allAtom)
    .map((one) => statusOf(one.is === 'session' ? one.session : one, now))
    .join()
})

/** Those of one status: what cannot be read, then the newest. */
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

/** A session of the account in use, on whichever chain, and where it stands. */
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

/** Which of the three lists is shown. */
export const sessionTabAtom = atom<SessionStatus>('active')
