import { socialNames } from '#shared/config/remote-features.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { atom } from '#widget/lib/state.ts'

/** A service whose accounts log in to embedded wallets. */
export type SocialId = (typeof socialNames)[number]

/**
 * The services that the user can choose from: those of the project that the deployment has configured, each once, in the
 * project's order.
 */
export const offeredSocialsAtom = atom((get): readonly SocialId[] => {
  const feature = get(featureAtom('socials'))
  if (feature.is !== 'on') return []
  const { socials } = get(deployConfigAtom)
  return [...new Set(feature.choices)].flatMap((id) =>
    socialNames.filter((known) => known === id && socials.includes(known)),
  )
})
