import { deployConfigAtom } from '#widget/core/config.ts'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { hasOpenedAtom } from '#widget/core/modal-state.ts'
import { atom } from '#widget/lib/state.ts'

/**
 * Whether the user can log in by e-mail or with a social account: the deployment has a vault, and the project has one of the
 * features (SPEC §3). Without a vault the project's settings are not fetched for it. `pending` until they are known.
 */
export const embeddedWalletOfferAtom = atom((get): 'on' | 'off' | 'pending' => {
  const { vaultUrl, socials } = get(deployConfigAtom)
  if (vaultUrl === undefined) return 'off'
  // A preloaded widget fetches nothing until the user opens it.
  if (!get(hasOpenedAtom)) return 'pending'
  const { is } = get(featureAtom('email'))
  return is === 'off' && socials[0] ? get(featureAtom('socials')).is : is
})

/** Whether the user can log in now. */
export const isEmbeddedWalletOfferedAtom = atom((get) => get(embeddedWalletOfferAtom) === 'on')
