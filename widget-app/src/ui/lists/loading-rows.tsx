import { useT } from '#widget/lib/i18n/translate.ts'
import { RowGroup } from '../layout/row-group.tsx'
import { Skeleton } from '../progress/skeleton.tsx'

/** Rows that have not come yet; whoever hears the page is told that they are loading. */
export function LoadingRows({ count }: { count: number }) {
  const t = useT()
  return (
    <RowGroup label={t('common.loading')} labelHidden busy>
      <Skeleton shape="row" count={count} />
    </RowGroup>
  )
}
