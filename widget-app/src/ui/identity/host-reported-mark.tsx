import { useT } from '#widget/lib/i18n/translate.ts'
import { Badge } from '../display/badge.tsx'

/** Marks figures that only the site around the widget reports, and nobody else can confirm. */
export function HostReportedMark() {
  const t = useT()
  return (
    <Badge tone="warning" dot>
      {t('figures.by-site')}
    </Badge>
  )
}
