import { useT } from '#widget/lib/i18n/translate.ts'
import { Badge } from '../display/badge.tsx'

/** Marks balances and prices that only the host reports, and that cannot be confirmed. */
export function HostReportedMark() {
  const t = useT()
  return (
    <Badge tone="warning" dot>
      {t('figures.by-site')}
    </Badge>
  )
}
