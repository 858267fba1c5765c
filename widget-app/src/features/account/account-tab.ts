import type { AccountId } from '#shared/caip/account-id.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { hasLocalActivityAtom } from './activity.ts'

export type AccountTab = 'tokens' | 'activity'

/** The tab that the user selected. It survives navigation to another view. */
export const accountTabAtom = atom<AccountTab>('tokens')

const onlyTokens: readonly AccountTab[] = ['tokens']
const allTabs: readonly AccountTab[] = ['tokens', 'activity']

/**
 * The tabs of an account. Activity is one of them if the project enables it, and always for an account with transactions or
 * orders of its own: the project cannot hide a pending payment.
 */
export const availableTabsAtom = atomFamily((account: AccountId) =>
  atom((get): readonly AccountTab[] =>
    get(featureAtom('activity')).is === 'on' || get(hasLocalActivityAtom(account)) ? allTabs : onlyTokens,
  ),
)

/** The tab on screen. Write to select another one. */
export const visibleTabAtom = atomFamily((account: AccountId) =>
  atom(
    (get): AccountTab =>
      get(availableTabsAtom(account)).includes(get(accountTabAtom)) ? get(accountTabAtom) : 'tokens',
    (get, set, tab: AccountTab) => {
      if (tab === 'activity' && get(visibleTabAtom(account)) !== tab)
        set(trackEventAtom, { event: 'CLICK_TRANSACTIONS', properties: { isSmartAccount: false } })
      set(accountTabAtom, tab)
    },
  ),
)
