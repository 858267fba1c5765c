import { type ReactNode, useState } from 'react'
import { ApproveTransactionView } from '#widget/features/review/views/approve-transaction-view.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { FooterSlotContext, ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { Sheet } from '#widget/ui/sheet/sheet.tsx'
import { OriginLine } from '../shell/origin-line.tsx'
import styles from './confirm-screen.module.css'
import { comparisonAtom, confirmStageAtom } from './confirm-stage.ts'

/** The confirm window: one sheet with the request, or with its outcome. */
export function ConfirmScreen() {
  const t = useT()
  const stage = useAtomValue(confirmStageAtom)
  const [footer] = useState(() => document.createElement('div'))
  return (
    <main className={styles.page}>
      <FooterSlotContext value={footer}>
        <Sheet
          layout="page"
          title={t('confirm.title')}
          viewKey={stage.is === 'review' ? 'review' : stage.is === 'ended' ? stage.how : stage.is}
          subtitle={<OriginLine />}
          footer={footer}
        >
          <Stage />
        </Sheet>
      </FooterSlotContext>
    </main>
  )
}

function Stage() {
  const t = useT()
  const stage = useAtomValue(confirmStageAtom)
  switch (stage.is) {
    case 'loading':
      return (
        <StageMessage title={t('confirm.loading')}>
          <Spinner />
        </StageMessage>
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
        <StageMessage title={t('confirm.checking')} text={t('confirm.checking-text')}>
          <Spinner />
        </StageMessage>
      )
    case 'asked':
      return <ApproveTransactionView />
    case 'handed-over':
      return (
        <>
          <StageMessage title={t('confirm.handed-over')} text={t('confirm.close-text')} />
          {stage.app && (
            <ScreenFooter>
              <Button {...stage.app.link}>{t('connecting.opening', { wallet: stage.app.walletName })}</Button>
            </ScreenFooter>
          )}
        </>
      )
    case 'unreachable':
      return <StageMessage title={t('confirm.unreachable')} text={t('confirm.return-text')} isAlert />
    case 'ended':
      return <Ended how={stage.how} />
  }
}

function Ended({ how }: { how: 'changed' | 'cancelled' | 'expired' | 'answered' | 'failed' }) {
  const t = useT()
  switch (how) {
    case 'answered':
      return <StageMessage title={t('confirm.done')} text={t('confirm.close-text')} />
    case 'cancelled':
      return <StageMessage title={t('confirm.cancelled')} text={t('confirm.close-text')} />
    case 'expired':
      return <StageMessage title={t('confirm.expired')} text={t('confirm.return-text')} isAlert />
    case 'changed':
      return <StageMessage title={t('confirm.invalid')} text={t('confirm.invalid-text')} isAlert />
    case 'failed':
      return <StageMessage title={t('confirm.failed')} text={t('confirm.return-text')} isAlert />
  }
}

/** Over the mailbox, only the number proves that frame and window belong together. */
function Comparison() {
  const t = useT()
  const comparison = useAtomValue(comparisonAtom)
  if (comparison === undefined) return null
  return (
    <div className={styles.comparison}>
      <Notice tone="warning">{t('confirm.compare', { number: comparison })}</Notice>
    </div>
  )
}

function StageMessage(props: { title: string; text?: string; isAlert?: boolean; children?: ReactNode }) {
  return (
    <div className={styles.said}>
      <Stack gap={20} align="center">
        {props.children}
        <Headline title={props.title} text={props.text} isAlert={props.isAlert ?? false} size={22} />
      </Stack>
    </div>
  )
}
