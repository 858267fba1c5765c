import { useT } from '#widget/lib/i18n/translate.ts'
import { RowGroup } from '../layout/row-group.tsx'
import { Skeleton } from '../progress/skeleton.tsx'

/** Placeholder rows; screen readers announce that they are loading. */
export function LoadingRows({ count }: { count: number }) {
  const t = useT()
  return (
    <RowGroup label={t('common.loading')} labelHidden busy>
      <Skeleton shape="row" count={count} />
    </RowGroup>
  )
}
