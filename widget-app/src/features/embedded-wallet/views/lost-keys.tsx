import { deletionOpenMs, deletionWaitMs } from '#shared/api/embedded-deletion.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { currentEmailAtom } from '../step-up.ts'

const dayMs = 86_400_000

/** What it means to delete the account without the wallet's keys. */
export function LostKeys() {
  const t = useT()
  const email = useAtomValue(currentEmailAtom)
  return (
    <Stack gap={12}>
      <Headline title={t('deletion.lost-title')} text={t('deletion.lost-text')} isAlert={false} />
      <Text>{t('deletion.lost-check')}</Text>
      <Text>{t('deletion.lost-wait', { wait: deletionWaitMs / dayMs, open: deletionOpenMs / dayMs })}</Text>
      <Text>
        {email === undefined ? t('deletion.lost-cancel') : t('deletion.lost-cancel-mail', { email })}
      </Text>
    </Stack>
  )
}
