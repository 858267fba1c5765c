import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { exchangesAtom } from '../atoms/exchange-list.ts'

/** Shown if the API lists no exchange. */
export function NoExchange() {
  const t = useT()
  const load = useSetAtom(exchangesAtom)
  return (
    <EmptyState
      drawing="coins"
      title={t('exchange.none')}
      action={<RetryButton place="view" onRetry={load} />}
    >
      {t('exchange.none-text')}
    </EmptyState>
  )
}
