import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { namespaceLabels } from '#widget/domain/networks/namespace-labels.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { Badge } from '#widget/ui/display/badge.tsx'
import { DisconnectIcon } from '#widget/ui/icons/disconnect.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { Avatar } from '#widget/ui/identity/avatar.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { addWalletAtom, chooseWalletAtom, disconnectWalletAtom, walletGroupsAtom } from '../atoms.ts'
import type { AccountLine, ConnectionRole, WalletGroup, WalletLine } from '../wallet-groups.ts'

/** The connected wallets and accounts by namespace: select, disconnect or add one. */
export function ProfileWalletsView() {
  const groups = useAtomValue(walletGroupsAtom)
  return (
    <div>
      {groups.map((group) => (
        <Ecosystem key={group.namespace} group={group} />
      ))}
    </div>
  )
}

function Ecosystem({ group: { namespace, wallets } }: { group: WalletGroup }) {
  const t = useT()
  const add = useSetAtom(addWalletAtom)
  const multiWallet = useAtomValue(hasFeatureAtom('multiWallet'))
  const { name: ecosystem, picture } = namespaceLabels[namespace]
  const label = wallets.length === 0 ? t('connect.title') : t(multiWallet ? 'profile.add' : 'profile.replace')
  return (
    <RowGroup label={ecosystem}>
      {wallets.map((wallet) => (
        <Wallet key={wallet.connection.walletId} wallet={wallet} isAlone={wallets.length === 1} />
      ))}
      <Row
        look="plain"
        title={label}
        icon={<NetworkIcon name={ecosystem} src={picture} size={24} />}
        chevron
        onPress={() => add(namespace)}
      />
    </RowGroup>
  )
}

/** If there are several, a badge marks the one that its namespace uses; the active one has a tick. */
const standingBadge = (standing: ConnectionRole, isAlone: boolean, t: Translate) =>
  standing === 'in-use' && !isAlone ? <Badge>{t('profile.in-use')}</Badge> : undefined

function Wallet({ wallet, isAlone }: { wallet: WalletLine; isAlone: boolean }) {
  const { connection, accounts, standing } = wallet
  const t = useT()
  const row = useAtomValue(walletByIdAtom(connection.walletId))
  const use = useSetAtom(chooseWalletAtom)
  const leave = useSetAtom(disconnectWalletAtom)
  const name = row?.name ?? connection.walletName
  const isActive = standing === 'active'
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
        icon={<WalletIcon name={name} src={row?.icon ?? connection.icon} />}
        badge={standingBadge(standing, isAlone, t)}
        selected={isActive}
        onPress={isActive ? undefined : () => use(connection)}
        action={
          <IconButton label={t('profile.disconnect', { wallet: name })} onPress={() => leave(connection)}>
            <DisconnectIcon />
          </IconButton>
        }
      />
      {hasSeveral &&
        accounts.map((account) => (
          <Account
            key={account.address}
            account={account}
            onUse={account.standing === 'active' ? undefined : () => use(connection, account.address)}
          />
        ))}
    </>
  )
}

function Account({ account, onUse }: { account: AccountLine; onUse: (() => void) | undefined }) {
  const { address, name, standing } = account
  const t = useT()
  const short = <AddressText address={address} />
  return (
    <Row
      look="plain"
      title={name ?? short}
      subtitle={name && short}
      icon={<Avatar address={address} size={24} />}
      badge={standingBadge(standing, false, t)}
      selected={standing === 'active'}
      onPress={onUse}
    />
  )
}
