import { getIdentity, getReverseNames } from '#shared/api/names.ts'
import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { fetchRetryGapMs } from '#shared/config/limits.ts'
import { coinTypeOf } from '#shared/names/coin-type.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { fetchEndpoint, httpStatusOf } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import {
  cachedIdentitiesAtom,
  cacheLookupAtom,
  freshCacheEntry,
  registeredNamesAtom,
  withCacheEntry,
} from './name-cache.ts'
import { avatarOf, type NamePorts, namePorts, resolveAccountName } from './resolve-name.ts'
import { validateAvatar } from './validate-avatar.ts'

/** The verified name and avatar of an account; both undefined if it has none. */
export type Identity = { readonly name: string | undefined; readonly avatar: string | undefined }

type Candidate = { readonly name: string; readonly avatar: string | null | undefined }
type Source = () => Promise<readonly Candidate[]>

const emptyIdentity: Identity = { name: undefined, avatar: undefined }

/**
 * Possible names of an account, from one source after the other. `registeredHere` was registered in this widget: an identity
 * service may not have it yet, and the registry is not queried for every account.
 */
function sourcesOf(
  names: NamePorts,
  account: AccountId,
  registeredHere: string | undefined,
  signal: AbortSignal,
): readonly Source[] {
  const { ports, api } = names
  const chain = chainOf(account)
  const address = addressOf(account)
  const params = { address }
  const registered = async (): Promise<readonly Candidate[]> => {
    try {
      const query = { apiVersion: '2', sender: address } as const
      const found = await fetchEndpoint(ports, api, getReverseNames, { params, query, signal })
      return found.map((one) => ({ name: one.name, avatar: avatarOf(one) }))
    } catch (error) {
      if (httpStatusOf(error) === 404) return []
      throw error
    }
  }
  return [
    async () => {
      try {
        const query = { sender: address }
        const { name, avatar } = await fetchEndpoint(ports, api, getIdentity, { params, query, signal })
        return name === null ? [] : [{ name, avatar }]
      } catch {
        signal.throwIfAborted()
        // Fetched only after a failure: for every account without a name, its 404 would be an error in the page's console.
        return registered()
      }
    },
    async () => (registeredHere === undefined ? [] : [{ name: registeredHere, avatar: undefined }]),
    async () => {
      const adapter = await ports.chains.adapter(namespaceOf(chain))
      const found = await adapter.reverseName?.(address, chain, signal)
      return found ? [found] : []
    },
  ]
}

/**
 * The identity of an account: registered names and other services from the API, then ENS. A name counts only if it resolves
 * to this account, because any account can claim any name.
 * @throws the first error of a source, if no source returned a name; the signal's reason.
 */
async function lookUpIdentity(
  names: NamePorts,
  account: AccountId,
  registeredHere: string | undefined,
  signal: AbortSignal,
): Promise<Identity> {
  const chain = chainOf(account)
  const errors: unknown[] = []
  const resolveToAccount = async (name: string): Promise<ResolvedName | undefined> => {
    const found = await resolveAccountName(names, name, chain, signal)
    const { address } = found
    return address?.toLowerCase() === addressOf(account).toLowerCase() ? found : undefined
  }
  for (const source of sourcesOf(names, account, registeredHere, signal)) {
    try {
      for (const { name, avatar } of await source()) {
        const found = await resolveToAccount(name)
        if (found) return { name: found.name, avatar: validateAvatar(avatar) ?? validateAvatar(found.avatar) }
      }
    } catch (error) {
      signal.throwIfAborted()
      errors.push(error)
    }
  }
  const [firstError] = errors
  if (firstError !== undefined) throw firstError
  return emptyIdentity
}

const identityKey = (account: AccountId) => account.toLowerCase()

const noIdentity: QueryResult<Identity> = { is: 'loading' }

const identityQueryAtom = atomFamily((account: AccountId) =>
  queryAtom<Identity>((get) => {
    const ports = get(viewPortsAtom)
    const names = namePorts(get, ports)
    const cacheLookup = get(cacheLookupAtom)
    const key = identityKey(account)
    const registeredHere = get(registeredNamesAtom).find((one) => one.key === key)?.name
    const lifetimeMs = staleTimesMs.identity
    const cached = freshCacheEntry(get(cachedIdentitiesAtom), key, { now: ports.clock.now(), lifetimeMs })
    return {
      key: ['identity', account],
      staleTimeMs: lifetimeMs,
      retryGapMs: fetchRetryGapMs,
      enabled: get(hasOpenedAtom) && coinTypeOf(chainOf(account)) !== undefined,
      initial: cached && {
        data: { name: cached.name, avatar: validateAvatar(cached.avatar) },
        updatedAt: cached.at,
      },
      load: async (signal) => {
        const { name, avatar } = await lookUpIdentity(names, account, registeredHere, signal)
        cacheLookup('identity', { key, at: ports.clock.now(), name, avatar })
        return { name, avatar }
      },
    }
  }),
)

/**
 * The identity of an account; fresh for five minutes (SPEC §9), also across page loads. A failure shows no notice: the
 * address is enough. Writing refetches, after a name was registered.
 */
export const identityAtom = atomFamily((account: AccountId | undefined) =>
  atom(
    (get): QueryResult<Identity> => (account === undefined ? noIdentity : get(identityQueryAtom(account))),
    async (_get, set): Promise<void> => {
      if (account !== undefined) await set(identityQueryAtom(account))
    },
  ),
)

/** Stores a name that was registered here for an account, and refetches its identity. */
export const nameRegisteredAtom = atom(null, (get, set, account: AccountId, name: string): void => {
  const entry = { key: identityKey(account), at: get(viewPortsAtom).clock.now(), name }
  set(registeredNamesAtom, (cached) => withCacheEntry(cached, entry))
  void set(identityAtom(account))
})
