import type { Connection } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { openViewAtom } from './open-view.ts'

/** Outcome of a grant that a wallet has made. */
export type GrantOutcome = ViewOf<'SmartSessionCreated'>['outcome']

/**
 * Shows the outcome, because the user would not notice that the wallet has granted an unusable session: in a view, or in a
 * toast with the same text if the modal is open.
 */
export const showGrantOutcomeAtom = atom(
  null,
  (get, set, { walletName: wallet }: Connection, outcome: GrantOutcome): void => {
    const t = get(translateAtom)
    if (!get(modalOpenAtom) && !get(hostConfigAtom).embedded) {
      set(openViewAtom, { name: 'SmartSessionCreated', outcome })
    } else if (outcome === 'active') set(showToastAtom, t('sessions.created'), 'success')
    else set(showToastAtom, t(`sessions.${outcome}-text`, { wallet }), 'error')
  },
)
