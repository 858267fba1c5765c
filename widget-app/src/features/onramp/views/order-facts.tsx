import { isDelivered, type Order } from '#widget/domain/orders/order.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { orderTextsAtom } from '../atoms/texts.ts'

/** The paid and received amounts, recipient, network, provider, time and transaction. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useT()
  const texts = useAtomValue(orderTextsAtom)(order)
  const hash = 'hash' in order.state ? order.state.hash : undefined
  const line = (id: string, label: string, value: KeyValue['value'] | undefined): readonly KeyValue[] =>
    value === undefined ? [] : [{ id, label, value }]
  const items: readonly KeyValue[] = [
    ...line('pays', t('buy.pay'), texts.pays),
    ...(texts.value !== undefined && isDelivered(order)
      ? [{ id: 'arrived', label: t('swap.received'), value: texts.value, strong: true }]
      : line('expected', t('buy.expected'), texts.expected)),
    ...line('to', t('buy.to'), <AddressText address={order.to} />),
    ...line('network', t('review.network'), texts.network),
    ...line('provider', t('buy.provider'), order.provider.name),
    ...line('time', t('transaction.time'), texts.time),
    ...line(
      'hash',
      t('transaction.hash'),
      hash && (
        <CopyButton text={hash} label={t('transaction.copy-hash')} copiedLabel={t('transaction.hash-copied')}>
          <AddressText address={hash} />
        </CopyButton>
      ),
    ),
  ]
  return <KeyValueList items={items} />
}
