import { useState } from 'react'
import {
  addressBookAtom,
  bookNameLimit,
  cleanBookName,
  forgetAddressAtom,
  isBookNameTooLong,
  isNameTaken,
  nameAddressAtom,
} from '#widget/domain/accounts/address-book.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { senderAtom } from '../atoms/draft.ts'
import { recipientAtom, recipientNameAtom } from '../atoms/form.ts'

/** The name of the address in the field, with buttons to save and to forget it. */
export function RecipientName() {
  const recipient = useAtomValue(recipientAtom)
  const sender = useAtomValue(senderAtom)
  if (recipient.is !== 'address' || recipient.isOwn || !sender) return null
  // Another address resets the field: a half-typed name was not for it.
  return <AddressName key={recipient.address} namespace={sender.namespace} address={recipient.address} />
}

type AddressNameProps = { readonly namespace: Parameters<typeof isNameTaken>[2]; readonly address: string }

function AddressName({ namespace, address }: AddressNameProps) {
  const t = useT()
  const name = useAtomValue(recipientNameAtom)
  const forget = useSetAtom(forgetAddressAtom)
  const [isNaming, setNaming] = useState(false)
  if (isNaming) return <NameField namespace={namespace} address={address} onEnd={() => setNaming(false)} />
  return name === undefined ? (
    <Stack align="start">
      <Button look="quiet" size="small" onClick={() => setNaming(true)}>
        {t('book.save')}
      </Button>
    </Stack>
  ) : (
    <Stack across align="spread" gap={8}>
      <Text size={13} tone="soft">
        {t('book.saved-as', { name })}
      </Text>
      <Button look="quiet" size="small" onClick={() => forget(namespace, address)}>
        {t('book.forget-name')}
      </Button>
    </Stack>
  )
}

function NameField({ namespace, address, onEnd }: AddressNameProps & { readonly onEnd: () => void }) {
  const t = useT()
  const book = useAtomValue(addressBookAtom)
  const save = useSetAtom(nameAddressAtom)
  const [text, setText] = useState('')
  const name = cleanBookName(text)
  const isTooLong = isBookNameTooLong(text)
  const isTaken = !isTooLong && isNameTaken(book, name, namespace, address)
  return (
    <TextField
      label={t('book.name')}
      value={text}
      onChange={setText}
      hint={t('book.name-hint')}
      error={
        isTooLong ? t('field.too-long', { count: bookNameLimit }) : isTaken ? t('book.name-taken') : undefined
      }
      trailing={
        <Button
          look="quiet"
          size="small"
          disabled={name === '' || isTooLong || isTaken}
          onClick={() => {
            save(namespace, address, name)
            onEnd()
          }}
        >
          {t('book.save-name')}
        </Button>
      }
    />
  )
}
