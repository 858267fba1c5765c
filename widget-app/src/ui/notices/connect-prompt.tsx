import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown in a view that needs an account while none is connected; `text` states the purpose. */
export function ConnectPrompt({ text, onConnect }: { text: string; onConnect: () => void }) {
  const t = useT()
  return (
    <EmptyState
      drawing="wallet"
      title={t('send.connect-first')}
      action={<Button onClick={onConnect}>{t('connect.title')}</Button>}
    >
      {text}
    </EmptyState>
  )
}
