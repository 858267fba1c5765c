import type { Network } from '#shared/config/network.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, usePrompt } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/display/badge.tsx'
import { GatedRow } from '#widget/ui/gated-button/gated-rows.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { requestedNetworkAtom, selectNetworkAtom } from '../atoms.ts'

/** A network row in `GatedRows`. The active one has a dot and a label. */
export function NetworkRow({ network }: { network: Network }) {
  const t = useT()
  const current = useAtomValue(activeChainAtom)
  const connection = useAtomValue(activeConnectionAtom)
  const requestedNetwork = useAtomValue(requestedNetworkAtom)
  const select = usePrompt(selectNetworkAtom)
  const isCurrent = network.id === current
  const isRequested = network.id === requestedNetwork && !isCurrent
  const kind = network.local ? t('networks.local') : network.testnet ? t('networks.testnet') : undefined
  return (
    <GatedRow
      title={network.name}
      subtitle={isRequested ? t('networks.asked', { wallet: connection?.walletName ?? '' }) : undefined}
      icon={<NetworkIcon name={network.name} src={networkIconUrl(network)} />}
      badge={
        <>
          {kind !== undefined && <Badge>{kind}</Badge>}
          {isCurrent && (
            <Badge tone="success" dot>
              {connection ? t('networks.current') : t('networks.chosen')}
            </Badge>
          )}
        </>
      }
      trailing={isRequested && <Spinner />}
      selected={isCurrent}
      onClick={(click) => select(click, network.id)}
    />
  )
}
