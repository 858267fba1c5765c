import { type AccountId, addressOf } from '#shared/caip/account-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { loginNameAtom } from '#widget/domain/embedded-wallet/login-name.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { DisconnectIcon } from '#widget/ui/icons/disconnect.tsx'
import { MailIcon } from '#widget/ui/icons/mail.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { disconnectAndCloseAtom } from '../atoms.ts'
import { AccountAvatar, useAccountName } from './account-name.tsx'
import styles from './account-view.module.css'

type IdentityProps = { account: AccountId; connection: Connection }

/**
 * The account in one row, with its wallet: opens the connected wallets, copies the address, disconnects. A name replaces the
 * address as the title; the wallet is then its mark on the avatar, because both do not fit on the second line.
 */
export function Identity({ account, connection }: IdentityProps) {
  const t = useT()
  const address = addressOf(account)
  const name = useAccountName(account)
  const row = useAtomValue(walletByIdAtom(connection.walletId))
  const navigate = useSetAtom(viewStackAtom)
  const disconnect = useSetAtom(disconnectAndCloseAtom)
  const walletCount = useAtomValue(currentConnectionsAtom).length
  const accountCount = connection.accounts.length
  // The login of our own wallet says more than its name.
  const login = useAtomValue(loginNameAtom(connection.handle))
  const wallet = login ?? row?.name ?? connection.walletName
  const others =
    walletCount > 1
      ? ` · ${t('profile.count', { count: walletCount })}`
      : accountCount > 1 && ` · ${t('profile.accounts', { count: accountCount })}`
  const shortAddress = <AddressText address={address} />
  return (
    <RowGroup label={name ?? t('profile.title')} labelHidden>
      <Row
        title={
          name === undefined ? (
            <span className={styles.address}>{shortAddress}</span>
          ) : (
            <bdi dir="ltr">{name}</bdi>
          )
        }
        subtitle={
          name === undefined ? (
            <>
              <bdi>{wallet}</bdi>
              {others}
            </>
          ) : (
            <>
              {shortAddress}
              <VisuallyHidden>
                {wallet}
                {others}
              </VisuallyHidden>
            </>
          )
        }
        icon={
          <span className={styles.avatar}>
            <AccountAvatar account={account} />
            <span className={styles.wallet}>
              {login === undefined ? (
                <WalletIcon name={wallet} src={row?.icon ?? connection.icon} size={18} />
              ) : (
                <MailIcon size={18} />
              )}
            </span>
          </span>
        }
        onClick={() => navigate({ to: 'push', view: { name: 'ProfileWallets' } })}
        action={
          <span className={styles.controls}>
            <CopyButton text={address} label={t('account.copy')} copiedLabel={t('account.copied')} />
            <IconButton label={t('account.disconnect')} onClick={() => disconnect()}>
              <DisconnectIcon />
            </IconButton>
          </span>
        }
      />
    </RowGroup>
  )
}
