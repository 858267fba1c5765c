import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Stands where a view needs an account and there is none; `text` says what for. */
export function ConnectPrompt({ text, onConnect }: { text: string; onConnect: () => void }) {
  const t = useT()
  return (
    <EmptyState
      drawing="wallet"
      title={t('send.connect-first')}
      action={<Button onPress={onConnect}>{t('connect.title')}</Button>}
    >
      {text}
    </EmptyState>
  )
}
