import type { Connection } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { openViewAtom } from './open-view.ts'

/** Outcome of a grant that a wallet has made; `starting` while no block contains it yet. */
export type GrantOutcome = ViewOf<'SmartSessionCreated'>['outcome']

/**
 * Shows the outcome, because the user would not notice that the wallet has granted an unusable session: in a view, or in a
 * toast with the same text if the modal is open.
 */
export const showGrantOutcomeAtom = atom(
  null,
  (get, set, { walletName: wallet }: Connection, outcome: GrantOutcome): void => {
    const t = get(translateAtom)
    const shown = get(currentViewAtom)
    if (shown.name === 'SmartSessionCreated' && shown.outcome === 'starting' && get(modalOpenAtom)) {
      set(viewStackAtom, { to: 'replace', view: { name: 'SmartSessionCreated', outcome } })
    } else if (!get(modalOpenAtom) && !get(hostConfigAtom).embedded) {
      set(openViewAtom, { name: 'SmartSessionCreated', outcome })
    } else if (outcome === 'starting') set(showToastAtom, t('sessions.starting'), 'loading')
    else if (outcome === 'active') set(showToastAtom, t('sessions.created'), 'success')
    else set(showToastAtom, t(`sessions.${outcome}-text`, { wallet }), 'error')
  },
)
