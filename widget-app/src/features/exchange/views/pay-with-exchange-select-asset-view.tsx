import { networkMark } from '#widget/domain/networks/network-mark.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { TokenPicker, TokenRow, TokensUnavailable } from '#widget/ui/lists/token-picker.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { selectAssetAtom } from '../atoms/actions.ts'
import { depositNetworkAtom, resetOnLeaveAtom } from '../atoms/draft.ts'
import { assetAtom, assetsAtom, exchangeAtom } from '../atoms/exchange-list.ts'
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
      <TokensUnavailable
        title={exchange ? t('exchange.no-list', names) : t('exchange.failed')}
        onRetry={() => void load()}
      >
        {t('exchange.failed-text')}
      </TokensUnavailable>
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
    <TokenPicker isLoading={assets.is === 'loading'} placeholderCount={3}>
      <RowGroup label={t('account.tokens')} labelHidden>
        {assets.is === 'ready' &&
          assets.data.map(({ key, asset, iconUrl }) => (
            <TokenRow
              key={key}
              symbol={asset.symbol}
              name={asset.name}
              iconUrl={iconUrl}
              network={networkMark(network)}
              selected={key === selected?.key}
              onClick={() => select(key)}
            />
          ))}
      </RowGroup>
    </TokenPicker>
  )
}
