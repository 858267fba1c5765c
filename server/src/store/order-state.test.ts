import { expect, test } from 'vitest'
import type { OrderState, PaymentState } from '../ports/stores/orders.ts'
import { orderStateOf } from './order-state.ts'

const at = (occurredAtMs: number, state: PaymentState) => ({ occurredAtMs, state })
const failed = { is: 'failed', reason: 'declined' } as const
const sent = { is: 'sent', transactionHash: '0xab' } as const
const processing = { is: 'processing' } as const

test.each<readonly [string, readonly ReturnType<typeof at>[], OrderState]>([
  ['no payment', [], { is: 'waiting' }],
  ['a payment in progress after a failed one', [at(1, failed), at(2, processing)], processing],
  ['a refund of the first while the second is in progress', [at(3, failed), at(2, processing)], processing],
  ['a failed one after a sent one', [at(1, sent), at(2, failed)], sent],
  ['two that ended', [at(2, { is: 'expired' }), at(1, failed)], { is: 'expired' }],
  ['two that ended, in the other order', [at(1, { is: 'expired' }), at(2, failed)], failed],
  ['one sent and one in progress', [at(2, processing), at(1, sent)], sent],
])('order › %s › state of its furthest payment', (_, payments, state) => {
  expect(orderStateOf(payments)).toEqual(state)
  expect(orderStateOf(payments.toReversed())).toEqual(state)
})
