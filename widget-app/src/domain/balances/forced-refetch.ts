import type { AccountId } from '#shared/caip/account-id.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { refetchQueriesAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'

/** Maximum of recently moved assets; each is one id in an API call. */
const touchedLimit = 20

/**
 * Which balances must not come from a cache of the API (SPEC §7, `forceUpdate`). Each forced refetch has a number; an
 * account whose last forced response has a lower one (`served`) is forced again.
 */
type ForcedRefetchState = {
  count: number
  readonly served: Map<AccountId, number>
  /** Recently moved assets, latest first; possibly none that the account is known to have. */
  movedAssets: readonly Asset[]
}

/** One per store, mutated in place: no view renders it. */
export const forcedRefetchStateAtom = atom(
  (): ForcedRefetchState => ({ count: 0, served: new Map(), movedAssets: [] }),
)

/** Forces the next API response for each account to bypass the cache; `movedAssets` are the moved ones, if known. */
export const forceBalanceRefetchAtom = atom(null, (get, _set, ...touched: Asset[]): void => {
  const state = get(forcedRefetchStateAtom)
  state.count += 1
  state.movedAssets = [...touched, ...state.movedAssets].slice(0, touchedLimit)
})

/** Refetches balances after assets moved, bypassing any cache of the API. */
export const refetchBalancesAtom = atom(null, (_get, set, ...touched: Asset[]): Promise<void> => {
  set(forceBalanceRefetchAtom, ...touched)
  return set(refetchQueriesAtom, 'balances')
})
