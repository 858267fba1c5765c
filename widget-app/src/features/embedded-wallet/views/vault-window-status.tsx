import {
  leaveVaultAtom,
  openVaultAtom,
  type ShownVaultWindow,
  type VaultTask,
} from '#widget/domain/embedded-wallet/vault-window.ts'
import { walletName } from '#widget/domain/embedded-wallet/wallet-name.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ErrorDetailsPanel } from '#widget/ui/notices/error-details.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'

const messages = {
  opening: { title: 'confirm.opening', text: 'vault-window.text' },
  waiting: { title: 'vault-window.waiting', text: 'vault-window.text' },
  'too-large': { title: 'vault-window.failed', text: 'vault-window.failed-text' },
  unreached: { title: 'confirm.unreached', text: 'vault-window.unreached-text' },
  failed: { title: 'vault-window.failed', text: 'vault-window.failed-text' },
  'other-user': { title: 'login.other-user', text: 'login.other-user-text' },
} as const

type StatusProps = { readonly window: ShownVaultWindow; readonly task: VaultTask }

/** The user continues in the vault's window: shows its stage, how to reach it, and a way on without it. */
export function VaultWindowStatus({ window, task }: StatusProps) {
  const t = useT()
  const leave = useSetAtom(leaveVaultAtom)
  const { stage } = window
  const isPending = stage === 'opening' || stage === 'waiting'
  const { title, text } = messages[stage]
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <ProgressRing state={isPending ? 'waiting' : 'failed'}>
          <WalletIcon name={walletName} size={64} />
        </ProgressRing>
      </Stack>
      <Headline title={t(title)} text={t(text)} isAlert={!isPending} size={22} />
      {stage === 'waiting' && window.comparison !== undefined && (
        <Text align="center">{t('confirm.compare-here', { number: window.comparison })}</Text>
      )}
      {stage === 'failed' && <ErrorDetailsPanel {...window.details} />}
      {stage === 'unreached' && <UnreachedActions address={window.address} task={task} />}
      <ScreenFooter>
        <NextStep window={window} task={task} />
        <Button look="quiet" onClick={() => leave()}>
          {t(task.is === 'log-in' ? 'login.other-way' : 'common.cancel')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

function UnreachedActions({ address, task }: { address: string; task: VaultTask }) {
  const t = useT()
  const openVault = useSetAtom(openVaultAtom)
  return (
    <Stack across wrap gap={8} align="center">
      <CopyButton
        text={address}
        label={t('confirm.copy')}
        copiedLabel={t('confirm.copied')}
        failedLabel={t('confirm.copy-failed')}
      >
        {t('confirm.copy')}
      </CopyButton>
      <Button look="quiet" size="small" onClick={() => openVault(task)}>
        {t('confirm.again')}
      </Button>
    </Stack>
  )
}

function NextStep({ window, task }: StatusProps) {
  const t = useT()
  const openVault = useSetAtom(openVaultAtom)
  // A real link: browsers that block popups follow it.
  if (window.stage === 'unreached') return <Button href={window.address}>{t('confirm.link')}</Button>
  const show = window.stage === 'opening' || window.stage === 'waiting' ? window.show : undefined
  return (
    <Button onClick={show ?? (() => openVault(task))}>{t(show ? 'confirm.show' : 'confirm.again')}</Button>
  )
}
