import type { View } from '#widget/core/view.ts'
import type { Order } from '#widget/domain/orders/order.ts'

const viewNames = { exchange: 'PayWithExchangeStatus', buy: 'BuyInProgress' } as const

/** The view that shows the progress of an order. */
export const orderView = ({ kind, id }: Pick<Order, 'kind' | 'id'>): View => ({ name: viewNames[kind], id })
