import type { AccountId } from '#shared/caip/account-id.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { refetchQueriesAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'

/** Assets that lately moved and are kept in mind; each is one id in a question. */
const touchedLimit = 20

/**
 * Who must not be told balances from a cache of the API (SPEC §7, `forceUpdate`). Each wish has a number; an account whose
 * latest forced answer has a lower one (`met`) is asked for with force.
 */
type Freshness = {
  wishes: number
  readonly met: Map<AccountId, number>
  /** What lately moved, the latest first: it may be nothing that an account is known to have. */
  touched: readonly Asset[]
}

/** One per store, and changed in place: nobody draws it. */
export const forcedRefetchStateAtom = atom((): Freshness => ({ wishes: 0, met: new Map(), touched: [] }))

/** From now on, the next answer about each account must not come from a cache; `touched` is what moved, where known. */
export const forceBalanceRefetchAtom = atom(null, (get, _set, ...touched: Asset[]): void => {
  const freshness = get(forcedRefetchStateAtom)
  freshness.wishes += 1
  freshness.touched = [...touched, ...freshness.touched].slice(0, touchedLimit)
})

/** Loads balances anew after something moved, past any cache of the API. */
export const refetchBalancesAtom = atom(null, (_get, set, ...touched: Asset[]): Promise<void> => {
  set(forceBalanceRefetchAtom, ...touched)
  return set(refetchQueriesAtom, 'balances')
})
