import * as z from 'zod/mini'
import { pendingTransactionLimit } from '#shared/config/limits.ts'
import { bigintText } from '#widget/lib/bigint-text.ts'
import { assetSchema } from '../transaction-entry.ts'

const short = () => z.string().check(z.maxLength(256))
const hash = () => z.string().check(z.minLength(1), z.maxLength(256))

/**
 * Where an order stands. The first is written before the provider's page opens. `arrived` is said by the chain alone; all
 * else is the provider's word.
 */
const stateSchema = () =>
  z.discriminatedUnion('is', [
    /** Nothing is known to have been paid. */
    z.object({ is: z.literal('opened') }),
    z.object({ is: z.literal('paid') }),
    z.object({ is: z.literal('sent'), hash: hash() }),
    /** `value` in base units; without a hash it is what the balance rose by. */
    z.object({ is: z.literal('arrived'), hash: z.optional(hash()), value: bigintText() }),
    /** `reason` in the provider's words. */
    z.object({ is: z.literal('failed'), reason: z.optional(short()) }),
    z.object({ is: z.literal('expired') }),
    /** Nobody has told anything of it for a day. */
    z.object({ is: z.literal('unknown') }),
  ])

/**
 * What a service outside is to deliver to an account here: bought with money, or taken from an exchange. Amounts in base
 * units, times in epoch milliseconds.
 */
export const orderSchema = () =>
  z.object({
    /** Known to the provider too (`partnerUserId` of SPEC §7): its page opened again is of the same purchase. */
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    at: z.number(),
    updatedAt: z.number(),
    kind: z.enum(['buy', 'exchange']),
    provider: z.object({ id: short(), name: short() }),
    /** The account that gets it. */
    to: short(),
    asset: assetSchema(),
    /** As quoted. */
    expected: bigintText(),
    /** What the person pays, where that is money: plain decimal text and ISO 4217 code. */
    pays: z.optional(z.object({ amount: short(), currency: short() })),
    /** Balance of the asset before, where it was known. */
    before: z.optional(bigintText()),
    /** What the provider calls it, where that is not our id. */
    session: z.optional(short()),
    /** The provider's page for this order. */
    url: z.string().check(z.maxLength(4_096)),
    state: stateSchema(),
  })

export type Order = z.output<ReturnType<typeof orderSchema>>
export type OrderState = Order['state']

/** What the provider tells, what the chain shows, or that a day has passed without either. */
export type OrderEvent =
  | { readonly is: 'paid' }
  | { readonly is: 'sent'; readonly hash: string }
  | { readonly is: 'failed'; readonly reason?: string | undefined }
  | { readonly is: 'expired' }
  | { readonly is: 'arrived'; readonly hash?: string | undefined; readonly value: bigint }
  | { readonly is: 'forgotten' }

/** How far along an order is; it never goes back. */
const rank = { opened: 0, paid: 1, sent: 2, failed: 3, expired: 3, unknown: 3, arrived: 4 } as const

/** Whether an order may still change: it is followed. */
export const isOpenOrder = ({ state }: Pick<Order, 'state'>): boolean => rank[state.is] < rank.failed

/** Whether the person may have paid already: then nobody is to be led into paying again. */
export const mayBePaid = ({ state: { is } }: Pick<Order, 'state'>): boolean =>
  is === 'paid' || is === 'sent' || is === 'unknown'

/** The next state of an order. What the chain showed stays; what failed or lapsed may still turn out to have been sent. */
export function nextOrder(state: OrderState, event: OrderEvent): OrderState {
  if (state.is === 'arrived') return state
  switch (event.is) {
    case 'arrived': {
      const { hash, value } = event
      return { is: 'arrived', value, ...(hash === undefined ? {} : { hash }) }
    }
    case 'sent':
      return state.is === 'sent' && state.hash === event.hash ? state : { is: 'sent', hash: event.hash }
    case 'paid':
      return rank[state.is] < rank.paid ? { is: 'paid' } : state
    case 'failed':
      if (state.is !== 'opened' && state.is !== 'paid') return state
      return { is: 'failed', ...(event.reason === undefined ? {} : { reason: event.reason.slice(0, 256) }) }
    case 'expired':
      return state.is === 'opened' ? { is: 'expired' } : state
    case 'forgotten':
      return state.is === 'opened' || state.is === 'paid' ? { is: 'unknown' } : state
  }
}

/** How many finished orders are kept. */
const finishedOrderLimit = 100

/** Orders within the limits of the journal, latest first: at most 99 open ones, and 100 others. */
export function orderLimits(orders: readonly Order[]): readonly Order[] {
  const kept = { open: 0, finished: 0 }
  return [...orders]
    .sort((a, b) => b.at - a.at)
    .filter((order) => {
      const kind = isOpenOrder(order) ? 'open' : 'finished'
      kept[kind] += 1
      return kept[kind] <= (kind === 'open' ? pendingTransactionLimit : finishedOrderLimit)
    })
}
