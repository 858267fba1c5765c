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
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { selectWalletAtom } from '../choose-wallet.ts'
import { canSelectWalletAtom } from '../legal-consent.ts'

/** Plain values only: lists are recreated with each response, and memoized rows compare by value. */
type WalletListRowProps = Pick<WalletRow, 'id' | 'name' | 'icon' | 'group' | 'badge' | 'isDoubtful'> & {
  readonly isCertified: boolean
  /** The namespaces of the icons, separated by spaces. */
  readonly namespaces: string
  readonly isConnecting: boolean
  readonly canSelect: boolean
  readonly t: Translate
  readonly select: (click: GatedClick, id: string) => void
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

/**
 * The namespaces of a wallet if there are several, in the host's order: the discovered ones, otherwise those of the
 * catalogue.
 */
function namespacesOf(row: WalletRow, configured: readonly Namespace[]): readonly Namespace[] {
  const found = discoveredByNamespace(row).map(({ namespace }) => namespace)
  const supported = found.length > 0 ? found : row.entry?.namespaces
  const namespaces = configured.filter((namespace) => supported?.includes(namespace))
  return namespaces.length < 2 ? [] : namespaces
}

function namespaceIcons({ namespaces }: WalletListRowProps) {
  if (namespaces === '') return undefined
  const labels = namespaces
    .split(' ')
    .filter(isNamespace)
    .map((namespace) => namespaceLabels[namespace])
  return (
    <>
      {labels.map(({ name, icon }) => (
        <Fragment key={name}>
          <NetworkIcon name={name} src={icon} size={16} />{' '}
        </Fragment>
      ))}
      <VisuallyHidden>{labels.map(({ name }) => name).join(', ')}</VisuallyHidden>
    </>
  )
}

const WalletListRow = memo(function WalletListRow(props: WalletListRowProps) {
  const { id, name, icon, isCertified, t, select } = props
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
      subtitle={namespaceIcons(props)}
      icon={<WalletIcon name={name} src={icon} />}
      badge={badgeOf(props)}
      busy={props.isConnecting}
      disabled={!props.canSelect}
      onClick={(click) => select(click, id)}
    />
  )
})

/**
 * Returns a renderer for wallet rows. Without a key, a long list can reuse a row for another wallet. One subscription serves
 * all rows: one per row would dominate the cost of a list.
 */
export function useWalletRow(): (row: WalletRow, key?: string) => ReactElement {
  const t = useT()
  const select = usePrompt(selectWalletAtom)
  const canSelect = useAtomValue(canSelectWalletAtom)
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
          namespaces={namespacesOf(row, configured).join(' ')}
          isConnecting={isConnecting}
          canSelect={canSelect}
          t={t}
          select={select}
        />
      )
    },
    [t, select, canSelect, connections, configured],
  )
}
