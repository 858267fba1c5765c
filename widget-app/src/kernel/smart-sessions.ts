import type { Namespace } from '#shared/caip/namespace.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { capabilityAtom } from './capabilities.ts'
import { hasFeatureAtom } from './features.ts'

/** Whether sites may be given sessions of an account, and the person is shown them: the site's flag, where the API has them. */
export const hasSmartSessionsAtom = atomFamily((namespace: Namespace) =>
  atom(
    (get): boolean =>
      get(hasFeatureAtom('smartSessions')) && get(capabilityAtom({ capability: 'smartSessions', namespace })),
  ),
)

/** First part of the key of every query for an account's sessions. */
export const smartSessionsKey = 'smart-sessions'
