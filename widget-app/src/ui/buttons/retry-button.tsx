import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from './button.tsx'

/**
 * Where the button is: the only next step of its view, below a primary button of the view, or in a part of the view, such as
 * a notice, a field or a list.
 */
export type RetryPlace = 'view' | 'below' | 'part'

export type RetryButtonProps = {
  readonly place: RetryPlace
  readonly onRetry: () => unknown
  readonly busy?: boolean
  /** Why a retry is not possible yet. It replaces the label and disables the button. */
  readonly waitText?: string | undefined
}

/** “Try again”, with the same look in the same place of every view. */
export function RetryButton({ place, onRetry, busy = false, waitText }: RetryButtonProps) {
  const t = useT()
  return (
    <Button
      look={place === 'view' ? 'primary' : 'secondary'}
      size={place === 'part' ? 'small' : 'large'}
      busy={busy}
      disabled={waitText !== undefined}
      onClick={() => void onRetry()}
    >
      {waitText ?? t('common.tryAgain')}
    </Button>
  )
}
