import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Checkbox } from '#widget/ui/forms/checkbox.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { checkRecipientAtom, firstPaymentAtom } from '../atoms/first-payment.ts'

/** The id of the checkbox that confirms the address. */
export const addressCheckId = 'address-check'

/** States that nothing was sent to this address before, with the checkbox that enables Send. */
export function FirstPaymentNotice() {
  const t = useT()
  const firstPayment = useAtomValue(firstPaymentAtom)
  const check = useSetAtom(checkRecipientAtom)
  if (firstPayment === 'known') return null
  return (
    <Notice
      tone="warning"
      title={t('first.title')}
      action={
        <Checkbox
          id={addressCheckId}
          label={t('first.checked')}
          checked={firstPayment === 'checked'}
          onChange={check}
        />
      }
    >
      {t('first.text')}
    </Notice>
  )
}
