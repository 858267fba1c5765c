import { useT } from '#widget/lib/i18n/translate.ts'
import { Notice } from './notice.tsx'

type Check = 'not-compared' | 'verified' | 'checking' | 'unverified' | 'added' | 'mismatch'
/** The verdict of comparing a transaction with its request. */
type VerifiedEntry = { readonly check: Check }

/** The first of several that is shown; a mismatch has a view of its own, and a comparison in progress shows nothing. */
const checksBySeverity = ['added', 'unverified', 'checking'] as const
const texts = {
  added: 'transaction.added-text',
  unverified: 'transaction.unverified-text',
  checking: 'transaction.verifying-text',
} as const

/** Reports that a transaction of an earlier visit was never compared with what the user approved. */
export function UnverifiableNotice() {
  const t = useT()
  return (
    <Notice tone="info" title={t('transaction.not-compared')}>
      {t('transaction.not-compared-text')}
    </Notice>
  )
}

/** Reports that a sent transaction could not be compared with what the user approved, or has more calls. */
export function VerificationNotice({ entries }: { entries: readonly (VerifiedEntry | undefined)[] }) {
  const t = useT()
  const check = checksBySeverity.find((one) => entries.some((entry) => entry?.check === one))
  if (check === undefined) return null
  return (
    <Notice
      tone="warning"
      announce
      title={t(check === 'added' ? 'transaction.added' : 'transaction.unverified')}
    >
      {t(texts[check])}
    </Notice>
  )
}
