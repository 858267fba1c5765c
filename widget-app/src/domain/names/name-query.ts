import type { ChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { sleep } from '#widget/lib/async.ts'
import type { QueryOptions } from '#widget/lib/query-result.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { cachedLookupsAtom, cacheLookupAtom, freshCacheEntry } from './name-cache.ts'
import { namePorts, resolveAccountName, unresolvedText } from './resolve-name.ts'
import { validateAvatar } from './validate-avatar.ts'

/** A name is resolved after a pause in typing of this length, in milliseconds. */
export const nameTypingPauseMs = 500

const keyOf = (chain: ChainId, name: string) => `${chain} ${name}`

/**
 * Resolves a name on a chain while the user types: after a pause, fresh for five minutes (SPEC §9), also across page loads.
 * Disabled without a name or a chain.
 */
export function nameQuery(
  get: Getter,
  chain: ChainId | undefined,
  name: string | undefined,
): QueryOptions<ResolvedName> {
  const context = namePorts(get, get(portsAtom))
  const { clock } = context.ports
  const cacheLookup = get(cacheLookupAtom)
  const key = chain === undefined || name === undefined ? '' : keyOf(chain, name)
  const lifetimeMs = staleTimesMs.nameLookup
  const cached =
    key === '' ? undefined : freshCacheEntry(get(cachedLookupsAtom), key, { now: clock.now(), lifetimeMs })
  return {
    key: ['name', key],
    staleTimeMs: lifetimeMs,
    enabled: key !== '',
    initial:
      cached?.name === undefined
        ? undefined
        : {
            data: { name: cached.name, address: cached.address, avatar: validateAvatar(cached.avatar) },
            updatedAt: cached.at,
          },
    load: async (signal) => {
      if (chain === undefined || name === undefined) throw new WidgetError('name/unresolved', unresolvedText)
      await sleep(clock, nameTypingPauseMs, signal)
      const found = await resolveAccountName(context, name, chain, signal)
      const result = { ...found, avatar: validateAvatar(found.avatar) }
      cacheLookup('lookup', { key, at: clock.now(), ...result })
      return result
    },
  }
}

/** Resolves a name now, ignoring the cache; rejects like `resolveAccountName`. */
export const refetchNameAtom = atom(
  null,
  async (get, _set, name: string, chain: ChainId): Promise<ResolvedName> => {
    const { signal } = new AbortController()
    return resolveAccountName(namePorts(get, get(portsAtom)), name, chain, signal)
  },
)
