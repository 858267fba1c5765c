import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Replaces a view of a network without a record, for which a retry is useless. */
export function UnknownNetwork({ onChoose }: { readonly onChoose: () => void }) {
  const t = useT()
  return (
    <EmptyState
      drawing="offline"
      title={t('networks.unknown')}
      action={<Button onClick={onChoose}>{t('networks.title')}</Button>}
    >
      {t('networks.unknown-text')}
    </EmptyState>
  )
}
