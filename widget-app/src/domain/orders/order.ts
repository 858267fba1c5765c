import * as z from 'zod/mini'
import { orderLifetimeMs, pendingTransactionLimit, sentOrderLifetimeMs } from '#shared/config/limits.ts'
import { assetSchema } from '#widget/domain/balances/asset-schema.ts'
import { bigintText } from '#widget/lib/text/bigint-schema.ts'

const short = () => z.string().check(z.maxLength(256))
const hash = () => z.string().check(z.minLength(1), z.maxLength(256))

/**
 * What does not fit about the transaction that a provider names: it is older than the order, another order came by it,
 * nothing of the asset came to the account, or much less than was quoted.
 */
const misfits = ['older', 'claimed', 'nothing', 'less'] as const
const misfitSchema = () => z.enum(misfits)
export type OrderVerdictReason = z.output<ReturnType<typeof misfitSchema>>

/**
 * Where an order stands. The first is written before the provider's page opens. `arrived`, `matched`, `doubtful` and
 * `risen` are what the chain shows; all else is the provider's word, or the person's.
 */
const stateSchema = () =>
  z.discriminatedUnion('is', [
    /** Nothing is known to have been paid. */
    z.object({ is: z.literal('opened') }),
    z.object({ is: z.literal('paid') }),
    z.object({ is: z.literal('sent'), hash: hash() }),
    /** The transaction that the provider names is not its delivery; `value` is what it brought, in base units. */
    z.object({
      is: z.literal('doubtful'),
      hash: hash(),
      misfit: misfitSchema(),
      value: z.optional(bigintText()),
    }),
    /** The balance rose by so much, in base units; nobody says that this is why. */
    z.object({ is: z.literal('risen'), hash: z.optional(hash()), value: bigintText() }),
    /** By the transaction that the provider names; `value` in base units. */
    z.object({ is: z.literal('arrived'), hash: hash(), value: bigintText() }),
    /** The provider names none, and this payment to the account fits in time and amount. */
    z.object({ is: z.literal('matched'), hash: hash(), value: bigintText() }),
    /** `reason` in the provider's words. */
    z.object({ is: z.literal('failed'), reason: z.optional(short()) }),
    z.object({ is: z.literal('expired') }),
    /** The person says that they did not pay, and nobody says otherwise. */
    z.object({ is: z.literal('abandoned') }),
    /**
     * A day has passed without its end; what the chain did show meanwhile. `unseen`: the transaction that the provider
     * names, `hash`, which the network did not show for a week.
     */
    z.object({
      is: z.literal('unknown'),
      rose: z.optional(bigintText()),
      misfit: z.optional(z.enum([...misfits, 'unseen'])),
      hash: z.optional(hash()),
    }),
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
    /** What the person pays, where that is money: plain decimal text, ISO 4217 code, and the service's id of the way to pay. */
    pays: z.optional(z.object({ amount: short(), currency: short(), method: z.optional(short()) })),
    /** Balance of the asset before, where it was known. */
    before: z.optional(bigintText()),
    /** What the provider calls it, where that is not our id. */
    session: z.optional(short()),
    /** The provider's page for this order. */
    url: z.string().check(z.maxLength(4_096)),
    state: stateSchema(),
    /** It has come, and the person has not been told yet. */
    isNews: z.optional(z.literal(true)),
  })

export type Order = z.output<ReturnType<typeof orderSchema>>
export type OrderState = Order['state']

/** What the provider tells, what the chain shows, or that too much time has passed without either. */
export type OrderEvent =
  | { readonly is: 'paid' }
  | { readonly is: 'sent'; readonly hash: string }
  | { readonly is: 'failed'; readonly reason?: string | undefined }
  | { readonly is: 'expired' }
  | Extract<OrderState, { is: 'doubtful' | 'risen' | 'arrived' | 'matched' }>
  | { readonly is: 'abandoned' | 'forgotten' }

/** How far along an order is; it never goes back. */
const rank = {
  ...{ opened: 0, paid: 1, risen: 2, sent: 2, doubtful: 2 },
  ...{ failed: 3, expired: 3, abandoned: 3, unknown: 3, matched: 4, arrived: 5 },
} as const

/** Whether an order may still change: it is followed. */
export const isOpenOrder = ({ state }: Pick<Order, 'state'>): boolean => rank[state.is] < rank.failed

/** Whether an order is asked for: it is open, or was given up on the person's word less than a day ago. */
export const isPolledOrder = ({ state, at }: Pick<Order, 'state' | 'at'>, now: number): boolean =>
  isOpenOrder({ state }) || (state.is === 'abandoned' && now - at <= orderLifetimeMs)

/** Whether a person may say that they did not pay: nobody has said that they did. */
export const isCancellable = ({ state }: Pick<Order, 'state'>): boolean =>
  state.is === 'opened' || isUnnamedRise(state)

/** Whether what was ordered is in the account, as far as the chain can say. */
export const isDelivered = ({ state: { is } }: Pick<Order, 'state'>): boolean =>
  is === 'arrived' || is === 'matched'

/** Whether nobody waits for an order any longer: nothing was told of it for too long. Times in epoch milliseconds. */
export const isTimedOut = (
  { state, at, updatedAt }: Pick<Order, 'state' | 'at' | 'updatedAt'>,
  now: number,
) =>
  // What the provider says it has sent may still come.
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

/** The next state of an order. What the chain showed stays; what failed, lapsed or was given up may still turn out to have been sent. */
export function nextOrder(state: OrderState, event: OrderEvent): OrderState {
  if (rank[state.is] >= rank.matched) return event.is === 'arrived' && state.is === 'matched' ? event : state
  switch (event.is) {
    case 'arrived':
    case 'matched':
      return event
    case 'doubtful':
      if (!isNamed(state, event.hash)) return state
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

/** Whether that transaction is the one which the provider named last. */
const isNamed = (state: OrderState, hash: string | undefined): boolean =>
  hash !== undefined && 'hash' in state && state.hash === hash

/** Something came while the provider had named nothing: its word is heard as before. */
const isUnnamedRise = (state: OrderState): boolean => state.is === 'risen' && state.hash === undefined

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

/** What the chain shows of an order, in base units of its asset. */
export function observedValue(state: OrderState): bigint | undefined {
  if (state.is === 'unknown') return state.rose
  return 'value' in state ? state.value : undefined
}
