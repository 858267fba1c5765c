import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { loginNameAtom } from '#widget/domain/embedded-wallet/login-name.ts'
import { namespaceLabels } from '#widget/domain/networks/namespace-labels.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { Badge } from '#widget/ui/display/badge.tsx'
import { DisconnectIcon } from '#widget/ui/icons/disconnect.tsx'
import { MailIcon } from '#widget/ui/icons/mail.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { Avatar } from '#widget/ui/identity/avatar.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { addWalletAtom, disconnectWalletAtom, selectWalletAtom, walletGroupsAtom } from '../atoms.ts'
import type { AccountLine, ConnectionRole, WalletGroup, WalletLine } from '../wallet-groups.ts'

/** The connected wallets and accounts by namespace: select, disconnect or add one. */
export function ProfileWalletsView() {
  const groups = useAtomValue(walletGroupsAtom)
  return (
    <div>
      {groups.map((group) => (
        <NamespaceGroup key={group.namespace} group={group} />
      ))}
    </div>
  )
}

function NamespaceGroup({ group: { namespace, wallets } }: { group: WalletGroup }) {
  const t = useT()
  const add = useSetAtom(addWalletAtom)
  const multiWallet = useAtomValue(hasFeatureAtom('multiWallet'))
  const { name: namespaceName, icon } = namespaceLabels[namespace]
  const label = wallets.length === 0 ? t('connect.title') : t(multiWallet ? 'profile.add' : 'profile.replace')
  return (
    <RowGroup label={namespaceName}>
      {wallets.map((wallet) => (
        <Wallet key={wallet.connection.walletId} wallet={wallet} isOnly={wallets.length === 1} />
      ))}
      <Row
        look="plain"
        title={label}
        icon={<NetworkIcon name={namespaceName} src={icon} size={24} />}
        chevron
        onClick={() => add(namespace)}
      />
    </RowGroup>
  )
}

/** If there are several, a badge marks the one that its namespace uses; the active one has a tick. */
const roleBadge = (role: ConnectionRole, isOnly: boolean, t: Translate) =>
  role === 'in-use' && !isOnly ? <Badge>{t('profile.in-use')}</Badge> : undefined

function Wallet({ wallet, isOnly }: { wallet: WalletLine; isOnly: boolean }) {
  const { connection, accounts, role } = wallet
  const t = useT()
  const row = useAtomValue(walletByIdAtom(connection.walletId))
  const select = useSetAtom(selectWalletAtom)
  const disconnect = useSetAtom(disconnectWalletAtom)
  // The login of our own wallet says more than its name.
  const login = useAtomValue(loginNameAtom(connection.handle))
  const name = login ?? row?.name ?? connection.walletName
  const isActive = role === 'active'
  const hasSeveral = accounts.length > 1
  return (
    <>
      <Row
        title={name}
        subtitle={
          hasSeveral ? (
            t('profile.accounts', { count: accounts.length })
          ) : (
            <AddressText address={connection.accounts[0]} />
          )
        }
        icon={
          login === undefined ? <WalletIcon name={name} src={row?.icon ?? connection.icon} /> : <MailIcon />
        }
        badge={roleBadge(role, isOnly, t)}
        selected={isActive}
        onClick={isActive ? undefined : () => select(connection)}
        action={
          <IconButton
            label={t('profile.disconnect', { wallet: name })}
            onClick={() => disconnect(connection)}
          >
            <DisconnectIcon />
          </IconButton>
        }
      />
      {hasSeveral &&
        accounts.map((account) => (
          <Account
            key={account.address}
            account={account}
            onSelect={account.role === 'active' ? undefined : () => select(connection, account.address)}
          />
        ))}
    </>
  )
}

function Account({ account, onSelect }: { account: AccountLine; onSelect: (() => void) | undefined }) {
  const { address, name, role } = account
  const t = useT()
  const short = <AddressText address={address} />
  return (
    <Row
      look="plain"
      title={name ?? short}
      subtitle={name && short}
      icon={<Avatar address={address} size={24} />}
      badge={roleBadge(role, false, t)}
      selected={role === 'active'}
      onClick={onSelect}
    />
  )
}
