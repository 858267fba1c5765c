import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { TextLink } from '#widget/ui/buttons/text-link.tsx'
import { Checkbox } from '#widget/ui/forms/checkbox.tsx'
import { hasLegalConsentAtom, type LegalTerms, legalTermsAtom } from '../legal-consent.ts'

const consentLabel = ({ terms, privacy }: LegalTerms, t: Translate): string => {
  if (terms === undefined) return t('legal.privacy-only')
  return privacy === undefined ? t('legal.terms-only') : t('legal.both')
}

/** The consent checkbox, with links to the terms, if the host requires it. */
export function LegalConsent() {
  const t = useT()
  const legal = useAtomValue(legalTermsAtom)
  const [hasConsent, setHasConsent] = useAtom(hasLegalConsentAtom)
  if (!legal) return null
  const links = [
    { href: legal.terms, label: t('legal.terms') },
    { href: legal.privacy, label: t('legal.privacy') },
  ]
  return (
    <Checkbox
      label={consentLabel(legal, t)}
      checked={hasConsent}
      onChange={setHasConsent}
      hint={links.map(
        ({ href, label }) =>
          href !== undefined && (
            <TextLink key={label} href={href} newTab={t('common.new-tab')}>
              {label}
            </TextLink>
          ),
      )}
    />
  )
}
