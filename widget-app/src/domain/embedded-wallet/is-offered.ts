import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { atom } from '#widget/lib/state.ts'
import { offeredSocialsAtom } from './offered-socials.ts'

/**
 * Whether the user can log in by e-mail or with a social account: the deployment has a vault, and the project has e-mail, or a
 * service that the deployment has configured (SPEC §3). Without a vault the project's settings are not fetched for it. `pending` until they are known.
 */
export const embeddedWalletOfferAtom = atom((get): 'on' | 'off' | 'pending' => {
  const { vaultUrl, socials } = get(deployConfigAtom)
  if (vaultUrl === undefined) return 'off'
  // A preloaded widget fetches nothing until the user opens it.
  if (!get(hasOpenedAtom)) return 'pending'
  const { is } = get(featureAtom('email'))
  if (is !== 'off' || !socials[0]) return is
  const feature = get(featureAtom('socials')).is
  return feature === 'on' && !get(offeredSocialsAtom)[0] ? 'off' : feature
})
