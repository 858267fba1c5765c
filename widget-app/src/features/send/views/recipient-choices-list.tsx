import { localeAtom } from '#widget/core/locale.ts'
import { forgetAddressAtom } from '#widget/domain/accounts/address-book.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { CloseIcon } from '#widget/ui/icons/close.tsx'
import { AddressText, shortAddress } from '#widget/ui/identity/address-text.tsx'
import { Avatar } from '#widget/ui/identity/avatar.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { senderAtom } from '../atoms/draft.ts'
import { setRecipientAtom } from '../atoms/link.ts'
import { recipientChoicesAtom } from '../atoms/recipient-choices.ts'
import type { RecipientChoice } from '../recipient/recipient-choices.ts'

/** Recipients from earlier transfers and the address book; renders nothing if there are none. */
export function RecipientChoicesList() {
  const t = useT()
  const choices = useAtomValue(recipientChoicesAtom)
  if (choices.length === 0) return null
  return (
    <RowGroup label={t('book.title')} gap="none">
      {choices.map((choice) => (
        <ChoiceRow key={choice.address} choice={choice} />
      ))}
    </RowGroup>
  )
}

function ChoiceRow({ choice: { address, name, sentAt } }: { choice: RecipientChoice }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const sender = useAtomValue(senderAtom)
  const setRecipient = useSetAtom(setRecipientAtom)
  const forget = useSetAtom(forgetAddressAtom)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const when = sentAt === undefined ? t('book.never') : t('book.last', { date: date.format(sentAt) })
  const label = t('book.forget', { name: name ?? shortAddress(address) })
  return (
    <Row
      look="plain"
      title={name ?? <AddressText address={address} />}
      subtitle={name === undefined ? when : <AddressText address={address} />}
      icon={<Avatar address={address} size={40} />}
      onClick={() => void setRecipient(address)}
      action={
        <IconButton label={label} onClick={() => sender && forget(sender.namespace, address)}>
          <CloseIcon />
        </IconButton>
      }
    />
  )
}
