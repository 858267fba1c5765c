import { missingWayAtom, onlyDeviceCountAtom } from '#widget/domain/embedded-wallet/backup.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'

/** For our own wallet, as long as it cannot be restored without its devices. */
export function OnlyOnDevicesLine() {
  const t = useT()
  const missing = useAtomValue(missingWayAtom)
  const count = useAtomValue(onlyDeviceCountAtom)
  if (missing === undefined) return null
  return (
    <Text size={13} tone="soft" align="center">
      {count === undefined
        ? t('wallet-settings.secure-short')
        : t('wallet-settings.secure-devices-short', { count })}
    </Text>
  )
}
