import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { TextField } from '#widget/ui/text-field.tsx'
import { canPasteAtom, pasteAtom } from '../bind.ts'
import { networkNameAtom } from '../display.ts'
import { recipientAtom } from '../form.ts'
import { draftAtom } from '../state.ts'
import { recipientNote } from '../words.ts'
import { LookAlikeNotice } from './look-alike-notice.tsx'

/** The recipient field, with Paste where the browser allows to read the clipboard. */
export function RecipientInput() {
  const t = useT()
  const [{ to }, edit] = useAtom(draftAtom)
  const recipient = useAtomValue(recipientAtom)
  const network = useAtomValue(networkNameAtom)
  const canPaste = useAtomValue(canPasteAtom)
  const paste = useSetAtom(pasteAtom)
  return (
    <>
      <TextField
        label={t('send.to')}
        value={to}
        onChange={(text) => edit({ to: text })}
        placeholder={t('send.to-hint')}
        mono={to !== ''}
        maxLength={256}
        error={recipientNote(recipient, { text: to, network }, t)}
        trailing={
          canPaste &&
          to === '' && (
            <Button look="quiet" size="small" onPress={paste}>
              {t('send.paste')}
            </Button>
          )
        }
      />
      <LookAlikeNotice />
    </>
  )
}
