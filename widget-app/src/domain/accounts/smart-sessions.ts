import type { Namespace } from '#shared/caip/namespace.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** Whether smart sessions can be granted for a namespace and are shown: the host's flag, where the API supports them. */
export const hasSmartSessionsAtom = atomFamily((namespace: Namespace) =>
  atom(
    (get): boolean =>
      get(hasFeatureAtom('smartSessions')) && get(capabilityAtom({ capability: 'smartSessions', namespace })),
  ),
)

/** First part of the key of every query for an account's smart sessions. */
export const smartSessionsKey = 'smart-sessions'
