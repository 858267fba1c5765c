import { displayName } from '#widget/domain/names/name-display.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { changedNameAtom, watchResolvedNameAtom } from '../recipient/resolved-recipient.ts'

/** The name under review has another address now: nothing is sent until the user decides. */
export function MovedNameNotice() {
  const t = useT()
  const moved = useAtomValue(changedNameAtom)
  const follow = useSetAtom(watchResolvedNameAtom)
  if (!moved) return null
  const name = displayName(moved.name).text
  if (moved.to === undefined)
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
        <Button look="secondary" size="small" onPress={() => follow()}>
          {t('name.moved-use')}
        </Button>
      }
      announce
    >
      {t('name.moved-text')}
      <AddressText address={moved.to} whole />
    </Notice>
  )
}
