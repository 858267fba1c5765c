import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** In place of a view of a network without a record, for which another request is of no use. */
export function UnknownNetwork({ onChoose }: { readonly onChoose: () => void }) {
  const t = useT()
  return (
    <EmptyState
      drawing="offline"
      title={t('networks.unknown')}
      action={<Button onPress={onChoose}>{t('networks.title')}</Button>}
    >
      {t('networks.unknown-text')}
    </EmptyState>
  )
}
