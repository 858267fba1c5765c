import { useT } from '#widget/lib/i18n/translate.ts'
import { Text } from '../display/text.tsx'
import { Details } from '../layout/details.tsx'

/** The error of a wallet or service, collapsed: for support. */
export function ErrorDetailsPanel({ code, text }: { code: string; text: string }) {
  const t = useT()
  return (
    <Details label={t('common.details')} align="center">
      <Text size={13} tone="soft" align="center">
        {t('common.code', { code })}
        {text && `: ${text}`}
      </Text>
    </Details>
  )
}
