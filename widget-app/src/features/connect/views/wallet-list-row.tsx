import { walletIdOf } from '#shared/channel/found-wallet.ts'
import { connectionsAtom } from '#widget/kernel/connections.ts'
import { activeNamespaceAtom } from '#widget/kernel/networks.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { rowTarget, type WalletRow } from '#widget/kernel/wallets.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/badge.tsx'
import { Row } from '#widget/ui/row.tsx'
import { WalletIcon } from '#widget/ui/wallet-icon.tsx'

function badgeOf(row: WalletRow, t: Translate) {
  if (row.isDoubtful)
    return (
      <Badge tone="warning" dot>
        {t('connect.badge.warning')}
      </Badge>
    )
  if (row.badge === 'recent') return <Badge tone="accent">{t('connect.badge.recent')}</Badge>
  return row.badge === 'installed' ? <Badge>{t('connect.badge.installed')}</Badge> : undefined
}

/** One wallet of a list; leads to the wallet where it is installed, else to where it can be had. */
export function WalletListRow({ row }: { row: WalletRow }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const namespace = useAtomValue(activeNamespaceAtom)
  const connections = useAtomValue(connectionsAtom)
  const isConnecting = row.found.some((wallet) => {
    const state = connections[wallet.namespace]
    return state?.is === 'connecting' && state.walletId === walletIdOf(wallet)
  })
  return (
    <Row
      title={row.name}
      icon={<WalletIcon name={row.name} src={row.icon} />}
      badge={badgeOf(row, t)}
      busy={isConnecting}
      onPress={() => navigate({ to: 'push', view: rowTarget(row, namespace) })}
    />
  )
}
