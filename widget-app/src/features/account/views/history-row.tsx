import { type AccountId, addressOf } from '#shared/caip/account-id.ts'
import { counterpartOf, type Movement } from '#widget/domain/transactions/history-record.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { shortAddress } from '#widget/ui/identity/address-text.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import type { HistoryActivity } from '../activity-items.ts'
import {
  type ActivityRowProps,
  Amount,
  actionIcons,
  amountText,
  signs,
  Time,
  WhenSettled,
} from './row-parts.tsx'

/** At most one outgoing and one incoming amount; the transaction's own view lists all of them. */
function shownMovements(movements: readonly Movement[]): readonly Movement[] {
  const out = movements.find(({ direction }) => direction === 'out')
  const into = movements.find(({ direction }) => direction === 'in')
  return out || into ? [out, into].flatMap((one) => one ?? []) : movements.slice(0, 1)
}

type HistoryRowProps = ActivityRowProps & { readonly item: HistoryActivity; readonly account: AccountId }

/** A transaction that the history service reports. */
export function HistoryRow({ item, account, locale, time, t, open }: HistoryRowProps) {
  const { record } = item
  const { action, status } = record
  const counterpart = counterpartOf(record, addressOf(account))
  const key = action === 'received' ? 'activity.from' : action === 'sent' ? 'transaction.to' : 'activity.with'
  const isFailed = status === 'failed'
  const shown = shownMovements(record.movements)
  const hasTwoAmounts = shown.length > 1
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={isFailed ? 'danger' : status === 'pending' ? 'accent' : 'ink'}>
          {isFailed
            ? t('transaction.failed')
            : status === 'pending'
              ? t('activity.pending')
              : t(`activity.${action}`)}
        </Text>
      }
      subtitle={
        hasTwoAmounts ? <Time text={time} /> : counterpart && t(key, { address: shortAddress(counterpart) })
      }
      icon={<WhenSettled>{actionIcons[action]}</WhenSettled>}
      trailing={
        <WhenSettled>
          {shown.map(({ direction, value, decimals, symbol }) => (
            <Amount
              key={direction}
              // A failed transaction moved nothing.
              text={`${isFailed ? '' : signs[direction]}${amountText(value, decimals, locale)} ${symbol}`}
              tone={isFailed ? 'soft' : direction === 'in' ? 'success' : 'ink'}
            />
          ))}
          {!hasTwoAmounts && <Time text={time} />}
        </WhenSettled>
      }
      onClick={open}
    />
  )
}
