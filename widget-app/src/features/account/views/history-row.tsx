import { type AccountId, addressOf } from '#shared/caip/account-id.ts'
import { counterpartOf, type Movement } from '#widget/domain/transactions/history-record.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { shortAddress } from '#widget/ui/identity/address-text.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import type { FoundActivity } from '../activity-items.ts'
import { Amount, AtRest, actionIcons, amountText, type LineFacts, signs, Time } from './row-parts.tsx'

/** At most one outgoing and one incoming amount; the transaction's own view lists all of them. */
function shownMovements(movements: readonly Movement[]): readonly Movement[] {
  const out = movements.find(({ direction }) => direction === 'out')
  const into = movements.find(({ direction }) => direction === 'in')
  return out || into ? [out, into].flatMap((one) => one ?? []) : movements.slice(0, 1)
}

type FoundRowProps = LineFacts & { readonly item: FoundActivity; readonly account: AccountId }

/** A transaction that the history service reports. */
export function HistoryRow({ item, account, locale, time, t, press }: FoundRowProps) {
  const { record } = item
  const { action, status } = record
  const other = counterpartOf(record, addressOf(account))
  const key = action === 'received' ? 'activity.from' : action === 'sent' ? 'transaction.to' : 'activity.with'
  const isFailed = status === 'failed'
  const shown = shownMovements(record.movements)
  const isTwofold = shown.length > 1
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
      subtitle={isTwofold ? <Time text={time} /> : other && t(key, { address: shortAddress(other) })}
      icon={<AtRest>{actionIcons[action]}</AtRest>}
      trailing={
        <AtRest>
          {shown.map(({ direction, value, decimals, symbol }) => (
            <Amount
              key={direction}
              // A failed transaction moved nothing.
              text={`${isFailed ? '' : signs[direction]}${amountText(value, decimals, locale)} ${symbol}`}
              tone={isFailed ? 'soft' : direction === 'in' ? 'success' : 'ink'}
            />
          ))}
          {!isTwofold && <Time text={time} />}
        </AtRest>
      }
      onPress={press}
    />
  )
}
