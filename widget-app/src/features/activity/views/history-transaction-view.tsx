import { addressOf } from '#shared/caip/account-id.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { type HistoryRecord, isSameAddress } from '#widget/domain/transactions/history-record.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { amountSize } from '#widget/ui/forms/amount-size.ts'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { historyLinkAtom, historyTextsAtom, historyTransactionAtom } from '../history-transaction.ts'
import { Hash } from './transaction-facts.tsx'

/** The message of a transaction. For a failed or pending one it states whether anything moved. */
function messageOf({ action, status }: HistoryRecord, t: Translate): HeadlineContent {
  if (status === 'failed') return { title: t('transaction.failed'), text: t('transaction.failed-text') }
  if (status === 'pending')
    return { title: t('transaction.submitted'), text: t('transaction.submitted-text') }
  const title = t(`activity.${action}`)
  return action === 'approved' ? { title, text: t('transaction.approved-text') } : { title }
}

/** A transaction that only the history service reports: amounts, parties, time and fee. */
export function PastTransactionView({ view: { id } }: { view: ViewOf<'PastTransaction'> }) {
  const t = useT()
  const record = useAtomValue(historyTransactionAtom(id))
  if (!record) {
    return (
      <EmptyState drawing="activity" title={t('transaction.missing')}>
        {t('transaction.gone-text')}
      </EmptyState>
    )
  }
  const isFailed = record.status === 'failed'
  const hasAmounts = record.movements.length > 0
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <TransactionIcon record={record} />
      </Stack>
      <Stack gap={8}>
        <Headline {...messageOf(record, t)} isAlert={isFailed} size={isFailed || !hasAmounts ? 22 : 17} />
        <Amounts id={id} status={record.status} />
      </Stack>
      <Facts id={id} record={record} />
      <Explorer id={id} />
    </Stack>
  )
}

function TransactionIcon({ record: { movements, status, chain } }: { record: HistoryRecord }) {
  const movement = movements.find(({ direction }) => direction === 'in') ?? movements[0]
  const network = useAtomValue(activeNetworkAtom)
  const mark = network && { name: network.name, src: networkIconUrl(network) }
  // Without a token movement there is no token icon.
  const icon = movement ? (
    <TokenIcon name={movement.symbol} src={movement.iconUrl} size={64} network={mark} />
  ) : (
    <NetworkIcon {...mark} name={mark?.name ?? chain} size={64} />
  )
  if (status === 'confirmed') return icon
  return <ProgressRing state={status === 'failed' ? 'failed' : 'waiting'}>{icon}</ProgressRing>
}

/** The amounts, as the most prominent element; in a soft tone if the transaction failed. */
function Amounts({ id, status }: { id: string; status: HistoryRecord['status'] }) {
  const texts = useAtomValue(historyTextsAtom(id))
  if (!texts || texts.amounts.length === 0) return null
  return (
    <Stack gap={0}>
      {texts.amounts.map(({ id: key, text, isIn }) => (
        <Text
          key={key}
          size={amountSize(text, 22)}
          weight="strong"
          tone={status === 'failed' ? 'soft' : isIn && status === 'confirmed' ? 'success' : 'ink'}
          align="center"
          numeric
        >
          {text}
        </Text>
      ))}
    </Stack>
  )
}

function Facts({ id, record }: { id: string; record: HistoryRecord }) {
  const t = useT()
  const texts = useAtomValue(historyTextsAtom(id))
  const network = useAtomValue(activeNetworkAtom)
  const account = useAtomValue(activeAccountAtom)
  const line = (key: string, label: string, value: KeyValue['value'] | undefined, below = false) =>
    value === undefined ? [] : [{ id: key, label, value, below }]
  const isOwn = (address: string) => account !== undefined && isSameAddress(address, addressOf(account))
  const party = (key: string, label: string, address: string | undefined) =>
    line(
      key,
      label,
      address && <AddressText address={address} whole={!isOwn(address)} />,
      !isOwn(address ?? ''),
    )
  const from = party('from', t('review.from'), record.from)
  const to = party('to', t('review.to'), record.to)
  const items: readonly KeyValue[] = [
    // The counterpart first and in full, as in a review; the user knows their own address.
    ...(isOwn(record.from) ? [...to, ...from] : [...from, ...to]),
    ...line('network', t('review.network'), network?.name ?? record.chain),
    ...line('fee', t('transaction.fee'), texts?.fee),
    ...line('time', t('transaction.time'), texts?.time),
    ...line('hash', t('transaction.hash'), <Hash hash={record.hash} />),
  ]
  return <KeyValueList items={items} />
}

function Explorer({ id }: { id: string }) {
  const t = useT()
  const link = useAtomValue(historyLinkAtom(id))
  if (!link) return null
  return (
    <ScreenFooter>
      <Button look="secondary" href={link.href}>
        {t('transaction.explorer', { explorer: link.name })}
      </Button>
    </ScreenFooter>
  )
}
