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

/** Plain values only: lists are recreated with each response, and memoized rows compare by value. */
type WalletListRowProps = Pick<WalletRow, 'id' | 'name' | 'icon' | 'group' | 'badge' | 'isDoubtful'> & {
  readonly isCertified: boolean
  /** The namespaces of the icons, separated by spaces. */
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

/** The namespaces of a wallet if there are several: the discovered ones, otherwise those of the catalogue. */
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
 * Returns a renderer for wallet rows. Without a key, a long list can reuse a row for another wallet. One subscription serves
 * all rows: one per row would dominate the cost of a list.
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
