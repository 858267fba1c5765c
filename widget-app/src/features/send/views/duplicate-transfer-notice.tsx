import { viewStackAtom } from '#widget/core/view-stack.ts'
import { movedAnything } from '#widget/domain/transactions/transaction-entry.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { sentAlreadyAtom } from '../duplicate-transfer.ts'

/** Says that the very payment under review is on its way already, or may be. */
export function SentAlreadyNotice() {
  const t = useT()
  const entry = useAtomValue(sentAlreadyAtom)
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
          onPress={() => move({ to: 'push', view: { name: 'Transaction', id: entry.id } })}
        >
          {t('left.see')}
        </Button>
      }
    >
      {t(movedAnything(entry.state) === 'maybe' ? 'again.unknown' : 'again.submitted')}
    </Notice>
  )
}
