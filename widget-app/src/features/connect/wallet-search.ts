import { walletSearchLimit, walletSearchMinWaitMs } from '#shared/config/limits.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import type { CatalogueWallet } from '#widget/domain/wallets/catalogue-wallet.ts'
import {
  fetchWalletsAtom,
  isIncludedWalletAtom,
  walletFilterAtom,
} from '#widget/domain/wallets/wallet-catalogue.ts'
import { sleep } from '#widget/lib/async.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** While mounted, tracks the search once its text is unchanged for as long as the API call waits. */
const trackSearchAtom = atomFamily((search: string) => {
  const trackAtom = atom(
    () => undefined,
    (get, set): (() => void) =>
      get(portsAtom).clock.after(walletSearchMinWaitMs, () =>
        set(trackEventAtom, { event: 'SEARCH_WALLET', properties: { badge: '', search } }),
      ),
  )
  trackAtom.onMount = (start) => start()
  return trackAtom
})

/** The wallets that the API finds, at most 100; fetched after 300 ms without input (SPEC §9). */
export const walletSearchAtom = atomFamily((search: string) => {
  const resultAtom = queryAtom<readonly CatalogueWallet[]>((get) => {
    const fetchWallets = get(fetchWalletsAtom)
    const filter = get(walletFilterAtom)
    const { clock } = get(portsAtom)
    return {
      key: ['wallets', get(hostConfigAtom).projectId, 'search', search, filter],
      staleTimeMs: staleTimesMs.wallets,
      load: async (signal) => {
        await sleep(clock, walletSearchMinWaitMs, signal)
        return (await fetchWallets({ page: 1, entries: walletSearchLimit, search, ...filter }, signal))
          .wallets
      },
    }
  })
  return atom((get): QueryResult<readonly CatalogueWallet[]> => {
    get(trackSearchAtom(search))
    const result = get(resultAtom)
    return result.is === 'ready' ? { ...result, data: result.data.filter(get(isIncludedWalletAtom)) } : result
  })
})
