import { Comparison, WindowMessage, WindowSheet } from '#widget/app/confirm/window-sheet.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { loadEntry } from './load-entry.ts'
import { loadExport } from './load-export.ts'
import { loadKeeping } from './load-keeping.ts'
import { loadProof } from './load-proof.ts'
import { loadRecovery } from './load-recovery.ts'
import { loadReview } from './load-review.ts'
import { loadSpending } from './load-spending.ts'
import { loadTransfer } from './load-transfer.ts'
import { LoginScreen } from './login-screen.tsx'
import { type VaultScreen, vaultScreenAtom } from './vault-screen.ts'

const ApproveTransactionView = lazyComponent(async () => (await loadReview()).ApproveTransactionView)
const ExportScreen = lazyComponent(async () => (await loadExport()).ExportScreen)
const RecoveryScreen = lazyComponent(async () => (await loadRecovery()).RecoveryScreen)
const ProveScreen = lazyComponent(async () => (await loadProof()).ProveScreen)
const LimitScreen = lazyComponent(async () => (await loadSpending()).LimitScreen)
const KeepScreen = lazyComponent(async () => (await loadKeeping()).KeepScreen)
const NewCodeScreen = lazyComponent(async () => (await loadKeeping()).NewCodeScreen)
const PhraseScreen = lazyComponent(async () => (await loadKeeping()).PhraseScreen)
const RestoreScreen = lazyComponent(async () => (await loadKeeping()).RestoreScreen)
const PasskeysScreen = lazyComponent(async () => (await loadKeeping()).PasskeysScreen)
const RemovePasskeyScreen = lazyComponent(async () => (await loadKeeping()).RemovePasskeyScreen)
const LoginNeededScreen = lazyComponent(async () => (await loadKeeping()).LoginNeededScreen)
const EnterCodeScreen = lazyComponent(async () => (await loadEntry()).EnterCodeScreen)
const EnterPhraseScreen = lazyComponent(async () => (await loadEntry()).EnterPhraseScreen)
const StepUpScreen = lazyComponent(async () => (await loadEntry()).StepUpScreen)
const TransferEnterScreen = lazyComponent(async () => (await loadEntry()).TransferEnterScreen)
const TransferScreen = lazyComponent(async () => (await loadTransfer()).TransferScreen)

/** The vault's window: one sheet, which names the site that it is opened for. */
export function VaultWindow() {
  const t = useT()
  const screen = useAtomValue(vaultScreenAtom)
  return (
    <WindowSheet
      title={t(screen.is === 'review' ? 'confirm.title' : 'vault.title')}
      viewKey={screen.is === 'working' || screen.is === 'message' ? screen.title : screen.is}
    >
      {firstScreens.has(screen.is) && <Comparison />}
      <Screen screen={screen} />
    </WindowSheet>
  )
}

/** Screens with which a task begins: over the mailbox, the user compares the number there. Later ones have numbers of their own. */
const firstScreens = new Set<VaultScreen['is']>([
  ...(['review', 'create', 'prove', 'keep', 'log-in', 'restore', 'recovery', 'recovery-alert'] as const),
])

function Screen({ screen }: { screen: VaultScreen }) {
  const t = useT()
  switch (screen.is) {
    case 'working':
      return (
        <WindowMessage title={t(screen.title)} text={screen.text && t(screen.text)}>
          <Spinner />
        </WindowMessage>
      )
    case 'message':
      return (
        <WindowMessage
          title={t(screen.title)}
          text={screen.text && t(screen.text)}
          isAlert={screen.isAlert ?? false}
        />
      )
    case 'review':
      return <ApproveTransactionView />
    case 'create':
      return (
        <>
          <WindowMessage title={t('vault.create')} text={t('vault.create-text')} />
          <ScreenFooter>
            <Button onClick={screen.answer}>{t('vault.create-button')}</Button>
          </ScreenFooter>
        </>
      )
    case 'prove':
      return <ProveScreen screen={screen} />
    case 'deletion-alert':
      return (
        <>
          <WindowMessage title={t('vault.deletion')} text={t('vault.deletion-text')} isAlert />
          <ScreenFooter>
            <Button onClick={screen.answer}>{t('vault.continue')}</Button>
          </ScreenFooter>
        </>
      )
    case 'keep':
      return <KeepScreen screen={screen} />
    case 'phrase':
      return <PhraseScreen screen={screen} />
    case 'log-in':
      return <LoginScreen screen={screen} />
    case 'new-code':
      return <NewCodeScreen screen={screen} />
    case 'restore':
      return <RestoreScreen screen={screen} />
    case 'enter-code':
      return <EnterCodeScreen screen={screen} />
    case 'enter-phrase':
      return <EnterPhraseScreen screen={screen} />
    case 'step-up':
      return <StepUpScreen screen={screen} />
    case 'login-needed':
      return <LoginNeededScreen screen={screen} />
    case 'choose-key':
    case 'key':
      return <ExportScreen screen={screen} />
    case 'transfer-start':
    case 'transfer-number':
    case 'transfer-look':
    case 'transfer-wait':
    case 'transfer-confirm':
    case 'transfer-sent':
      return <TransferScreen screen={screen} />
    case 'transfer-enter':
      return <TransferEnterScreen screen={screen} />
    case 'assistance':
    case 'recovery-intro':
    case 'recovery':
    case 'recovery-alert':
      return <RecoveryScreen screen={screen} />
    case 'remove-passkey':
      return <RemovePasskeyScreen screen={screen} />
    case 'spending-limit':
      return <LimitScreen screen={screen} />
    case 'passkeys':
      return <PasskeysScreen screen={screen} />
    case 'failed':
      return (
        <>
          <WindowMessage title={t('vault.failed')} text={t(screen.problem)} isAlert />
          {screen.retry && (
            <ScreenFooter>
              <Button onClick={screen.retry}>{t('vault.try-again')}</Button>
            </ScreenFooter>
          )}
        </>
      )
  }
}
