import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { RefreshIcon } from '#widget/ui/icons/refresh.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import type { RefetchState } from '../balance-age.ts'

/** Starts a refetch. While one is pending, the button ignores clicks and keeps the focus. */
export function RefreshButton({
  label,
  is,
  onClick,
}: {
  label: string
  is: RefetchState['is']
  onClick: () => void
}) {
  const isBusy = is === 'underWay'
  return (
    <span aria-busy={isBusy || undefined}>
      <IconButton label={label} disabled={is === 'wait'} onClick={() => isBusy || onClick()}>
        {isBusy ? <Spinner size={16} /> : <RefreshIcon size={16} />}
      </IconButton>
    </span>
  )
}
