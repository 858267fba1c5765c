import type { AccountId } from '#shared/caip/account-id.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { orderPollingAtom } from '#widget/domain/orders/order-polling.ts'
import {
  fetchNextHistoryPageAtom,
  hasHistoryAtom,
  historyAtom,
  refetchHistoryAtom,
} from '#widget/domain/transactions/history.ts'
import { isVerifyingInterruptedAtom } from '#widget/domain/transactions/verify-interrupted-transactions.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { WhenVisible } from '#widget/ui/layout/when-visible.tsx'
import { VirtualRows } from '#widget/ui/lists/virtual-rows.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { activityLinesAtom } from '../activity-lines.ts'
import { ageText } from '../balance-age.ts'
import type { ActivityLine } from '../order-activity.ts'
import styles from './activity-list.module.css'
import { useActivityRow } from './activity-row.tsx'
import { ListUnavailable } from './list-unavailable.tsx'
import { RefreshButton } from './refresh-button.tsx'

const keyOf = ({ key }: ActivityLine): string => key

/** Placeholder rows while loading; as many as AppKit shows. */
const skeletonCount = 7

/** The account's activity: pending first, then by month and page by page. */
export function ActivityList({ account }: { account: AccountId }) {
  const t = useT()
  useAtomValue(orderPollingAtom)
  useAtomValue(isVerifyingInterruptedAtom)
  const renderRow = useActivityRow(account)
  const { items, headings } = useAtomValue(activityLinesAtom(account))
  const hasHistory = useAtomValue(hasHistoryAtom(account))
  const { newest, more } = useAtomValue(historyAtom(account))
  const isLoading = hasHistory !== false && newest.is === 'loading'
  const isFailed = newest.is === 'failed' || (newest.is === 'ready' && newest.failure !== undefined)
  const isBusy = newest.is === 'ready' && newest.isFetching === true
  const isEmpty = items.length === 0 && !isLoading && !isFailed && more === 'none'
  return (
    <div className={styles.list}>
      {isFailed && <Failed account={account} isBusy={isBusy} />}
      {newest.is === 'ready' && <Updated account={account} updatedAt={newest.updatedAt} isBusy={isBusy} />}
      <LiveRegion message={isLoading || isFailed ? '' : t('activity.count', { count: items.length })} />
      {items.length > 0 && (
        <VirtualRows
          label={t('account.activity-tab')}
          items={items}
          total={more === 'none' ? items.length : -1}
          idOf={keyOf}
          renderRow={renderRow}
          headings={headings}
          gap="none"
          busy={isLoading}
        />
      )}
      {isLoading && <Loading rows={items.length > 0 ? 2 : skeletonCount} />}
      {isEmpty && (
        <EmptyState drawing="activity" title={t('activity.none')}>
          {t('activity.none-text')}
        </EmptyState>
      )}
      <ListEnd account={account} hasRows={items.length > 0} />
    </div>
  )
}

type ReloadProps = { readonly account: AccountId; readonly isBusy: boolean }

function Updated({ account, updatedAt, isBusy }: ReloadProps & { readonly updatedAt: number }) {
  const t = useT()
  const now = useAtomValue(nowAtom)
  const locale = useAtomValue(localeAtom)
  const refresh = useSetAtom(refetchHistoryAtom)
  return (
    <div className={styles.updated}>
      <Text as="span" size={12} tone="soft" numeric>
        {t('common.updated', { ago: ageText(now - updatedAt, locale) })}
      </Text>
      <RefreshButton
        label={t('activity.refresh')}
        is={isBusy ? 'underWay' : 'possible'}
        onClick={() => void refresh(account)}
      />
    </div>
  )
}

/** Records that are already loaded stay below. */
function Failed({ account, isBusy }: ReloadProps) {
  const t = useT()
  const refresh = useSetAtom(refetchHistoryAtom)
  return (
    <ListUnavailable
      text={t('activity.failed-text')}
      action={<RetryButton place="part" onRetry={() => refresh(account)} busy={isBusy} />}
    />
  )
}

function Loading({ rows }: { rows: number }) {
  const t = useT()
  return (
    <div className={styles.loading}>
      <RowGroup label={t('common.loading')} labelHidden gap="none" busy>
        <Skeleton shape="row" count={rows} />
      </RowGroup>
    </div>
  )
}

/** The end of the list: the next page, or the reason why there is none. */
function ListEnd({ account, hasRows }: { account: AccountId; hasRows: boolean }) {
  const t = useT()
  const hasHistory = useAtomValue(hasHistoryAtom(account))
  const { more, newest, records } = useAtomValue(historyAtom(account))
  const showMore = useSetAtom(fetchNextHistoryPageAtom)
  const fetchNext = () => showMore(account)
  if (hasHistory === false) return <Line text={t('activity.here-only')} />
  switch (more) {
    case 'loading':
      return <Loading rows={2} />
    case 'failed':
      return (
        <div className={styles.end}>
          <Line text={t('activity.failed')} />
          <RetryButton place="part" onRetry={fetchNext} />
        </div>
      )
    case 'available':
      return (
        <>
          <div className={styles.ahead} key={records.length}>
            <WhenVisible onVisible={fetchNext}>{null}</WhenVisible>
          </div>
          <Button look="quiet" onClick={fetchNext}>
            {t('activity.more')}
          </Button>
        </>
      )
    case 'none':
      return newest.is === 'ready' && hasRows ? <Line text={t('activity.end')} /> : null
  }
}

function Line({ text }: { text: string }) {
  return (
    <Text size={13} tone="soft" align="center">
      {text}
    </Text>
  )
}
