import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { isHostReportedAtom } from '#widget/domain/balances/balance-source.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { mayOmitTokens } from '#widget/domain/balances/incomplete-balances.ts'
import { isUnknownNetworkAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { Drawer } from '#widget/ui/layout/details.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { VirtualRows } from '#widget/ui/lists/virtual-rows.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { portfolioAtom } from '../atoms.ts'
import { refetchState } from '../balance-age.ts'
import type { PortfolioAsset } from '../portfolio.ts'
import styles from './account-view.module.css'
import { ListUnavailable } from './list-unavailable.tsx'
import { TokenListHeader } from './token-list-header.tsx'
import { useTokenRow } from './token-row.tsx'

const idOf = ({ asset }: PortfolioAsset): string => asset.address ?? 'native'

/** The balances of the account, their age, and a line with a retry if they could not be read. */
export function TokenList({ account }: { account: AccountId }) {
  const t = useT()
  const loaded = useAtomValue(portfolioAtom(account))
  const refresh = useSetAtom(balancesAtom(account))
  const network = useAtomValue(activeNetworkAtom)
  const isHostReported = useAtomValue(isHostReportedAtom(chainOf(account)))
  const renderRow = useTokenRow()
  const isFailed = loaded.is === 'failed' || (loaded.is === 'ready' && loaded.failure !== undefined)
  const { shown, hidden } = loaded.is === 'ready' ? loaded.data : { shown: [], hidden: [] }
  const isIncomplete = mayOmitTokens(chainOf(account), [...shown, ...hidden])
  return (
    <>
      <TokenListHeader account={account} />
      {isFailed && <Unavailable account={account} onRetry={refresh} />}
      {loaded.is === 'loading' && (
        <div className={styles.loading}>
          <RowGroup label={t('account.tokens')} labelHidden busy>
            <Skeleton shape="row" mark="circle" count={4} />
          </RowGroup>
        </div>
      )}
      {shown.length > 0 && (
        <VirtualRows
          label={t('account.tokens')}
          items={shown}
          total={shown.length}
          idOf={idOf}
          renderRow={renderRow}
        />
      )}
      {isHostReported && shown.length > 1 && <HostReportedMark />}
      {loaded.is === 'ready' && isIncomplete && (
        <Text size={13} tone="soft">
          {t('account.tokens-missing', { network: network?.name ?? t('common.unknown') })}
        </Text>
      )}
      {loaded.is === 'ready' && !isIncomplete && shown.every(({ asset }) => asset.address === undefined) && (
        <Text size={13} tone="soft">
          {t('account.no-tokens-text', { network: network?.name ?? t('common.unknown') })}
        </Text>
      )}
      {hidden.length > 0 && <Hidden tokens={hidden} />}
    </>
  )
}

/** The drawer of tokens that look like spam. */
function Hidden({ tokens }: { tokens: readonly PortfolioAsset[] }) {
  const t = useT()
  const renderRow = useTokenRow(true)
  return (
    <Drawer label={t('account.hidden', { count: tokens.length })}>
      <Text size={13} tone="soft">
        {t('account.hidden-text')}
      </Text>
      <VirtualRows
        label={t('account.hidden-tokens')}
        items={tokens}
        total={tokens.length}
        idOf={idOf}
        renderRow={renderRow}
      />
    </Drawer>
  )
}

/** A retry cannot succeed for a network without a record. */
function UnknownNetwork() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  return (
    <ListUnavailable
      title={t('networks.unknown')}
      text={t('networks.unknown-text')}
      action={
        <Button
          look="secondary"
          size="small"
          onClick={() => navigate({ to: 'push', view: { name: 'Networks' } })}
        >
          {t('networks.title')}
        </Button>
      }
    />
  )
}

function Unavailable({ account, onRetry }: { account: AccountId; onRetry: () => void }) {
  const t = useT()
  const now = useAtomValue(nowAtom)
  const state = refetchState(useAtomValue(balancesAtom(account)), now)
  if (useAtomValue(isUnknownNetworkAtom(chainOf(account)))) return <UnknownNetwork />
  return (
    <ListUnavailable
      text={t('balance.unavailable-text')}
      action={
        <RetryButton
          place="part"
          onRetry={onRetry}
          busy={state.is === 'underWay'}
          waitText={state.is === 'wait' ? t('balance.retry-in', { count: state.seconds }) : undefined}
        />
      }
    />
  )
}
