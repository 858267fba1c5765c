import type { ViewName } from '#widget/core/view.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'

/** Views with a full-height panel: their placeholder has it too, so that the panel does not grow. */
const tallViews: readonly ViewName[] = ['Account', 'AllWallets']

/** Placeholder while a view loads. */
export function ViewSkeleton() {
  const t = useT()
  const { name } = useAtomValue(currentViewAtom)
  return (
    <div data-keeps-height={tallViews.includes(name) || undefined}>
      <RowGroup label={t('common.loading')} labelHidden>
        <Skeleton shape="row" count={4} />
      </RowGroup>
    </div>
  )
}
