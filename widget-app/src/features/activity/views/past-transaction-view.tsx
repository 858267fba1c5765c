import type { HistoryRecord } from '#widget/kernel/history-record.ts'
import { activeNetworkAtom } from '#widget/kernel/networks.ts'
import type { ViewOf } from '#widget/kernel/view.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { Button } from '#widget/ui/button.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { Headline, type Words } from '#widget/ui/headline.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/key-value-list.tsx'
import { ProgressRing } from '#widget/ui/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/screen-footer.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { TokenIcon } from '#widget/ui/token-icon.tsx'
import { pastLinkAtom, pastTextsAtom, pastTransactionAtom } from '../past.ts'
import { Hash } from './transaction-facts.tsx'

/** What happened; of a failure and of what still waits, whether anything moved. */
function wordsOf({ action, status }: HistoryRecord, t: Translate): Words {
  if (status === 'failed') return { title: t('transaction.failed'), text: t('transaction.failed-text') }
  if (status === 'pending')
    return { title: t('transaction.submitted'), text: t('transaction.submitted-text') }
  const title = t(`activity.${action}`)
  return action === 'approved' ? { title, text: t('transaction.approved-text') } : { title }
}

/** One transaction that the history service tells of: what moved, between whom, when, and what it cost. */
export function PastTransactionView({ view: { id } }: { view: ViewOf<'PastTransaction'> }) {
  const t = useT()
  const record = useAtomValue(pastTransactionAtom(id))
  if (!record) {
    return (
      <EmptyState drawing="activity" title={t('transaction.missing')}>
        {t('transaction.gone-text')}
      </EmptyState>
    )
  }
  const isFailed = record.status === 'failed'
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <Picture record={record} />
      </Stack>
      <Headline {...wordsOf(record, t)} isAlarm={isFailed} size={22} />
      {!isFailed && <Amounts id={id} />}
      <Facts id={id} record={record} />
      <Explorer id={id} />
    </Stack>
  )
}

function Picture({ record: { movements, status, action } }: { record: HistoryRecord }) {
  const movement = movements.find(({ direction }) => direction === 'in') ?? movements[0]
  const icon = <TokenIcon name={movement?.symbol ?? action} src={movement?.iconUrl} size={64} />
  if (status === 'confirmed') return icon
  return <ProgressRing state={status === 'failed' ? 'failed' : 'waiting'}>{icon}</ProgressRing>
}

function Amounts({ id }: { id: string }) {
  const texts = useAtomValue(pastTextsAtom(id))
  if (!texts || texts.amounts.length === 0) return null
  return (
    <Stack gap={4}>
      {texts.amounts.map(({ id: key, text }) => (
        <Text key={key} size={17} weight="strong" align="center" figures>
          <bdi dir="ltr">{text}</bdi>
        </Text>
      ))}
    </Stack>
  )
}

function Facts({ id, record }: { id: string; record: HistoryRecord }) {
  const t = useT()
  const texts = useAtomValue(pastTextsAtom(id))
  const network = useAtomValue(activeNetworkAtom)
  const line = (key: string, label: string, value: KeyValue['value'] | undefined, below = false) =>
    value === undefined ? [] : [{ id: key, label, value, below }]
  const items: readonly KeyValue[] = [
    ...line('from', t('review.from'), <AddressText address={record.from} whole />, true),
    ...line('to', t('review.to'), record.to && <AddressText address={record.to} whole />, true),
    ...line('network', t('review.network'), network?.name ?? record.chain),
    ...line('fee', t('transaction.fee'), texts?.fee),
    ...line('time', t('transaction.time'), texts?.time),
    ...line('hash', t('transaction.hash'), <Hash hash={record.hash} />),
  ]
  return <KeyValueList items={items} />
}

function Explorer({ id }: { id: string }) {
  const t = useT()
  const link = useAtomValue(pastLinkAtom(id))
  if (!link) return null
  return (
    <ScreenFooter>
      <Button look="secondary" href={link.href}>
        {t('transaction.explorer', { explorer: link.name })}
      </Button>
    </ScreenFooter>
  )
}
