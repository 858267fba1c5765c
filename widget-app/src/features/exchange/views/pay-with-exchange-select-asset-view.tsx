import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { selectAssetAtom } from '../action-atoms.ts'
import { depositNetworkAtom, resetOnLeaveAtom } from '../atoms.ts'
import { assetAtom, assetsAtom, exchangeAtom } from '../exchange-list.ts'
import { NoExchange } from './no-exchange.tsx'

/** Lists the assets that the selected exchange can send to the account's network. */
export function PayWithExchangeSelectAssetView() {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  const assets = useAtomValue(assetsAtom)
  const selected = useAtomValue(assetAtom)
  const network = useAtomValue(depositNetworkAtom)
  const exchange = useAtomValue(exchangeAtom)
  const select = useSetAtom(selectAssetAtom)
  const load = useSetAtom(assetsAtom)
  const names = { exchange: exchange?.name ?? '', network: network?.name ?? '' }
  if (assets.is === 'failed') {
    return (
      <EmptyState
        drawing="offline"
        title={exchange ? t('exchange.no-list', names) : t('exchange.failed')}
        action={
          <Button look="secondary" onClick={() => void load()}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('exchange.failed-text')}
      </EmptyState>
    )
  }
  if (assets.is === 'ready' && assets.data.length === 0) {
    if (!exchange) return <NoExchange />
    return (
      <EmptyState drawing="coins" title={t('exchange.no-asset')}>
        {t('exchange.no-asset-text', names)}
      </EmptyState>
    )
  }
  return (
    <RowGroup label={t('account.tokens')} labelHidden busy={assets.is === 'loading'}>
      {assets.is === 'loading' ? (
        <Skeleton shape="row" mark="circle" count={3} />
      ) : (
        assets.data.map(({ key, asset, iconUrl }) => (
          <Row
            key={key}
            title={asset.symbol}
            subtitle={asset.name}
            icon={
              <TokenIcon
                name={asset.symbol}
                src={iconUrl}
                network={network && { name: network.name, src: networkIconUrl(network) }}
              />
            }
            selected={key === selected?.key}
            onClick={() => select(key)}
          />
        ))
      )}
    </RowGroup>
  )
}
