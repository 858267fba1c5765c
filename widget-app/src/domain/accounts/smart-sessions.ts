import type { Namespace } from '#shared/caip/namespace.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** Whether sites may be given sessions of an account, and the person is shown them: the site's flag, where the API has them. */
export const hasSmartSessionsAtom = atomFamily((namespace: Namespace) =>
  atom(
    (get): boolean =>
      get(hasFeatureAtom('smartSessions')) && get(capabilityAtom({ capability: 'smartSessions', namespace })),
  ),
)

/** First part of the key of every query for an account's sessions. */
export const smartSessionsKey = 'smart-sessions'
