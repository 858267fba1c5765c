import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'

/**
 * In the place of a view that could not be shown. Trying again loads the document anew, because a browser may remember
 * that a file was not there, and a new deployment has files of other names. The page links to the new document, opens
 * it where it was, and connections come back silently.
 */
export function ViewError() {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState
        drawing="offline"
        title={t('view.failed')}
        action={<Button onPress={() => location.reload()}>{t('common.tryAgain')}</Button>}
      >
        {t('view.failed-text')}
      </EmptyState>
    </div>
  )
}
