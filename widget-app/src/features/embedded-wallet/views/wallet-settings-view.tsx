import { deletionStateAtom } from '#widget/domain/embedded-wallet/account-requests.ts'
import { missingWayAtom, onlyDeviceCountAtom } from '#widget/domain/embedded-wallet/backup.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { openVaultAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { accountChangeAtom, openChangeAtom, resetChangeAtom } from '../account-change.ts'
import { beginLinkAtom, retryLinkAtom } from '../begin-link.ts'
import { logOutAtom } from '../log-out.ts'
import { linkStepAtom, resetLinkAtom } from '../logins.ts'
import { AccountActivity } from './account-activity.tsx'
import { AccountTypeRows } from './account-type-rows.tsx'
import { DeviceRows } from './device-rows.tsx'
import { LimitRows } from './limit-rows.tsx'
import { LoggedOut } from './logged-out.tsx'
import { Logins } from './logins.tsx'
import { RequestNotices } from './request-notices.tsx'
import { RestoreWays } from './restore-ways.tsx'
import { WithVaultWindow } from './with-vault-window.tsx'

const Waiting = () => <LoadingRows count={3} />
const AccountChange = lazyComponent(async () => (await import('./account-change.tsx')).AccountChange, Waiting)
const LostKeys = lazyComponent(async () => (await import('./lost-keys.tsx')).LostKeys, Waiting)
const LinkLogin = lazyComponent(async () => (await import('./link-login.tsx')).LinkLogin, Waiting)

/** The embedded wallet of the user: logins, ways to restore it, devices, spending limits, activity, and its end. */
export function WalletSettingsView() {
  useAtomValue(resetChangeAtom)
  useAtomValue(resetLinkAtom)
  const isLoggedIn = useAtomValue(embeddedSessionAtom) !== undefined
  const change = useAtomValue(accountChangeAtom)
  const deletion = useAtomValue(deletionStateAtom)
  const openChange = useSetAtom(openChangeAtom)
  const link = useAtomValue(linkStepAtom)
  const beginLink = useSetAtom(beginLinkAtom)
  const retryLink = useSetAtom(retryLinkAtom)
  if (!isLoggedIn) return <LoggedOut />
  if (change.is !== 'none')
    return (
      <AccountChange
        state={change}
        lostKeys={<LostKeys />}
        onLost={deletion === undefined ? () => openChange({ is: 'request-deletion' }) : undefined}
      />
    )
  if (link.is !== 'none') return <LinkLogin step={link} onChoose={beginLink} onRetry={retryLink} />
  return (
    <WithVaultWindow task={{ is: 'keep' }}>
      <Overview />
    </WithVaultWindow>
  )
}

function Overview() {
  const t = useT()
  const logOut = useSetAtom(logOutAtom)
  const openChange = useSetAtom(openChangeAtom)
  const openVault = useSetAtom(openVaultAtom)
  const missing = useAtomValue(missingWayAtom)
  const count = useAtomValue(onlyDeviceCountAtom)
  return (
    <Stack gap={16}>
      {missing === 'envelope' && (
        <Notice
          tone="warning"
          title={
            count === undefined ? t('wallet-settings.secure') : t('wallet-settings.secure-devices', { count })
          }
          action={
            <Button size="small" look="secondary" onClick={() => openVault({ is: 'keep' })}>
              {t('wallet-settings.secure-open')}
            </Button>
          }
        >
          {count === undefined
            ? t('wallet-settings.secure-text')
            : t('wallet-settings.secure-devices-text', { count })}
        </Notice>
      )}
      <RequestNotices />
      {missing === 'login' && (
        <Notice tone="warning" title={t('wallet-settings.secure')}>
          {t('wallet-settings.login-missing')}
        </Notice>
      )}
      <Logins />
      <AccountTypeRows />
      <RestoreWays />
      <DeviceRows />
      <LimitRows />
      <AccountActivity />
      <Button look="secondary" onClick={() => void logOut()}>
        {t('login.log-out')}
      </Button>
      <Button look="quiet" size="small" onClick={() => openChange({ is: 'delete-account' })}>
        {t('wallet-settings.delete')}
      </Button>
    </Stack>
  )
}
