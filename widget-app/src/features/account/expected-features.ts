import { featureStateOf } from '#shared/config/remote-features.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { type FeatureName, featureAtom, hostOverride, isRemote } from '#widget/core/feature-flags.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/**
 * Whether a feature is on or, until the project's settings are known, would be on without them: for placeholders, so that
 * nothing shifts when the settings arrive.
 */
export const isFeatureExpectedAtom = atomFamily((name: FeatureName) =>
  atom((get): boolean => {
    const state = get(featureAtom(name))
    if (state.is !== 'pending' || !isRemote(name)) return state.is === 'on'
    return featureStateOf(name, { is: 'failed' }, hostOverride(get(hostConfigAtom), name)).is === 'on'
  }),
)
