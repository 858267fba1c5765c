import { displayName } from '#widget/domain/names/name-display.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { acceptChangedNameAtom, changedNameAtom } from '../atoms/resolved-recipient.ts'

/** The name under review has another address now: nothing is sent until the user decides. */
export function ChangedNameNotice() {
  const t = useT()
  const changed = useAtomValue(changedNameAtom)
  const accept = useSetAtom(acceptChangedNameAtom)
  if (!changed) return null
  const name = displayName(changed.name).text
  if (changed.to === undefined)
    return (
      <Notice tone="error" title={t('name.gone', { name })} announce>
        {t('name.gone-text')}
      </Notice>
    )
  return (
    <Notice
      tone="error"
      title={t('name.moved', { name })}
      action={
        <Button look="secondary" size="small" onClick={() => accept()}>
          {t('name.moved-use')}
        </Button>
      }
      announce
    >
      {t('name.moved-text')}
      <AddressText address={changed.to} whole />
    </Notice>
  )
}
