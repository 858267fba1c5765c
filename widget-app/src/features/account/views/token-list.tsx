import { formatWorth } from '#shared/amount/fiat.ts'
import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { type AssetBalance, balancesAtom } from '#widget/kernel/balances.ts'
import { isReportedBySiteAtom } from '#widget/kernel/figure-source.ts'
import { activeNetworkAtom } from '#widget/kernel/networks.ts'
import { nowAtom } from '#widget/kernel/now.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { IconButton } from '#widget/ui/icon-button.tsx'
import { RefreshIcon } from '#widget/ui/icons/refresh.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { SiteMark } from '#widget/ui/site-mark.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Text } from '#widget/ui/text.tsx'
import { TokenIcon } from '#widget/ui/token-icon.tsx'
import { localeAtom } from '../bind.ts'
import { agoText, refreshing } from '../freshness.ts'
import { holdingsOf } from '../holdings.ts'
import styles from './account-view.module.css'
import { Worth } from './worth.tsx'

/** The tokens of the account, how old that is, and what to do when it could not be had. */
export function TokenList({ account }: { account: AccountId }) {
  const t = useT()
  const [loaded, refresh] = useAtom(balancesAtom(account))
  const network = useAtomValue(activeNetworkAtom)
  const isBySite = useAtomValue(isReportedBySiteAtom(chainOf(account)))
  const isFailed = loaded.is === 'failed' || (loaded.is === 'ready' && loaded.failure !== undefined)
  const tokens = loaded.is === 'ready' ? holdingsOf(loaded.data).tokens : []
  return (
    <>
      <RowGroup
        label={t('account.tokens')}
        gap="none"
        busy={loaded.is === 'loading'}
        trailing={loaded.is === 'ready' && <Updated account={account} updatedAt={loaded.updatedAt} />}
      >
        {loaded.is === 'loading' && <Skeleton shape="row" count={2} />}
        {tokens.map((token) => (
          <TokenRow key={token.asset.address} token={token} />
        ))}
      </RowGroup>
      {isBySite && tokens.length > 0 && <SiteMark />}
      {isFailed && <Unavailable account={account} onRetry={() => void refresh()} />}
      {loaded.is === 'ready' && tokens.length === 0 && (
        <Text size={13} tone="soft">
          {t('account.no-tokens-text', { network: network?.name ?? t('common.unknown') })}
        </Text>
      )}
    </>
  )
}

function TokenRow({ token: { asset, value, price, iconUrl } }: { token: AssetBalance }) {
  const locale = useAtomValue(localeAtom)
  const worth = formatWorth({ value, decimals: asset.decimals }, price, 'usd', locale)
  return (
    <Row
      look="plain"
      title={asset.name}
      subtitle={`${formatTokenAmount(value, asset.decimals, locale)} ${asset.symbol}`}
      icon={<TokenIcon name={asset.symbol} src={iconUrl} />}
      trailing={<Worth text={worth} />}
    />
  )
}

function Updated({ account, updatedAt }: { account: AccountId; updatedAt: number }) {
  const t = useT()
  const now = useAtomValue(nowAtom)
  const locale = useAtomValue(localeAtom)
  const [loaded, refresh] = useAtom(balancesAtom(account))
  return (
    <span className={styles.updated}>
      <Text as="span" size={12} tone="soft" figures>
        {t('common.updated', { ago: agoText(now - updatedAt, locale) })}
      </Text>
      <IconButton
        label={t('balance.refresh')}
        disabled={refreshing(loaded, now).is !== 'possible'}
        onPress={() => void refresh()}
      >
        <RefreshIcon size={16} />
      </IconButton>
    </span>
  )
}

function Unavailable({ account, onRetry }: { account: AccountId; onRetry: () => void }) {
  const t = useT()
  const now = useAtomValue(nowAtom)
  const state = refreshing(useAtomValue(balancesAtom(account)), now)
  return (
    <Notice
      tone="warning"
      title={t('balance.unavailable')}
      action={
        <Button look="secondary" size="small" disabled={state.is !== 'possible'} onPress={onRetry}>
          {state.is === 'wait' ? t('balance.retry-in', { count: state.seconds }) : t('common.tryAgain')}
        </Button>
      }
    >
      {t('balance.unavailable-text')}
    </Notice>
  )
}
