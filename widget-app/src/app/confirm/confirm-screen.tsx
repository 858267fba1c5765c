import { ApproveTransactionView } from '#widget/features/review/views/approve-transaction-view.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { confirmStageAtom } from './confirm-stage.ts'
import { Comparison, WindowMessage, WindowSheet } from './window-sheet.tsx'

/** The confirm window: one sheet with the request, or with its outcome. */
export function ConfirmScreen() {
  const t = useT()
  const stage = useAtomValue(confirmStageAtom)
  return (
    <WindowSheet
      title={t('confirm.title')}
      viewKey={stage.is === 'review' ? 'review' : stage.is === 'ended' ? stage.how : stage.is}
    >
      <Stage />
    </WindowSheet>
  )
}

function Stage() {
  const t = useT()
  const stage = useAtomValue(confirmStageAtom)
  switch (stage.is) {
    case 'loading':
      return (
        <WindowMessage title={t('confirm.loading')}>
          <Spinner />
        </WindowMessage>
      )
    case 'review':
      return (
        <>
          <Comparison />
          <ApproveTransactionView />
        </>
      )
    case 'checking':
      return (
        <WindowMessage title={t('confirm.checking')} text={t('confirm.checking-text')}>
          <Spinner />
        </WindowMessage>
      )
    case 'asked':
      return <ApproveTransactionView />
    case 'handed-over':
      return (
        <>
          <WindowMessage title={t('confirm.handed-over')} text={t('confirm.close-text')} />
          {stage.app && (
            <ScreenFooter>
              <Button {...stage.app.link}>{t('connecting.opening', { wallet: stage.app.walletName })}</Button>
            </ScreenFooter>
          )}
        </>
      )
    case 'unreachable':
      return <WindowMessage title={t('confirm.unreachable')} text={t('confirm.return-text')} isAlert />
    case 'ended':
      return <Ended how={stage.how} />
  }
}

function Ended({ how }: { how: 'changed' | 'cancelled' | 'expired' | 'answered' | 'failed' }) {
  const t = useT()
  switch (how) {
    case 'answered':
      return <WindowMessage title={t('confirm.done')} text={t('confirm.close-text')} />
    case 'cancelled':
      return <WindowMessage title={t('confirm.cancelled')} text={t('confirm.close-text')} />
    case 'expired':
      return <WindowMessage title={t('confirm.expired')} text={t('confirm.return-text')} isAlert />
    case 'changed':
      return <WindowMessage title={t('confirm.invalid')} text={t('confirm.invalid-text')} isAlert />
    case 'failed':
      return <WindowMessage title={t('confirm.failed')} text={t('confirm.return-text')} isAlert />
  }
}
