import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { networkNameAtom } from '../atoms/texts.ts'

/** Shown if nothing can be bought on the active network. */
export function NoAssets() {
  const t = useT()
  const network = useAtomValue(networkNameAtom)
  const navigate = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="coins"
      title={t('buy.nothing-here', { network })}
      action={
        <Button look="secondary" onClick={() => navigate({ to: 'push', view: { name: 'Networks' } })}>
          {t('networks.title')}
        </Button>
      }
    >
      {t('buy.nothing-here-text')}
    </EmptyState>
  )
}
