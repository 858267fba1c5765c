import { viewStackAtom } from '#widget/core/view-stack.ts'
import {
  deletionStateAtom,
  isRecoveryRequestedAtom,
} from '#widget/domain/embedded-wallet/account-requests.ts'
import { missingWayAtom, onlyDeviceCountAtom } from '#widget/domain/embedded-wallet/backup.ts'
import { openVaultAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'

/** For our own wallet: a requested recovery or deletion, a warning as long as only devices can open it, and its settings. */
export function EmbeddedWalletPart() {
  const t = useT()
  const missing = useAtomValue(missingWayAtom)
  const count = useAtomValue(onlyDeviceCountAtom)
  const isRecoveryRequested = useAtomValue(isRecoveryRequestedAtom)
  const deletion = useAtomValue(deletionStateAtom)
  const openVault = useSetAtom(openVaultAtom)
  const navigate = useSetAtom(viewStackAtom)
  const openSettings = () => navigate({ to: 'push', view: { name: 'WalletSettings' } })
  // The click opens a window, so it stays synchronous; the settings show how to reach the window.
  const secure = () => {
    // A login is added in the settings.
    if (missing === 'envelope') openVault({ is: 'keep' })
    openSettings()
  }
  return (
    <>
      {isRecoveryRequested && (
        <Notice
          tone="warning"
          title={t('wallet-settings.recovery-title')}
          action={
            <Button size="small" look="secondary" onClick={openSettings}>
              {t('wallet-settings.recovery-open')}
            </Button>
          }
        />
      )}
      {deletion && (
        <Notice
          tone="warning"
          title={t(deletion === 'open' ? 'deletion.open-title' : 'deletion.title')}
          action={
            <Button size="small" look="secondary" onClick={openSettings}>
              {t('wallet-settings.recovery-open')}
            </Button>
          }
        />
      )}
      {missing && (
        <Notice
          tone="warning"
          title={
            count === undefined ? t('wallet-settings.secure') : t('wallet-settings.secure-devices', { count })
          }
          action={
            <Button size="small" look="secondary" onClick={secure}>
              {t('wallet-settings.secure-open')}
            </Button>
          }
        />
      )}
      <RowGroup label={t('wallet-settings.title')} labelHidden>
        <Row title={t('wallet-settings.title')} chevron onClick={openSettings} />
      </RowGroup>
    </>
  )
}
