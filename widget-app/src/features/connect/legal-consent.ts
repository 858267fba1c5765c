import { flagsAtom, hostConfigAtom } from '#widget/core/config.ts'
import { atom } from '#widget/lib/state.ts'

/** What the user accepts before selecting a wallet; at least one is defined. */
export type LegalTerms = { readonly terms: string | undefined; readonly privacy: string | undefined }

/** The host's terms and privacy policy, if it requires consent (`features.legalCheckbox`, SPEC §3). */
export const legalTermsAtom = atom((get): LegalTerms | undefined => {
  const { termsConditionsUrl: terms, privacyPolicyUrl: privacy } = get(hostConfigAtom)
  const isRequired = get(flagsAtom).legalCheckbox && (terms ?? privacy) !== undefined
  return isRequired ? { terms, privacy } : undefined
})

/** True if the user consented. Not stored: each document requires consent again. */
export const hasLegalConsentAtom = atom(false)

/** True if the user can select a wallet now. */
export const canSelectWalletAtom = atom(
  (get) => get(legalTermsAtom) === undefined || get(hasLegalConsentAtom),
)
