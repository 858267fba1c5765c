import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { QrIcon } from '#widget/ui/icons/qr.tsx'
import { canScanAtom, openScanAtom } from '../atoms/actions.ts'
import { RecipientChoicesList } from './recipient-choices-list.tsx'
import { RecipientName } from './recipient-name.tsx'

/** The address book at the recipient field: suggestions, and the name of the typed address. */
export function RecipientAddressBook() {
  return (
    <>
      <RecipientName />
      <RecipientChoicesList />
    </>
  )
}

/** Opens the camera view, if the page can request a camera. */
export function ScanButton() {
  const t = useT()
  const canScan = useAtomValue(canScanAtom)
  const scan = useSetAtom(openScanAtom)
  return canScan ? (
    <IconButton label={t('scan.open')} onClick={scan}>
      <QrIcon />
    </IconButton>
  ) : null
}
