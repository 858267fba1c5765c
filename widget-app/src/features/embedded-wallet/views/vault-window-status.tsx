import { openVaultAtom, type VaultTask } from '#widget/domain/embedded-wallet/vault-window.ts'
import { walletName } from '#widget/domain/embedded-wallet/wallet-name.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'

const messages = {
  opening: { title: 'confirm.opening', text: 'vault-window.text' },
  waiting: { title: 'vault-window.waiting', text: 'vault-window.text' },
  closed: { title: 'confirm.closed', text: 'vault-window.closed-text' },
  'too-large': { title: 'confirm.closed', text: 'vault-window.closed-text' },
  unreached: { title: 'confirm.unreached', text: 'vault-window.unreached-text' },
} as const

/** The user continues in the vault's window: shows its stage, and how to reach it. */
export function VaultWindowStatus({ window, task }: { window: ConfirmWindowState; task: VaultTask }) {
  const t = useT()
  const openVault = useSetAtom(openVaultAtom)
  const { stage, comparison, address, show } = window
  const isUnreached = stage === 'unreached'
  const { title, text } = messages[stage]
  const open = () => openVault(task)
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <ProgressRing state={stage === 'closed' || isUnreached ? 'failed' : 'waiting'}>
          <WalletIcon name={walletName} size={64} />
        </ProgressRing>
      </Stack>
      <Headline title={t(title)} text={t(text)} isAlert={isUnreached} size={22} />
      {comparison !== undefined && stage === 'waiting' && (
        <div role="status">
          <Text align="center">{t('confirm.compare-here', { number: comparison })}</Text>
        </div>
      )}
      {isUnreached && (
        <Stack across wrap gap={8} align="center">
          <CopyButton
            text={address}
            label={t('confirm.copy')}
            copiedLabel={t('confirm.copied')}
            failedLabel={t('confirm.copy-failed')}
          >
            {t('confirm.copy')}
          </CopyButton>
          <Button look="quiet" size="small" onClick={open}>
            {t('confirm.again')}
          </Button>
        </Stack>
      )}
      <ScreenFooter>
        {isUnreached ? (
          // A real link: browsers that block popups follow it.
          <Button href={address}>{t('confirm.link')}</Button>
        ) : (
          <Button onClick={stage === 'closed' || show === undefined ? open : show}>
            {t(stage === 'closed' || show === undefined ? 'confirm.again' : 'confirm.show')}
          </Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}
