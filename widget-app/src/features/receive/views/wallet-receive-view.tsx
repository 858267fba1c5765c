import type { ChainId } from '#shared/caip/chain-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { isUnknownNetworkAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Pill } from '#widget/ui/display/pill.tsx'
import { QrCode } from '#widget/ui/display/qr-code.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { UnknownNetwork } from '#widget/ui/notices/unknown-network.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { codeAtom, compatibleNetworksAtom, receiveNetworkAtom, resetOnLeaveAtom } from '../atoms.ts'
import { ReceiveNotices } from './receive-notices.tsx'
import { RequestAmount } from './request-amount.tsx'
import { ShareFooter } from './share-footer.tsx'
import styles from './wallet-receive-view.module.css'

/** The account's address as QR code and text, with the networks to send on. */
export function WalletReceiveView() {
  useAtomValue(resetOnLeaveAtom)
  const network = useAtomValue(receiveNetworkAtom)
  const connection = useAtomValue(activeConnectionAtom)
  if (!connection) return <NotConnected />
  return network ? <Receive /> : <MissingNetwork chain={connection.chain} />
}

/** Shown while the network's record loads, or if it has none. */
function MissingNetwork({ chain }: { chain: ChainId }) {
  const navigate = useSetAtom(viewStackAtom)
  if (!useAtomValue(isUnknownNetworkAtom(chain))) return <Skeleton shape="block" height="320px" />
  return <UnknownNetwork onChoose={() => navigate({ to: 'push', view: { name: 'Networks' } })} />
}

function NotConnected() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="wallet"
      title={t('account.nobody')}
      action={
        <Button onClick={() => navigate({ to: 'reset', view: { name: 'Connect' } })}>
          {t('connect.title')}
        </Button>
      }
    />
  )
}

function Receive() {
  return (
    <Stack gap={20}>
      <Code />
      <Address />
      {/* Next to the address: below the fold the user would not read them before copying it. */}
      <ReceiveNotices />
      <RequestAmount />
      <Networks />
      <ShareFooter />
    </Stack>
  )
}

function Code() {
  const t = useT()
  const code = useAtomValue(codeAtom)
  const network = useAtomValue(receiveNetworkAtom)
  const names = { network: network?.name ?? '', symbol: code?.symbol ?? '', amount: code?.amount ?? '' }
  const description = !code?.isLink
    ? t('receive.any', names)
    : code.amount === undefined
      ? t('receive.asks-any', names)
      : t('receive.asks', names)
  return (
    <Stack gap={8}>
      <div className={styles.code}>
        {code ? (
          <QrCode text={code.text} label={t('receive.code', { says: description })}>
            {network && <NetworkIcon name={network.name} src={networkIconUrl(network)} size={40} />}
          </QrCode>
        ) : (
          <div className={styles.waiting}>
            <Skeleton shape="block" height="100%" />
          </div>
        )}
      </div>
      <Text size={13} tone="soft" align="center" numeric>
        {description}
      </Text>
    </Stack>
  )
}

function Address() {
  const t = useT()
  const code = useAtomValue(codeAtom)
  const copyFailed = t('receive.copy-failed')
  if (!code) {
    return (
      <Stack gap={12} align="center">
        <Skeleton shape="block" width="208px" height="2.7em" />
        <Skeleton shape="block" width="124px" height="32px" />
      </Stack>
    )
  }
  return (
    <Stack gap={12} align="center">
      <Text align="center">
        <AddressText address={code.address} whole />
      </Text>
      <Stack across wrap gap={8} align="center">
        <CopyButton
          text={code.address}
          label={t('account.copy')}
          copiedLabel={t('account.copied')}
          failedLabel={copyFailed}
        >
          {t('account.copy')}
        </CopyButton>
        {code.isLink && (
          <CopyButton
            text={code.text}
            label={t('receive.copy-link')}
            copiedLabel={t('receive.link-copied')}
            failedLabel={copyFailed}
          >
            {t('receive.copy-link')}
          </CopyButton>
        )}
      </Stack>
    </Stack>
  )
}

/** The networks to send on. Always shown, because a transfer on a wrong network is lost. */
function Networks() {
  const t = useT()
  const networks = useAtomValue(compatibleNetworksAtom)
  return (
    <Stack gap={8} align="center">
      <Text size={13} weight="medium" align="center">
        {t('receive.networks', { count: networks.length })}
      </Text>
      <Stack across wrap gap={8} align="center">
        {networks.map((network) => (
          <Pill
            key={network.id}
            icon={<NetworkIcon name={network.name} src={networkIconUrl(network)} size={20} />}
          >
            {network.name}
          </Pill>
        ))}
      </Stack>
      <Text size={13} tone="soft" align="center">
        {t('receive.networks-text')}
      </Text>
    </Stack>
  )
}
