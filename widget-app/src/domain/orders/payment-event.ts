import { plainAmount } from '#shared/amount/format-amount.ts'
import type { WidgetEventProperties } from '#shared/channel/records/widget-event.ts'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import { isDelivered, type Order } from './order.ts'

/** Common properties of every event of a deposit from an exchange. */
type PaymentProperties = WidgetEventProperties['PAY_INITIATED']
type Status = PaymentProperties['currentPayment']['status']

/** The exchange's status of a payment; `SUCCESS` requires the chain. */
const statusOf = {
  opened: 'UNKNOWN',
  paid: 'IN_PROGRESS',
  sent: 'IN_PROGRESS',
  doubtful: 'IN_PROGRESS',
  risen: 'UNKNOWN',
  arrived: 'SUCCESS',
  matched: 'SUCCESS',
  failed: 'FAILED',
  expired: 'FAILED',
  abandoned: 'UNKNOWN',
  unknown: 'UNKNOWN',
} as const satisfies Readonly<Record<Order['state']['is'], Status>>

/** The event properties of a deposit. */
export const paymentEventProperties = ({
  id,
  asset,
  expected,
  to,
  provider,
  session,
  state,
}: Order): PaymentProperties => ({
  source: 'fund-from-exchange',
  paymentId: id,
  configuration: {
    network: asset.chain,
    asset: asset.address ?? 'native',
    amount: plainAmount(expected, asset.decimals),
    recipient: to,
  },
  currentPayment: {
    type: 'exchange',
    exchangeId: provider.id,
    sessionId: session,
    status: statusOf[state.is],
    result: 'hash' in state ? state.hash : undefined,
  },
  headless: false,
})

/** The event of an ended deposit: a success only if the chain shows it. Undefined for a purchase or an unknown end. */
export function paymentEndEvent(order: Order): AnalyticsEvent | undefined {
  const { kind, state } = order
  if (kind !== 'exchange') return undefined
  if (isDelivered(order)) return { event: 'PAY_SUCCESS', properties: paymentEventProperties(order) }
  if (state.is !== 'failed' && state.is !== 'expired') return undefined
  const message = (state.is === 'failed' && state.reason) || state.is
  return { event: 'PAY_ERROR', properties: { ...paymentEventProperties(order), message } }
}
