import type { OrderState } from '#widget/domain/orders/order.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { CardIcon } from '#widget/ui/icons/card.tsx'
import { ExchangeIcon } from '#widget/ui/icons/exchange.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import type { OrderActivity } from '../order-activity.ts'
import {
  type ActivityRowProps,
  Amount,
  amountText,
  signs,
  Time,
  type Tone,
  WhenSettled,
} from './row-parts.tsx'

const orderIcons = { exchange: <ExchangeIcon />, buy: <CardIcon /> } as const

/** Colour and label of each state of an order; "Bought" only after the chain confirms it. */
const orderStatusLabels: { readonly [State in OrderState['is']]: readonly [Tone, (t: Translate) => string] } =
  {
    opened: ['accent', (t) => t('order.opened')],
    paid: ['accent', (t) => t('order.paid')],
    sent: ['accent', (t) => t('order.sent')],
    doubtful: ['warning', (t) => t('order.doubtful')],
    risen: ['accent', (t) => t('order.risen')],
    arrived: ['ink', (t) => t('order.arrived')],
    matched: ['ink', (t) => t('order.matched')],
    failed: ['danger', (t) => t('order.failed')],
    expired: ['soft', (t) => t('order.expired')],
    abandoned: ['soft', (t) => t('order.abandoned')],
    unknown: ['warning', (t) => t('order.unknown')],
  }

type OrderRowProps = ActivityRowProps & {
  readonly item: OrderActivity
  readonly otherNetwork: string | undefined
}

/** A purchase, or a deposit from an exchange. */
export function OrderRow({ item, otherNetwork, locale, time, t, open }: OrderRowProps) {
  const { kind, state, asset, expected, provider } = item.order
  const [tone, label] = orderStatusLabels[state.is]
  const hasArrived = state.is === 'arrived' || state.is === 'matched'
  const value = hasArrived ? state.value : expected
  const amount = `${hasArrived ? signs.in : '≈ '}${amountText(value, asset.decimals, locale)} ${asset.symbol}`
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={tone}>
          {label(t)}
        </Text>
      }
      subtitle={otherNetwork ?? t('order.at', { provider: provider.name })}
      icon={<WhenSettled>{orderIcons[kind]}</WhenSettled>}
      trailing={
        <WhenSettled>
          <Amount text={amount} tone={hasArrived ? 'success' : 'soft'} />
          <Time text={time} />
        </WhenSettled>
      }
      onClick={open}
    />
  )
}
