import { getAllowedOrigins } from '#shared/api/project.ts'
import { originCacheMs, originReadIntervalMs } from '#shared/config/limits.ts'
import { finite, oneOf, openObject } from '#shared/wire-schema.ts'
import { apiAtom, projectIdAtom } from '#widget/core/config.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { type DownCode, type OriginListStatus, originListStatus } from '#widget/core/verify-origin.ts'
import { fetchEndpoint, httpStatusOf } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** Result of the allowed-origins call; `unreachable` is a network error. */
export type AllowedOriginsResult =
  | { readonly is: 'answered'; readonly origins: readonly string[] }
  | { readonly is: 'status'; readonly status: number }
  | { readonly is: 'unreachable' }

/** The status of an origin in a response, or why there is none. A page can cause 429, so it never counts as a response. */
export function readOriginsResult(result: AllowedOriginsResult, origin: string): OriginListStatus | DownCode {
  if (result.is === 'unreachable') return 'APKT009'
  if (result.is === 'answered') return originListStatus(result.origins, origin)
  if (result.status === 429) return 'APKT010'
  // SPEC §8: any other status counts as an empty list.
  return result.status === 408 || (result.status >= 500 && result.status <= 599) ? 'APKT009' : 'not-set-up'
}

/** The last response for this host and project, in this browser's partition for the host. */
const cachedOriginStatusAtom = storedAtom<CachedOriginStatus | undefined>(
  scopedKey('originStanding'),
  () => openObject({ standing: oneOf('listed', 'default', 'unlisted', 'not-set-up'), at: finite() }),
  undefined,
)
type CachedOriginStatus = { readonly standing: OriginListStatus; readonly at: number }

type ListRead = { readonly listStatus: OriginListStatus | DownCode; readonly isResponse: boolean }
type LastRead = {
  readonly projectId: string
  readonly startedAt: number
  readonly listRead: Promise<ListRead>
}
const lastReadAtom = atom<LastRead | undefined>(undefined)

/** Fetches the list, at most once in `originReadIntervalMs`: a page that configures often causes no requests. */
const readListAtom = atom(null, (get, set, origin: string): Promise<ListRead> => {
  const { clock } = get(portsAtom)
  const projectId = get(projectIdAtom)
  const last = get(lastReadAtom)
  if (last?.projectId === projectId && clock.now() - last.startedAt < originReadIntervalMs)
    return last.listRead
  const listRead = fetchEndpoint(get(portsAtom), get(apiAtom), getAllowedOrigins, { params: {}, query: {} })
    .then(
      ({ allowedOrigins }): AllowedOriginsResult => ({ is: 'answered', origins: allowedOrigins }),
      (thrown: unknown): AllowedOriginsResult => {
        const status = httpStatusOf(thrown)
        return status === undefined ? { is: 'unreachable' } : { is: 'status', status }
      },
    )
    .then((result) => ({
      listStatus: readOriginsResult(result, origin),
      isResponse: result.is === 'answered',
    }))
  set(lastReadAtom, { projectId, startedAt: clock.now(), listRead })
  return listRead
})

const isDown = (listStatus: OriginListStatus | DownCode): listStatus is DownCode =>
  listStatus === 'APKT009' || listStatus === 'APKT010'

/**
 * Returns the status of a host's origin in the project's list, which the API returns: for documents of static hosts, which
 * state no list. If the API is down, its last response is used, for `originCacheMs`.
 */
export const fetchAllowedOriginsAtom = atom(
  null,
  async (get, set, origin: string): Promise<OriginListStatus | DownCode> => {
    const { listStatus, isResponse } = await set(readListAtom, origin)
    const { clock } = get(portsAtom)
    if (isDown(listStatus)) {
      set(raiseAlertAtom, listStatus, origin)
      const cached = get(cachedOriginStatusAtom)
      const ageMs = cached === undefined ? -1 : clock.now() - cached.at
      return cached !== undefined && ageMs >= 0 && ageMs <= originCacheMs ? cached.standing : listStatus
    }
    if (isResponse) set(cachedOriginStatusAtom, { standing: listStatus, at: clock.now() })
    return listStatus
  },
)
