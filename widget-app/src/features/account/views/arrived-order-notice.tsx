import { formatSignificant, formatWhole } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { arrivedOrderAtom } from '#widget/domain/orders/arrived-orders.ts'
import { type Order, observedValue } from '#widget/domain/orders/order.ts'
import { unverifiedOrderMessage } from '#widget/domain/orders/order-messages.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { orderView } from '../order-view.ts'

function messageOf(
  { state, kind, provider: { name: provider }, asset, expected }: Order,
  locale: string,
  t: Translate,
) {
  const text = (value: bigint) => `${formatWhole(value, asset.decimals, locale)} ${asset.symbol}`
  const value = observedValue(state) ?? 0n
  // Amounts to compare have all digits.
  if (state.is === 'matched')
    return unverifiedOrderMessage(state, { provider, expected: text(expected), value: text(value) }, t)
  const amount = `${formatSignificant(value, asset.decimals, locale)} ${asset.symbol}`
  return { title: t(`order.news.${kind}`), text: t('order.news-text', { amount, provider }) }
}

/** Shows the result of an order that arrived while the widget was closed. */
export function ArrivedOrderNotice() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const [order, dismiss] = useAtom(arrivedOrderAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (!order) return null
  const { title, text } = messageOf(order, locale, t)
  const view = orderView(order)
  return (
    <Notice
      tone={order.state.is === 'arrived' ? 'success' : 'info'}
      title={title}
      announce
      action={
        <Stack across gap={8}>
          <Button look="secondary" size="small" onClick={() => navigate({ to: 'push', view })}>
            {t('left.see')}
          </Button>
          <Button look="quiet" size="small" onClick={dismiss}>
            {t('common.dismiss')}
          </Button>
        </Stack>
      }
    >
      {text}
    </Notice>
  )
}
