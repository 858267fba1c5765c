import type { ViewOf } from '#widget/core/view.ts'
import { acknowledgeOrderAtom } from '#widget/domain/orders/arrived-orders.ts'
import { isDelivered, type Order } from '#widget/domain/orders/order.ts'
import { cancelFailureMessageAtom } from '#widget/domain/orders/order-messages.ts'
import { orderPollingAtom } from '#widget/domain/orders/order-polling.ts'
import { orderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { orderAtom } from '#widget/domain/orders/orders.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Headline } from '#widget/ui/display/headline.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { CancelOrderFailure } from '#widget/ui/notices/cancel-order.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { resetOnLeaveAtom } from '../atoms/draft.ts'
import { depositTextsAtom } from '../atoms/texts.ts'
import { depositMessage } from '../messages.ts'
import { StatusButtons } from './status-buttons.tsx'

const ringOf = ({ is }: Order['state']): 'waiting' | 'failed' | 'stopped' => {
  if (is === 'opened' || is === 'paid' || is === 'sent') return 'waiting'
  return is === 'failed' ? 'failed' : 'stopped'
}

/** The live status of a deposit from an exchange, with the possible actions. */
export function PayWithExchangeStatusView({ view: { id } }: { view: ViewOf<'PayWithExchangeStatus'> }) {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  useAtomValue(orderPollingAtom)
  useAtomValue(acknowledgeOrderAtom(id))
  const order = useAtomValue(orderAtom(id))
  if (order?.kind !== 'exchange') {
    return (
      <EmptyState drawing="activity" title={t('exchange.missing')}>
        {t('transaction.missing-text')}
      </EmptyState>
    )
  }
  return <Status order={order} />
}

function Status({ order }: { order: Order }) {
  const t = useT()
  const { id, state, provider } = order
  const popup = useAtomValue(orderPopupAtom(id))
  const texts = useAtomValue(depositTextsAtom(id))
  const cancelFailure = useAtomValue(cancelFailureMessageAtom(id))
  const names = { exchange: provider.name, ordered: texts?.ordered ?? '', value: texts?.value }
  return (
    <Stack gap={20}>
      <Stack across align="center">
        {state.is === 'arrived' ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={ringOf(state)}>
            <WalletIcon name={provider.name} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline {...depositMessage(state, popup, names, t)} isAlert={state.is === 'failed'} size={22} />
      <CancelOrderFailure message={cancelFailure} />
      <Facts order={order} />
      <ScreenFooter>
        <StatusButtons order={order} />
      </ScreenFooter>
    </Stack>
  )
}

function Facts({ order }: { order: Order }) {
  const t = useT()
  const { id, provider } = order
  const texts = useAtomValue(depositTextsAtom(id))
  if (!texts) return null
  return (
    <KeyValueList
      items={[
        { id: 'ordered', label: t('exchange.ordered'), value: texts.ordered },
        ...(texts.value !== undefined && isDelivered(order)
          ? [{ id: 'received', label: t('swap.received'), value: texts.value, strong: true }]
          : []),
        { id: 'exchange', label: t('exchange.at'), value: provider.name },
        { id: 'to', label: t('review.to'), value: <AddressText address={texts.to} /> },
        { id: 'network', label: t('review.network'), value: texts.network },
        { id: 'time', label: t('transaction.time'), value: texts.time },
      ]}
    />
  )
}
