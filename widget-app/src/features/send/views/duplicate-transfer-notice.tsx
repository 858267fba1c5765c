import { viewStackAtom } from '#widget/core/view-stack.ts'
import { movedFunds } from '#widget/domain/transactions/transaction-entry.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { duplicateTransferAtom } from '../atoms/confirm-send.ts'

/** Warns that the same transfer is pending, or may be. */
export function DuplicateTransferNotice() {
  const t = useT()
  const entry = useAtomValue(duplicateTransferAtom)
  const move = useSetAtom(viewStackAtom)
  if (!entry) return null
  return (
    <Notice
      tone="warning"
      title={t('again.title')}
      action={
        <Button
          look="secondary"
          size="small"
          onClick={() => move({ to: 'push', view: { name: 'Transaction', id: entry.id } })}
        >
          {t('left.see')}
        </Button>
      }
    >
      {t(movedFunds(entry.state) === 'maybe' ? 'again.unknown' : 'again.submitted')}
    </Notice>
  )
}
