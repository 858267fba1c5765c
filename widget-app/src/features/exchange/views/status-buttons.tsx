import { viewStackAtom } from '#widget/core/view-stack.ts'
import { canCancelOrderAtom } from '#widget/domain/orders/cancel-order.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { openOrderPopupAtom, orderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { CancelOrder } from '#widget/ui/notices/cancel-order.tsx'
import { depositLinkAtom } from '../atoms/texts.ts'

/** The actions that are possible in a deposit's state. */
export function StatusButtons({ order }: { order: Order }) {
  const navigate = useSetAtom(viewStackAtom)
  const [offer, cancel] = useAtom(canCancelOrderAtom(order.id))
  switch (order.state.is) {
    case 'opened':
      return (
        <Stack gap={8}>
          <ExchangePageButton order={order} />
          <CancelOrder offer={offer} onClick={cancel} />
        </Stack>
      )
    case 'risen':
    case 'sent':
      return (
        <Stack gap={8}>
          <DoneButtons order={order} />
          <CancelOrder offer={offer} onClick={cancel} />
        </Stack>
      )
    case 'failed':
    case 'expired':
    case 'abandoned':
      return (
        <RetryButton
          place="view"
          onRetry={() => navigate({ to: 'replace', view: { name: 'PayWithExchange' } })}
        />
      )
    default:
      return <DoneButtons order={order} />
  }
}

/** Opens the exchange's page. Without an open popup it is a link, which popup blockers allow. */
function ExchangePageButton({ order }: { order: Order }) {
  const { id, url, provider } = order
  const t = useT()
  const popup = useAtomValue(orderPopupAtom(id))
  const openPopup = useSetAtom(openOrderPopupAtom)
  const names = { exchange: provider.name }
  return popup === 'open' ? (
    <Button look="secondary" onClick={() => openPopup(order)}>
      {t('exchange.show', names)}
    </Button>
  ) : (
    <Button href={url}>{t('exchange.open-page', names)}</Button>
  )
}

function DoneButtons({ order: { id } }: { order: Order }) {
  const t = useT()
  const link = useAtomValue(depositLinkAtom(id))
  const navigate = useSetAtom(viewStackAtom)
  return (
    <Stack gap={8}>
      {link && (
        <Button look="secondary" href={link.href}>
          {t('transaction.explorer', { explorer: link.name })}
        </Button>
      )}
      <Button onClick={() => navigate({ to: 'reset', view: { name: 'Account' } })}>{t('common.done')}</Button>
    </Stack>
  )
}
