import { useT } from '#widget/lib/i18n/translate.ts'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'

/** Placeholder while a view loads. */
export function ViewSkeleton() {
  const t = useT()
  return (
    <div data-view-loading>
      <RowGroup label={t('common.loading')} labelHidden>
        <Skeleton shape="row" count={4} />
      </RowGroup>
    </div>
  )
}
