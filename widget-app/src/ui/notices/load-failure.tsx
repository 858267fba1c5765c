import type { ReactNode } from 'react'
import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** In place of content that failed to load, with a retry. */
export function LoadFailure(props: { title: string; onRetry: () => void; children: ReactNode }) {
  const t = useT()
  return (
    <EmptyState
      drawing="offline"
      title={props.title}
      action={
        <Button look="secondary" onClick={() => props.onRetry()}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {props.children}
    </EmptyState>
  )
}
