import { viewStackAtom } from '#widget/core/view-stack.ts'
import { movedFunds } from '#widget/domain/transactions/transaction-entry.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { duplicateSwapAtom } from '../atoms/confirm-swap.ts'

/** Warns that the same swap is pending, or may be. */
export function DuplicateSwapNotice() {
  const t = useT()
  const entry = useAtomValue(duplicateSwapAtom)
  const move = useSetAtom(viewStackAtom)
  if (!entry) return null
  const openTransaction = () => move({ to: 'push', view: { name: 'Transaction', id: entry.id } })
  return (
    <Notice
      tone="warning"
      title={t('again.swap-title')}
      action={
        <Button look="secondary" size="small" onClick={openTransaction}>
          {t('left.see')}
        </Button>
      }
    >
      {t(movedFunds(entry.state) === 'maybe' ? 'again.swap-unknown' : 'again.swap-submitted')}
    </Notice>
  )
}
