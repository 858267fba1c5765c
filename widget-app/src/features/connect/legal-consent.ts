import { flagsAtom, hostConfigAtom } from '#widget/core/config.ts'
import { atom } from '#widget/lib/state.ts'

/** What a person agrees to before choosing a wallet; at least one of them is there. */
export type LegalTerms = { readonly terms: string | undefined; readonly privacy: string | undefined }

/** The host's terms and privacy policy, where it wants a tick for them (`features.legalCheckbox`, SPEC §3). */
export const legalTermsAtom = atom((get): LegalTerms | undefined => {
  const { termsConditionsUrl: terms, privacyPolicyUrl: privacy } = get(hostConfigAtom)
  const isWanted = get(flagsAtom).legalCheckbox && (terms ?? privacy) !== undefined
  return isWanted ? { terms, privacy } : undefined
})

/** Whether the person has agreed. It holds while the page lives: each visit asks anew. */
export const hasLegalConsentAtom = atom(false)

/** Whether wallets can be chosen now. */
export const canChooseWalletAtom = atom(
  (get) => get(legalTermsAtom) === undefined || get(hasLegalConsentAtom),
)
