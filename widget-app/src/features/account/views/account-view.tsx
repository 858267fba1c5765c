import { type AccountId, addressOf } from '#shared/caip/account-id.ts'
import type { Connection } from '#widget/chains/contract.ts'
import { activeAccountAtom, activeConnectionAtom, heldConnectionsAtom } from '#widget/kernel/account.ts'
import { askedNamespaceAtom } from '#widget/kernel/modal.ts'
import { networkPicture } from '#widget/kernel/network-picture.ts'
import { activeNetworkAtom } from '#widget/kernel/networks.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { walletByIdAtom } from '#widget/kernel/wallets.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { Avatar } from '#widget/ui/avatar.tsx'
import { Button } from '#widget/ui/button.tsx'
import { CopyButton } from '#widget/ui/copy-button.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { DisconnectIcon } from '#widget/ui/icons/disconnect.tsx'
import { SendIcon } from '#widget/ui/icons/send.tsx'
import { NetworkIcon } from '#widget/ui/network-icon.tsx'
import { Pill } from '#widget/ui/pill.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { WalletIcon } from '#widget/ui/wallet-icon.tsx'
import { canSendAtom, disconnectAndLeaveAtom, explorerAtom } from '../bind.ts'
import styles from './account-view.module.css'
import { NativeBalance } from './native-balance.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { TokenList } from './token-list.tsx'

/** The account in use: who it is, what it has, what it did last, and the way out. */
export function AccountView() {
  const connection = useAtomValue(activeConnectionAtom)
  const account = useAtomValue(activeAccountAtom)
  return connection && account ? (
    <ConnectedAccount connection={connection} account={account} />
  ) : (
    <NobodyConnected />
  )
}

function ConnectedAccount({ connection, account }: { connection: Connection; account: AccountId }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const canSend = useAtomValue(canSendAtom)
  const address = addressOf(account)
  return (
    <Stack gap={20}>
      <Stack gap={12} align="center">
        <Avatar address={address} size={64} />
        <Identity address={address} />
        <NativeBalance account={account} />
        <NetworkPill />
      </Stack>
      {canSend && (
        <Button icon={<SendIcon />} onPress={() => navigate({ to: 'push', view: { name: 'WalletSend' } })}>
          {t('account.send')}
        </Button>
      )}
      <div>
        <TokenList account={account} />
        <RecentTransactions />
      </div>
      <Leave connection={connection} />
    </Stack>
  )
}

function Identity({ address }: { address: string }) {
  const t = useT()
  const explorer = useAtomValue(explorerAtom)
  return (
    <Stack gap={4} align="center">
      <CopyButton text={address} label={t('account.copy')} copiedLabel={t('account.copied')}>
        <AddressText address={address} />
      </CopyButton>
      {explorer && (
        <a className={styles.explorer} href={explorer.href} target="_blank" rel="noopener noreferrer">
          {t('account.explorer', { explorer: explorer.name })}
        </a>
      )}
    </Stack>
  )
}

function NetworkPill() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const network = useAtomValue(activeNetworkAtom)
  if (!network) return null
  return (
    <Pill
      opens
      icon={<NetworkIcon name={network.name} src={networkPicture(network)} size={20} />}
      label={t('account.network', { network: network.name })}
      onPress={() => navigate({ to: 'push', view: { name: 'Networks' } })}
    >
      {network.name}
    </Pill>
  )
}

function Leave({ connection }: { connection: Connection }) {
  const t = useT()
  const row = useAtomValue(walletByIdAtom(connection.walletId))
  const leave = useSetAtom(disconnectAndLeaveAtom)
  const navigate = useSetAtom(viewStackAtom)
  const held = useAtomValue(heldConnectionsAtom)
  const wallet = row?.name ?? connection.walletName
  return (
    <Stack gap={4}>
      <RowGroup label={t('profile.title')} labelHidden>
        <Row
          title={wallet}
          subtitle={
            held.length > 1
              ? t('profile.count', { count: held.length })
              : t('profile.accounts', { count: connection.accounts.length })
          }
          icon={<WalletIcon name={wallet} src={row?.icon ?? connection.icon} />}
          chevron
          onPress={() => navigate({ to: 'push', view: { name: 'ProfileWallets' } })}
        />
      </RowGroup>
      <Button look="quiet" icon={<DisconnectIcon />} onPress={() => leave()}>
        {t('account.disconnect')}
      </Button>
    </Stack>
  )
}

function NobodyConnected() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const ask = useSetAtom(askedNamespaceAtom)
  return (
    <EmptyState
      drawing="wallet"
      title={t('account.nobody')}
      action={
        <Button
          onPress={() => {
            ask(undefined)
            navigate({ to: 'reset', view: { name: 'Connect' } })
          }}
        >
          {t('connect.title')}
        </Button>
      }
    />
  )
}
