import { useT } from '#widget/lib/i18n/translate.ts'
import { Badge } from '#widget/ui/display/badge.tsx'

/** Marks a token that is not in the bundled list: any contract can copy the name of another. */
export function UnverifiedBadge() {
  const t = useT()
  return (
    <Badge tone="warning" dot>
      {t('approve.unverified')}
    </Badge>
  )
}
