import { useT } from '#widget/lib/i18n/translate.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'

/**
 * Replaces a view that could not be rendered. Try again reloads the document, because a browser may cache that a file
 * was missing, and a new deployment has files of other names. The page links to the new document, opens it at the same
 * view, and connections reconnect silently.
 */
export function ViewError() {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        drawing="offline"
        title={t('view.failed')}
        action={<RetryButton place="view" onRetry={() => location.reload()} />}
      >
        {t('view.failed-text')}
      </EmptyState>
    </div>
  )
}
