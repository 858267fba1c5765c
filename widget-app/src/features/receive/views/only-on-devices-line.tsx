import { missingWayAtom } from '#widget/domain/embedded-wallet/backup.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'

/** For our own wallet, as long as only devices can open it. */
export function OnlyOnDevicesLine() {
  const t = useT()
  if (useAtomValue(missingWayAtom) === undefined) return null
  return (
    <Text size={13} tone="soft" align="center">
      {t('wallet-settings.secure-short')}
    </Text>
  )
}
