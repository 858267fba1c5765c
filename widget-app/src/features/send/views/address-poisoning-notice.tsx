import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressDifference } from '#widget/ui/identity/address-difference.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { recipientAtom, similarRecipientAtom } from '../atoms/form.ts'

/** Warns of a recipient that resembles a known address, and marks the differences (test 45). */
export function AddressPoisoningNotice() {
  const t = useT()
  const recipient = useAtomValue(recipientAtom)
  const known = useAtomValue(similarRecipientAtom)
  if (recipient.is !== 'address' || known === undefined) return null
  return (
    <Notice tone="error" title={t('risk.look-alike')} announce>
      {t('risk.look-alike-text')}
      <AddressDifference address={recipient.address} other={known} />
      <AddressDifference address={known} other={recipient.address} />
    </Notice>
  )
}
