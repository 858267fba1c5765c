import { Fragment, memo, type ReactElement, useCallback } from 'react'
import { isNamespace, type Namespace } from '#shared/caip/namespace.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { namespaceLabels } from '#widget/domain/networks/namespace-labels.ts'
import { configuredNamespacesAtom } from '#widget/domain/networks/networks.ts'
import { discoveredByNamespace, type WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import type { GatedClick } from '#widget/lib/page/gated-click.ts'
import { useAtomValue, usePrompt } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/display/badge.tsx'
import { GatedRow } from '#widget/ui/gated-button/gated-rows.tsx'
import { CertifiedIcon } from '#widget/ui/icons/certified.tsx'
import { QrIcon } from '#widget/ui/icons/qr.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { chooseWalletAtom } from '../choose-wallet.ts'
import { canChooseWalletAtom } from '../legal-consent.ts'

/** What a wallet's row shows. Plain values only: lists are made anew with each answer, and few of their rows change. */
type WalletListRowProps = Pick<WalletRow, 'id' | 'name' | 'icon' | 'group' | 'badge' | 'isDoubtful'> & {
  readonly isCertified: boolean
  /** The namespaces of its marks, parted by spaces. */
  readonly spoken: string
  readonly isConnecting: boolean
  readonly mayChoose: boolean
  readonly t: Translate
  readonly choose: (press: GatedClick, id: string) => void
}

function badgeOf({ isDoubtful, group, badge, t }: WalletListRowProps) {
  if (isDoubtful)
    return (
      <Badge tone="warning" dot>
        {t('connect.badge.warning')}
      </Badge>
    )
  if (group === 'walletConnect') return <Badge>{t('connect.badge.qr')}</Badge>
  if (badge === 'recent') return <Badge tone="accent">{t('connect.badge.recent')}</Badge>
  if (badge === 'installed') return <Badge>{t('connect.badge.installed')}</Badge>
  return undefined
}

/** The ecosystems a wallet speaks, where there are several: here if it is installed, else at all. */
function spokenBy(row: WalletRow, configured: readonly Namespace[]): readonly Namespace[] {
  const found = discoveredByNamespace(row).map(({ namespace }) => namespace)
  const known = configured.filter((namespace) => row.entry?.namespaces.includes(namespace))
  const spoken = found.length > 0 ? found : known
  return spoken.length < 2 ? [] : spoken
}

function chipsOf({ spoken }: WalletListRowProps) {
  if (spoken === '') return undefined
  const marks = spoken
    .split(' ')
    .filter(isNamespace)
    .map((namespace) => namespaceLabels[namespace])
  return (
    <>
      {marks.map(({ name, picture }) => (
        <Fragment key={name}>
          <NetworkIcon name={name} src={picture} size={16} />{' '}
        </Fragment>
      ))}
      <VisuallyHidden>{marks.map(({ name }) => name).join(', ')}</VisuallyHidden>
    </>
  )
}

const WalletListRow = memo(function WalletListRow(props: WalletListRowProps) {
  const { id, name, icon, group, isCertified, t, choose } = props
  return (
    <GatedRow
      title={
        isCertified ? (
          <>
            {name} <CertifiedIcon label={t('connect.badge.certified')} />
          </>
        ) : (
          name
        )
      }
      subtitle={chipsOf(props)}
      icon={group === 'walletConnect' ? <QrIcon /> : <WalletIcon name={name} src={icon} />}
      badge={badgeOf(props)}
      busy={props.isConnecting}
      disabled={!props.mayChoose}
      onPress={(press) => choose(press, id)}
    />
  )
})

/**
 * Draws wallets of a list; without a key where a long list may show another wallet in the same place. One subscription
 * serves all rows: one for each would be most of what a list costs.
 */
export function useWalletRow(): (row: WalletRow, key?: string) => ReactElement {
  const t = useT()
  const choose = usePrompt(chooseWalletAtom)
  const mayChoose = useAtomValue(canChooseWalletAtom)
  const connections = useAtomValue(connectionsAtom)
  const configured = useAtomValue(configuredNamespacesAtom)
  return useCallback(
    (row, key) => {
      const isConnecting = row.found.some((wallet) => {
        const state = connections[wallet.namespace]
        return state?.is === 'connecting' && state.walletId === walletIdOf(wallet)
      })
      return (
        <WalletListRow
          key={key}
          id={row.id}
          name={row.name}
          icon={row.icon}
          group={row.group}
          badge={row.badge}
          isDoubtful={row.isDoubtful}
          isCertified={row.entry?.isCertified === true}
          spoken={spokenBy(row, configured).join(' ')}
          isConnecting={isConnecting}
          mayChoose={mayChoose}
          t={t}
          choose={choose}
        />
      )
    },
    [t, choose, mayChoose, connections, configured],
  )
}
