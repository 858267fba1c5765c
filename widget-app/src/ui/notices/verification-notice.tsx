import { useT } from '#widget/lib/i18n/translate.ts'
import { Notice } from './notice.tsx'

type Check = 'not-compared' | 'verified' | 'checking' | 'unverified' | 'added' | 'mismatch'
/** What comparing a transaction with what was asked came to. */
type Checked = { readonly check: Check }

/** The first of several that is shown; a mismatch has a view of its own, and a comparison under way shows nothing. */
const byWeight = ['added', 'unverified', 'checking'] as const
const texts = {
  added: 'transaction.added-text',
  unverified: 'transaction.unverified-text',
  checking: 'transaction.verifying-text',
} as const

/** Says that a transaction of an earlier visit was never compared with what the user approved. */
export function UnverifiableNotice() {
  const t = useT()
  return (
    <Notice tone="info" title={t('transaction.not-compared')}>
      {t('transaction.not-compared-text')}
    </Notice>
  )
}

/** Says that a sent transaction could not be compared with what the user approved, or has more calls. */
export function VerificationNotice({ entries }: { entries: readonly (Checked | undefined)[] }) {
  const t = useT()
  const check = byWeight.find((one) => entries.some((entry) => entry?.check === one))
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
