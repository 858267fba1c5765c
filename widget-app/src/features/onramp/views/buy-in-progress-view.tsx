import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { acknowledgeOrderAtom } from '#widget/domain/orders/arrived-orders.ts'
import { canCancelOrderAtom } from '#widget/domain/orders/cancel-order.ts'
import { isOpenOrder, type Order } from '#widget/domain/orders/order.ts'
import { cancelFailureMessageAtom } from '#widget/domain/orders/order-messages.ts'
import { orderPollingAtom } from '#widget/domain/orders/order-polling.ts'
import { openOrderPopupAtom, orderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { orderAtom } from '#widget/domain/orders/orders.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { CancelOrder, CancelOrderFailure } from '#widget/ui/notices/cancel-order.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { retryPurchaseAtom } from '../atoms/actions.ts'
import { framedUrlAtom } from '../atoms/provider-frames.ts'
import { orderExplorerAtom, orderTextsAtom } from '../atoms/texts.ts'
import { orderMessage } from '../messages.ts'
import { OrderFacts } from './order-facts.tsx'
import { ProviderFrame } from './provider-frame.tsx'

const ringOf = (order: Order): 'waiting' | 'failed' | 'stopped' => {
  if (order.state.is === 'doubtful' || order.state.is === 'risen') return 'stopped'
  if (isOpenOrder(order)) return 'waiting'
  return order.state.is === 'failed' ? 'failed' : 'stopped'
}

/** The live status of a purchase: whether anything moved, and the next step. Only the chain confirms an arrival. */
export function BuyInProgressView({ view: { id } }: { view: ViewOf<'BuyInProgress'> }) {
  const t = useT()
  useAtomValue(orderPollingAtom)
  useAtomValue(acknowledgeOrderAtom(id))
  const order = useAtomValue(orderAtom(id))
  const popup = useAtomValue(orderPopupAtom(id))
  const texts = useAtomValue(orderTextsAtom)
  const framedUrl = useAtomValue(framedUrlAtom)
  const [offer, cancel] = useAtom(canCancelOrderAtom(id))
  const cancelFailure = useAtomValue(cancelFailureMessageAtom(id))
  if (!order) {
    return (
      <EmptyState drawing="activity" title={t('buy.missing')}>
        {t('buy.missing-text')}
      </EmptyState>
    )
  }
  // Framed until it is paid, or until the user opens it in a popup.
  const url = order.state.is === 'opened' && popup === 'none' ? framedUrl(order) : undefined
  if (url !== undefined) return <ProviderFrame order={order} url={url} />
  const isDone = order.state.is === 'arrived'
  return (
    <Stack gap={20}>
      <Stack across align="center">
        {isDone ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={ringOf(order)}>
            <WalletIcon name={order.provider.name} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline
        {...orderMessage(order, popup, texts(order), t)}
        isAlert={order.state.is === 'failed'}
        size={22}
      />
      <CancelOrderFailure message={cancelFailure} />
      <OrderFacts order={order} />
      <ScreenFooter>
        <Stack gap={8}>
          <NextStep order={order} />
          <CancelOrder offer={offer} onClick={cancel} />
        </Stack>
      </ScreenFooter>
    </Stack>
  )
}

/** The next step: the provider's page before the payment, the form after a failure, otherwise Done. */
function NextStep({ order }: { order: Order }) {
  const t = useT()
  const popup = useAtomValue(orderPopupAtom(order.id))
  const openPopup = useSetAtom(openOrderPopupAtom)
  const retry = useSetAtom(retryPurchaseAtom)
  const provider = order.provider.name
  switch (order.state.is) {
    case 'opened':
      // No popup blocker or site policy blocks a link.
      if (popup === 'not-held') return <Button href={order.url}>{t('buy.open', { provider })}</Button>
      return (
        <Button look={popup === 'open' ? 'secondary' : 'primary'} onClick={() => openPopup(order)}>
          {t(popup === 'open' ? 'buy.show' : 'buy.open-again', { provider })}
        </Button>
      )
    case 'failed':
    case 'expired':
    case 'abandoned':
      return <RetryButton place="view" onRetry={() => retry(order)} />
    default:
      return <DoneButtons order={order} />
  }
}

function DoneButtons({ order }: { order: Order }) {
  const t = useT()
  const explorer = useAtomValue(orderExplorerAtom)(order)
  const navigate = useSetAtom(viewStackAtom)
  return (
    <>
      {explorer && (
        <Button look="secondary" href={explorer.href}>
          {t('transaction.explorer', { explorer: explorer.name })}
        </Button>
      )}
      {(order.state.is === 'unknown' || order.state.is === 'doubtful') && (
        <Button look="secondary" href={order.url}>
          {t('buy.open', { provider: order.provider.name })}
        </Button>
      )}
      <Button onClick={() => navigate({ to: 'reset', view: { name: 'Account' } })}>{t('common.done')}</Button>
    </>
  )
}
