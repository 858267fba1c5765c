import { useState } from 'react'
import { localeAtom } from '#widget/core/locale.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { MoreButton } from '#widget/ui/buttons/more-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { eventKind, eventsAtom } from '../account-lists.ts'
import { ListFailed } from './list-failed.tsx'

/** Events shown at first. */
const firstCount = 5

/** The last events of the user's account, in plain words. */
export function AccountActivity() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const [events, reload] = useAtom(eventsAtom)
  const [isExpanded, setIsExpanded] = useState(false)
  if (events.is === 'loading') return <LoadingRows count={2} />
  if (events.is === 'failed')
    return (
      <ListFailed
        title={t('wallet-settings.activity-failed')}
        details={events.details}
        onRetry={() => reload()}
      />
    )
  const { items } = events
  if (items.length === 0) return <Text tone="soft">{t('wallet-settings.activity-none')}</Text>
  const shown = isExpanded ? items : items.slice(0, firstCount)
  return (
    <div>
      <RowGroup label={t('wallet-settings.activity')} gap="none">
        {shown.map(({ id, event, atMs }) => (
          <Row
            key={id}
            look="plain"
            title={t(`wallet-event.${eventKind(event)}`)}
            subtitle={dateText(BigInt(Math.floor(atMs / 1_000)), locale)}
          />
        ))}
      </RowGroup>
      {shown.length < items.length && (
        <MoreButton count={items.length - shown.length} locale={locale} onClick={() => setIsExpanded(true)} />
      )}
    </div>
  )
}
