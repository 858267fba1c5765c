import { getHistory } from '#shared/api/history.ts'
import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { blockchainApiAtom, projectIdAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { viewPortsAtom } from '#widget/core/view-ports.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { supportedChainsAtom } from '#widget/domain/balances/balance-source.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { queryAtom, watchFailuresAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { fromHistoryEntry, type HistoryRecord } from './history-record.ts'

/**
 * Whether a service lists the history of a chain, or only the journal does; `unknown` until the supported chains are known.
 */
export const hasHistoryAtom = atomFamily((account: AccountId) =>
  atom((get): boolean | 'unknown' => {
    const namespace = namespaceOf(account)
    // The project's settings may still disable it later; it does not wait for them.
    const isOff = get(featureAtom('activity')).is === 'off'
    if (isOff || !get(capabilityAtom({ capability: 'activity', namespace }))) return false
    const supported = get(supportedChainsAtom)
    if (supported.is === 'loading') return 'unknown'
    // If the supported chains are unknown, the history itself is fetched: a failure is reported, not treated as unsupported.
    return supported.is !== 'ready' || supported.data.includes(chainOf(account))
  }),
)

type Page = { readonly records: readonly HistoryRecord[]; readonly next: string | undefined }

/** Accounts whose failure was reported and that have not been fetched since: one toast each. */
const reportedFailuresAtom = atom(() => new Set<unknown>())

type PageKey = { readonly account: AccountId; readonly cursor: string }

/** Pages by account, chain and cursor; '' is the first one. */
const pageAtom = atomFamily(
  ({ account, cursor }: PageKey) =>
    queryAtom<Page>((get) => {
      const ports = get(viewPortsAtom)
      const api = get(blockchainApiAtom)
      const reported = get(reportedFailuresAtom)
      const chainId = chainOf(account)
      const address = addressOf(account)
      return {
        key: ['history', account, cursor],
        staleTimeMs: staleTimesMs.history,
        overdueAfterMs: 4_000,
        enabled: get(hasOpenedAtom) && get(hasHistoryAtom(account)) === true,
        load: async (signal) => {
          const query = { chainId, ...(cursor === '' ? {} : { cursor }) }
          const { data, next } = await fetchEndpoint(ports, api, getHistory, {
            params: { address },
            query,
            signal,
          })
          reported.delete(account)
          return {
            records: data.flatMap((entry) => fromHistoryEntry(entry, chainId, address) ?? []),
            next: next || undefined,
          }
        },
      }
    }),
  (one, other) => one.account === other.account && one.cursor === other.cursor,
)
const newestAtom = (account: AccountId) => pageAtom({ account, cursor: '' })

/** The records before the last requested page, without a gap, and that page's cursor. */
type EarlierPages = { readonly records: readonly HistoryRecord[]; readonly cursor: string }

const earlierPagesAtom = atomFamily((_account: AccountId) => atom<EarlierPages | undefined>(undefined))

/** The history as far as it was fetched. `more`: the state of the next page. */
export type History = {
  readonly records: readonly HistoryRecord[]
  readonly next: string | undefined
  readonly more: 'none' | 'available' | 'loading' | 'failed'
  /** The newest page; earlier records stay while it is refetched, and when that fails. */
  readonly newest: QueryResult<unknown>
}

/** Merges two overlapping lists, the newer records first. */
function merge(newer: readonly HistoryRecord[], older: readonly HistoryRecord[]): readonly HistoryRecord[] {
  const ids = new Set(newer.map(({ id }) => id))
  return [...newer, ...older.filter(({ id }) => !ids.has(id))]
}

const moreState = (next: string | undefined): History['more'] => (next === undefined ? 'none' : 'available')

/** The history of an account, newest first; each record once, however pages overlap. */
export const historyAtom = atomFamily((account: AccountId) =>
  atom((get): History => {
    get(failureWatcherAtom)
    const newest = get(newestAtom(account))
    const earlier = get(earlierPagesAtom(account))
    if (newest.is !== 'ready') {
      return { records: earlier?.records ?? [], next: undefined, more: 'none', newest }
    }
    const { records, next } = newest.data
    const ids = new Set(records.map(({ id }) => id))
    // If records may be missing in between, the older pages are fetched again.
    const isContiguous = earlier?.records.length === 0 || earlier?.records.some(({ id }) => ids.has(id))
    if (earlier === undefined || !isContiguous) return { records, next, more: moreState(next), newest }
    const merged = merge(records, earlier.records)
    const page = get(pageAtom({ account, cursor: earlier.cursor }))
    if (page.is !== 'ready') return { records: merged, next: earlier.cursor, more: page.is, newest }
    const { data } = page
    return { records: merge(merged, data.records), next: data.next, more: moreState(data.next), newest }
  }),
)

/** Properties of the analytics events of a page. */
const pageEventAtom = atom((get) => (account: string, cursor: string | undefined) => ({
  address: account.slice(account.lastIndexOf(':') + 1),
  projectId: get(projectIdAtom),
  cursor,
  isSmartAccount: false,
}))

/** Fetches the next page, or fetches it again after a failure. */
export const fetchNextHistoryPageAtom = atom(null, (get, set, account: AccountId): void => {
  const { records, next, more } = get(historyAtom(account))
  if (next === undefined) return
  if (more === 'failed') void set(pageAtom({ account, cursor: next }))
  else if (more === 'available') {
    set(trackEventAtom, { event: 'LOAD_MORE_TRANSACTIONS', properties: get(pageEventAtom)(account, next) })
    set(earlierPagesAtom(account), { records, cursor: next })
  }
})

/** Refetches the newest page. */
export const refetchHistoryAtom = atom(null, (_get, set, account: AccountId) => set(newestAtom(account)))

const isWatchingAtom = atom(false)

const failureWatcherAtom = atom(
  () => undefined,
  (get, set) => {
    if (get(isWatchingAtom)) return
    set(isWatchingAtom, true)
    set(watchFailuresAtom, ([kind, account, cursor]) => {
      const reported = get(reportedFailuresAtom)
      if (kind !== 'history') return
      const properties = get(pageEventAtom)(String(account), cursor === '' ? undefined : String(cursor))
      set(trackEventAtom, { event: 'ERROR_FETCH_TRANSACTIONS', properties })
      if (reported.has(account)) return
      reported.add(account)
      set(showToastAtom, get(translateAtom)('activity.failed'), 'error')
    })
  },
)
failureWatcherAtom.onMount = (start) => start()
