import { viewStackAtom } from '#widget/core/view-stack.ts'
import { isOnlyOnDevicesAtom } from '#widget/domain/embedded-wallet/backup.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { openVaultAtom, vaultWindowAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { MailIcon } from '#widget/ui/icons/mail.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { accountChangeAtom, openChangeAtom, resetChangeAtom } from '../account-change.ts'
import { logOutAtom } from '../login.ts'
import { AccountActivity } from './account-activity.tsx'
import { AccountChange } from './account-change.tsx'
import { AccountTypeRows } from './account-type-rows.tsx'
import { DeviceRows } from './device-rows.tsx'
import { LoggedOut } from './logged-out.tsx'
import { RestoreWays } from './restore-ways.tsx'
import { VaultWindowStatus } from './vault-window-status.tsx'

/** The embedded wallet of the user: logins, ways to restore it, devices, activity, and its end. */
export function WalletSettingsView() {
  useAtomValue(resetChangeAtom)
  const isLoggedIn = useAtomValue(embeddedSessionAtom) !== undefined
  const change = useAtomValue(accountChangeAtom)
  const window = useAtomValue(vaultWindowAtom)
  if (!isLoggedIn) return <LoggedOut />
  if (change.is !== 'none') return <AccountChange state={change} />
  // Closed without a result: the rows open it again.
  if (window && window.stage !== 'closed') return <VaultWindowStatus window={window} task={{ is: 'keep' }} />
  return <Overview />
}

function Overview() {
  const t = useT()
  const logOut = useSetAtom(logOutAtom)
  const openChange = useSetAtom(openChangeAtom)
  const openVault = useSetAtom(openVaultAtom)
  const isOnlyOnDevices = useAtomValue(isOnlyOnDevicesAtom)
  return (
    <Stack gap={16}>
      {isOnlyOnDevices && (
        <Notice
          tone="warning"
          title={t('wallet-settings.secure')}
          action={
            <Button size="small" look="secondary" onClick={() => openVault({ is: 'keep' })}>
              {t('wallet-settings.secure-open')}
            </Button>
          }
        >
          {t('wallet-settings.secure-text')}
        </Notice>
      )}
      <Logins />
      <AccountTypeRows />
      <RestoreWays />
      <DeviceRows />
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

/** Names of services; they are not translated. */
const serviceNames = {
  ...{ google: 'Google', x: 'X', farcaster: 'Farcaster', discord: 'Discord' },
  ...{ apple: 'Apple', github: 'GitHub', facebook: 'Facebook' },
} as const

/** What the user logs in with; the e-mail address can be changed. */
function Logins() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const identities = useAtomValue(embeddedSessionAtom)?.account.identities ?? []
  const changeEmail = () => navigate({ to: 'push', view: { name: 'UpdateEmailWallet' } })
  return (
    <RowGroup label={t('wallet-settings.logins')}>
      {identities.map(({ provider, name }) =>
        provider === 'email' ? (
          <Row
            key={provider}
            title={<bdi dir="ltr">{name}</bdi>}
            subtitle={t('wallet-settings.email')}
            icon={<MailIcon />}
            trailing={t('wallet-settings.change')}
            chevron
            onClick={changeEmail}
          />
        ) : (
          <Row key={provider} title={<bdi>{name}</bdi>} subtitle={serviceNames[provider]} />
        ),
      )}
      {!identities.some(({ provider }) => provider === 'email') && (
        <Row title={t('wallet-settings.add-email')} icon={<MailIcon />} chevron onClick={changeEmail} />
      )}
    </RowGroup>
  )
}
