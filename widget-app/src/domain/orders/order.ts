import { orderLifetimeMs, pendingTransactionLimit, sentOrderLifetimeMs } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import { assetSchema } from '#widget/domain/balances/asset-schema.ts'
import { bigintText } from '#widget/lib/text/bigint-schema.ts'

const short = () => z.string().check(z.maxLength(256))
const hash = () => z.string().check(z.minLength(1), z.maxLength(256))

/**
 * Why the transaction that a provider names is not the delivery: it is older than the order, another order claims it, it
 * moved none of the asset to the account, or much less than was quoted.
 */
const verdictReasons = ['older', 'claimed', 'nothing', 'less'] as const
const verdictReasonSchema = () => z.enum(verdictReasons)
export type OrderVerdictReason = z.output<ReturnType<typeof verdictReasonSchema>>

/**
 * State of an order. The first is stored before the provider's page opens. `arrived`, `matched`, `doubtful` and `risen` are
 * observed on the chain; all others are reported by the provider or the user.
 */
const stateSchema = () =>
  z.discriminatedUnion('is', [
    /** No payment is known. */
    z.object({ is: z.literal('opened') }),
    z.object({ is: z.literal('paid') }),
    z.object({ is: z.literal('sent'), hash: hash() }),
    /** The transaction that the provider names is not its delivery; `value` is the received amount, in base units. */
    z.object({
      is: z.literal('doubtful'),
      hash: hash(),
      misfit: verdictReasonSchema(),
      value: z.optional(bigintText()),
    }),
    /** The balance rose by `value`, in base units; the cause is not known. */
    z.object({ is: z.literal('risen'), hash: z.optional(hash()), value: bigintText() }),
    /** Delivered by the transaction that the provider names; `value` in base units. */
    z.object({ is: z.literal('arrived'), hash: hash(), value: bigintText() }),
    /** The provider names no transaction, and this payment to the account matches in time and amount. */
    z.object({ is: z.literal('matched'), hash: hash(), value: bigintText() }),
    /** `reason` as the provider states it. */
    z.object({ is: z.literal('failed'), reason: z.optional(short()) }),
    z.object({ is: z.literal('expired') }),
    /** The user stated that they did not pay, and the provider does not contradict. */
    z.object({ is: z.literal('abandoned') }),
    /**
     * A day has passed without an end; the fields are what the chain showed meanwhile. `unseen`: the network did not show
     * the transaction that the provider names, `hash`, for a week.
     */
    z.object({
      is: z.literal('unknown'),
      rose: z.optional(bigintText()),
      misfit: z.optional(z.enum([...verdictReasons, 'unseen'])),
      hash: z.optional(hash()),
    }),
  ])

/**
 * What an external service is to deliver to an account: bought for fiat, or withdrawn from an exchange. Amounts in base
 * units, times in epoch milliseconds.
 */
export const orderSchema = () =>
  z.object({
    /** The provider has it too (`partnerUserId` of SPEC §7): reopening its page continues the same purchase. */
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    at: z.number(),
    updatedAt: z.number(),
    kind: z.enum(['buy', 'exchange']),
    provider: z.object({ id: short(), name: short() }),
    /** The account that receives it. */
    to: short(),
    asset: assetSchema(),
    /** The quoted amount. */
    expected: bigintText(),
    /** What the user pays in fiat: plain decimal text, ISO 4217 code, and the service's id of the payment method. */
    pays: z.optional(z.object({ amount: short(), currency: short(), method: z.optional(short()) })),
    /** Balance of the asset before the order, if it was known. */
    before: z.optional(bigintText()),
    /** The provider's order id, if it is another one. */
    session: z.optional(short()),
    /** The provider's page for this order. */
    url: z.string().check(z.maxLength(4_096)),
    state: stateSchema(),
    /** It has arrived, and the user has not acknowledged it yet. */
    isNews: z.optional(z.literal(true)),
  })

export type Order = z.output<ReturnType<typeof orderSchema>>
export type OrderState = Order['state']

/** A report of the provider, an observation on the chain, or a timeout without either. */
export type OrderEvent =
  | { readonly is: 'paid' }
  | { readonly is: 'sent'; readonly hash: string }
  | { readonly is: 'failed'; readonly reason?: string | undefined }
  | { readonly is: 'expired' }
  | Extract<OrderState, { is: 'doubtful' | 'risen' | 'arrived' | 'matched' }>
  | { readonly is: 'abandoned' | 'forgotten' }

/** Progress of an order; it never decreases. */
const rank = {
  ...{ opened: 0, paid: 1, risen: 2, sent: 2, doubtful: 2 },
  ...{ failed: 3, expired: 3, abandoned: 3, unknown: 3, matched: 4, arrived: 5 },
} as const

/** Whether an order may still change and is polled. */
export const isOpenOrder = ({ state }: Pick<Order, 'state'>): boolean => rank[state.is] < rank.failed

/** Whether an order is polled: it is open, or the user cancelled it less than a day ago. */
export const isPolledOrder = ({ state, at }: Pick<Order, 'state' | 'at'>, now: number): boolean =>
  isOpenOrder({ state }) || (state.is === 'abandoned' && now - at <= orderLifetimeMs)

/** Whether the user can state that they did not pay: no payment has been reported. */
export const isCancellable = ({ state }: Pick<Order, 'state'>): boolean =>
  state.is === 'opened' || isUnnamedRise(state)

/** Whether the ordered asset is in the account, as far as the chain shows. */
export const isDelivered = ({ state: { is } }: Pick<Order, 'state'>): boolean =>
  is === 'arrived' || is === 'matched'

/** Whether an order has timed out: nothing was reported for too long. Times in epoch milliseconds. */
export const isTimedOut = (
  { state, at, updatedAt }: Pick<Order, 'state' | 'at' | 'updatedAt'>,
  now: number,
) =>
  // What the provider reports as sent may still arrive.
  state.is === 'sent' ? now - updatedAt > sentOrderLifetimeMs : now - at > orderLifetimeMs

const unknownAfter = (state: OrderState): OrderState => {
  switch (state.is) {
    case 'risen':
      return { is: 'unknown', rose: state.value }
    case 'doubtful':
      return { is: 'unknown', misfit: state.misfit }
    case 'sent':
      return { is: 'unknown', misfit: 'unseen', hash: state.hash }
    default:
      return { is: 'unknown' }
  }
}

/**
 * The next state of an order. Observations on the chain stay; a failed, expired or cancelled order may still turn out to be
 * sent.
 */
export function nextOrder(state: OrderState, event: OrderEvent): OrderState {
  if (rank[state.is] >= rank.matched) return event.is === 'arrived' && state.is === 'matched' ? event : state
  switch (event.is) {
    case 'arrived':
    case 'matched':
      return event
    case 'doubtful':
      if (!isNamed(state, event.hash)) return state
      if (!isOpenOrder({ state })) return unknownAfter(event)
      return state.is === 'doubtful' && state.misfit === event.misfit ? state : event
    case 'risen':
      return rank[state.is] < rank.risen || (state.is === 'sent' && isNamed(state, event.hash))
        ? event
        : state
    case 'sent':
      return isNamed(state, event.hash) ? state : { is: 'sent', hash: event.hash }
    case 'paid':
      return rank[state.is] < rank.paid || state.is === 'abandoned' ? { is: 'paid' } : state
    case 'failed':
      if (rank[state.is] > rank.paid && !isUnnamedRise(state)) return state
      return { is: 'failed', ...(event.reason === undefined ? {} : { reason: event.reason.slice(0, 256) }) }
    case 'expired':
      return isCancellable({ state }) ? { is: 'expired' } : state
    case 'abandoned':
      return isCancellable({ state }) ? { is: 'abandoned' } : state
    case 'forgotten':
      return isOpenOrder({ state }) ? unknownAfter(state) : state
  }
}

/** Whether the transaction is the one that the provider named last. */
const isNamed = (state: OrderState, hash: string | undefined): boolean =>
  hash !== undefined && 'hash' in state && state.hash === hash

/** The balance rose before the provider named a transaction: its reports still count. */
const isUnnamedRise = (state: OrderState): boolean => state.is === 'risen' && state.hash === undefined

/** Maximum of stored finished orders. */
const finishedOrderLimit = 100

/** Orders within the limits of the journal, latest first: at most 99 open ones, and 100 others. */
export function orderLimits(orders: readonly Order[]): readonly Order[] {
  const counts = { open: 0, finished: 0 }
  return [...orders]
    .sort((a, b) => b.at - a.at)
    .filter((order) => {
      const kind = isOpenOrder(order) ? 'open' : 'finished'
      counts[kind] += 1
      return counts[kind] <= (kind === 'open' ? pendingTransactionLimit : finishedOrderLimit)
    })
}

/** The amount that the chain shows for an order, in base units of its asset. */
export function observedValue(state: OrderState): bigint | undefined {
  if (state.is === 'unknown') return state.rose
  return 'value' in state ? state.value : undefined
}
