import { type ReactNode, useState } from 'react'
import { comparisonAtom } from '#widget/app/confirm/confirm-stage.ts'
import { OriginLine } from '#widget/app/shell/origin-line.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { FooterSlotContext, ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { Sheet } from '#widget/ui/sheet/sheet.tsx'
import { EnterCodeScreen, EnterPhraseScreen, StepUpScreen } from './entry-screens.tsx'
import { KeepScreen, LoginScreen, NewCodeScreen, PhraseScreen, RestoreScreen } from './keeping-screens.tsx'
import { loadReview } from './load-review.ts'
import { type VaultScreen, vaultScreenAtom } from './vault-screen.ts'
import styles from './vault-window.module.css'

const ApproveTransactionView = lazyComponent(async () => (await loadReview()).ApproveTransactionView)

/** The vault's window: one sheet, which names the site that it is opened for. */
export function VaultWindow() {
  const t = useT()
  const screen = useAtomValue(vaultScreenAtom)
  const [footer] = useState(() => document.createElement('div'))
  return (
    <main className={styles.page}>
      <FooterSlotContext value={footer}>
        <Sheet
          layout="page"
          title={t(screen.is === 'review' ? 'confirm.title' : 'vault.title')}
          viewKey={screen.is === 'working' || screen.is === 'message' ? screen.title : screen.is}
          subtitle={<OriginLine />}
          footer={footer}
        >
          <Screen screen={screen} />
        </Sheet>
      </FooterSlotContext>
    </main>
  )
}

function Screen({ screen }: { screen: VaultScreen }) {
  const t = useT()
  switch (screen.is) {
    case 'working':
      return (
        <Message title={t(screen.title)} text={screen.text && t(screen.text)}>
          <Spinner />
        </Message>
      )
    case 'message':
      return (
        <Message
          title={t(screen.title)}
          text={screen.text && t(screen.text)}
          isAlert={screen.isAlert ?? false}
        />
      )
    case 'review':
      return (
        <>
          <Comparison />
          <ApproveTransactionView />
        </>
      )
    case 'create':
      return (
        <>
          <Comparison />
          <Message title={t('vault.create')} text={t('vault.create-text')} />
          <ScreenFooter>
            <Button onClick={screen.answer}>{t('vault.create-button')}</Button>
          </ScreenFooter>
        </>
      )
    case 'prove':
      return (
        <>
          <Comparison />
          <Message title={t('vault.prove')} text={t('vault.prove-text')} />
          <ScreenFooter>
            <GatedButton onClick={screen.answer}>{t('approve.sign')}</GatedButton>
          </ScreenFooter>
        </>
      )
    case 'keep':
      return <KeepScreen screen={screen} />
    case 'phrase':
      return <PhraseScreen screen={screen} />
    case 'log-in':
      return (
        <>
          <Comparison />
          <LoginScreen screen={screen} />
        </>
      )
    case 'new-code':
      return <NewCodeScreen screen={screen} />
    case 'restore':
      return (
        <>
          <Comparison />
          <RestoreScreen screen={screen} />
        </>
      )
    case 'enter-code':
      return <EnterCodeScreen screen={screen} />
    case 'enter-phrase':
      return <EnterPhraseScreen screen={screen} />
    case 'step-up':
      return <StepUpScreen screen={screen} />
    case 'failed':
      return (
        <>
          <Message title={t('vault.failed')} text={t(screen.problem)} isAlert />
          {screen.retry && (
            <ScreenFooter>
              <Button onClick={screen.retry}>{t('vault.try-again')}</Button>
            </ScreenFooter>
          )}
        </>
      )
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

function Message(props: {
  title: string
  text?: string | undefined
  isAlert?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.message}>
      <Stack gap={20} align="center">
        {props.children}
        <Headline title={props.title} text={props.text} isAlert={props.isAlert ?? false} size={22} />
      </Stack>
    </div>
  )
}
