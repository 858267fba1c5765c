import { useT } from '#widget/lib/i18n/translate.ts'
import { Notice } from './notice.tsx'

/** What comparing a transaction with what was asked came to; absent where it is the same. */
type Checked = { readonly check?: 'checking' | 'unverified' | 'mismatch' | undefined }

/** Says that a sent transaction could not be compared with what the user approved, and whether that is tried again. */
export function CheckNotice({ entries }: { entries: readonly (Checked | undefined)[] }) {
  const t = useT()
  const checks = entries.map((entry) => entry?.check)
  const check = checks.find((one) => one === 'unverified') ?? checks.find((one) => one === 'checking')
  if (check === undefined) return null
  return (
    <Notice tone="warning" announce title={t('transaction.unverified')}>
      {t(check === 'checking' ? 'transaction.verifying-text' : 'transaction.unverified-text')}
    </Notice>
  )
}
