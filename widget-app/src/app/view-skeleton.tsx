import { RowGroup } from '#widget/ui/row-group.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'

/** Stands where a view is being loaded. */
export function ViewSkeleton({ label }: { label: string }) {
  return (
    <div data-view-loading>
      <RowGroup label={label} labelHidden>
        <Skeleton shape="row" count={4} />
      </RowGroup>
    </div>
  )
}
