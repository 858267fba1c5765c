import { hashOf, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { entryNetworkAtom, entryTextsAtom } from '../atoms.ts'

/** The amount, recipient, network, fee, time and hash of a transaction. */
export function TransactionFacts({ entry }: { entry: TransactionEntry }) {
  const t = useT()
  const texts = useAtomValue(entryTextsAtom(entry.id))
  const network = useAtomValue(entryNetworkAtom(entry.id))
  const hash = hashOf(entry.state)
  const by = entry.state.is === 'replaced' ? entry.state.by : undefined
  const line = (id: string, label: string, value: KeyValue['value'] | undefined): readonly KeyValue[] =>
    value === undefined ? [] : [{ id, label, value }]
  const items: readonly KeyValue[] = [
    ...line('amount', t('review.amount'), texts && `${texts.amount} ${texts.symbol}`),
    ...line('arrived', t('transaction.arrived'), texts?.arrived),
    ...line('received', t('swap.received'), texts?.received),
    ...line('at-least', t('swap.minimum'), texts?.atLeast),
    { id: 'to', label: t('review.to'), value: <AddressText address={entry.to} whole />, below: true },
    ...line('from', t('review.from'), <AddressText address={entry.from} />),
    ...line('network', t('review.network'), network?.name ?? entry.asset.chain),
    ...line('fee', t('transaction.fee'), texts?.fee),
    ...line('time', t('transaction.time'), texts?.time),
    ...line('hash', t('transaction.hash'), hash && <Hash hash={hash} />),
    ...line('by', t('transaction.replaced-by'), by && <Hash hash={by} />),
  ]
  return <KeyValueList items={items} />
}

/** The hash of a transaction, with a copy button. */
export function Hash({ hash }: { hash: string }) {
  const t = useT()
  return (
    <CopyButton text={hash} label={t('transaction.copy-hash')} copiedLabel={t('transaction.hash-copied')}>
      <AddressText address={hash} />
    </CopyButton>
  )
}
