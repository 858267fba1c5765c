import { alerts } from '#shared/errors/codes.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { displayOrigin } from '#widget/lib/text/origin-display.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Details } from '#widget/ui/layout/details.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import type { EmptyIllustrationName } from '#widget/ui/notices/empty-illustration.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'

/** True if a reload can succeed. The other reasons would only block again. */
const canRetry = (code: ViewOf<'Blocked'>['code']): boolean => code === 'APKT009' || code === 'APKT010'

/** An unavailable service and a rate limit end by themselves; the other reasons protect the user from the site. */
const drawings: Readonly<Record<ViewOf<'Blocked'>['code'], EmptyIllustrationName>> = {
  APKT002: 'shield',
  APKT008: 'shield',
  APKT009: 'offline',
  APKT010: 'activity',
  'invalid-data': 'shield',
}

/** The stop screen: why the widget does not work on this site, with the error code for its developers. */
export function BlockedView({ view: { code } }: { view: ViewOf<'Blocked'> }) {
  const t = useT()
  const origin = useAtomValue(hostOriginAtom)
  return (
    <Stack>
      <div role="alert">
        <EmptyState
          drawing={drawings[code]}
          title={t(`blocked.heading-${code}`)}
          action={canRetry(code) && <RetryButton place="view" onRetry={() => location.reload()} />}
        >
          {t(`blocked.${code}`, {
            origin: origin === undefined ? t('common.unknown') : displayOrigin(origin),
          })}
        </EmptyState>
      </div>
      <Details label={t('common.details')} align="center">
        <Stack gap={8}>
          <Text size={13} tone="soft" align="center">
            {t(`blocked.owner-${code}`)}
          </Text>
          <Text size={13} tone="soft" align="center">
            {t('common.code', { code: code === 'invalid-data' ? code : `${code} ${alerts[code]}` })}
          </Text>
        </Stack>
      </Details>
    </Stack>
  )
}
