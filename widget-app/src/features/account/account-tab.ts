import type { AccountId } from '#shared/caip/account-id.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { hasOwnActivityAtom } from './activity.ts'

export type AccountTab = 'tokens' | 'activity'

/** Which half of the account was chosen; it stays while a person looks at another view and comes back. */
export const accountTabAtom = atom<AccountTab>('tokens')

const onlyTokens: readonly AccountTab[] = ['tokens']
const bothHalves: readonly AccountTab[] = ['tokens', 'activity']

/**
 * The halves of an account. What it did is one of them where the project has that feature, and everywhere for who has
 * paid from here: the way to a payment under way is not the project's to take.
 */
export const halvesAtom = atomFamily((account: AccountId) =>
  atom((get): readonly AccountTab[] =>
    get(featureAtom('activity')).is === 'on' || get(hasOwnActivityAtom(account)) ? bothHalves : onlyTokens,
  ),
)

/** The half on screen. Write to choose another one. */
export const shownHalfAtom = atomFamily((account: AccountId) =>
  atom(
    (get): AccountTab =>
      get(halvesAtom(account)).includes(get(accountTabAtom)) ? get(accountTabAtom) : 'tokens',
    (get, set, half: AccountTab) => {
      if (half === 'activity' && get(shownHalfAtom(account)) !== half)
        set(trackEventAtom, { event: 'CLICK_TRANSACTIONS', properties: { isSmartAccount: false } })
      set(accountTabAtom, half)
    },
  ),
)
