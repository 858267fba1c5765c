import { orderHistoryIntervalMs, quietHistoryIntervalMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter, IncomingTransfers } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { earliestOf, findDeliveryAtom } from './find-delivery.ts'
import { isDelivered, type Order, type OrderEvent } from './order.ts'
import type { ProviderOrderStatus } from './order-status.ts'
import { ordersAtom } from './orders.ts'
import { readAssetBalance } from './read-asset-balance.ts'

/** Nobody sells to the unit: what came counts as the order from nine tenths of it on. */
const isEnough = (value: bigint, { expected }: Order): boolean => value > 0n && value * 10n >= expected * 9n

type OrderChain = {
  readonly adapter: ChainAdapter
  readonly network: Network
  readonly signal: AbortSignal
}

/** Who tells what transactions brought; undefined where the chain shows no more than balances. */
const deliveriesOf = ({ contractCalls }: ChainAdapter): IncomingTransfers | undefined => contractCalls

const isSameText = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** One payment delivers one order: whether another one has come by a transaction, whoever names it. */
const claimedBy =
  ({ id }: Order, orders: readonly Order[]) =>
  (hash: string): boolean =>
    orders.some(
      (one) => one.id !== id && isDelivered(one) && 'hash' in one.state && isSameText(one.state.hash, hash),
    )

/** What the balance rose by since an order, less what other orders have brought meanwhile. Undefined where it is not known. */
async function riseOf(
  order: Order,
  orders: readonly Order[],
  { adapter, network }: OrderChain,
): Promise<bigint | undefined> {
  const { before, asset, to } = order
  if (before === undefined) return undefined
  const rise = (await readAssetBalance(adapter, to, asset, network)) - before
  const others = orders.filter(
    (one) =>
      one.id !== order.id &&
      one.updatedAt >= order.at &&
      one.asset.chain === asset.chain &&
      isSameText(one.asset.address, asset.address) &&
      isSameText(one.to, to),
  )
  return others.reduce(
    (left, { state }) => left - (isDelivered({ state }) && 'value' in state ? (state.value ?? 0n) : 0n),
    rise,
  )
}

/**
 * What the chain says to the transaction that a provider names: it has to be no older than the order, no other order's, to
 * the account, of the asset, and of about the quoted amount. Undefined while the chain does not know it.
 */
async function judgeNamed(
  order: Order,
  hash: string,
  orders: readonly Order[],
  chain: OrderChain,
): Promise<OrderEvent | undefined> {
  const { adapter, network, signal } = chain
  const deliveries = deliveriesOf(adapter)
  const doubtful = (misfit: 'older' | 'nothing') => ({ is: 'doubtful', hash, misfit }) as const
  if (!deliveries) {
    const rise = await riseOf(order, orders, chain)
    return rise !== undefined && isEnough(rise, order) ? { is: 'risen', hash, value: rise } : undefined
  }
  const at = await deliveries.minedAt(hash, network, signal)
  if (at === undefined) return undefined
  if (at < earliestOf(order)) return doubtful('older')
  const value = await deliveries.received(hash, order.to, order.asset, network, signal)
  if (value === undefined) {
    // What it brought cannot be told; what the account has can.
    const rise = await riseOf(order, orders, chain)
    if (rise === undefined) return undefined
    return isEnough(rise, order) ? { is: 'risen', hash, value: rise } : doubtful('nothing')
  }
  if (value <= 0n) return doubtful('nothing')
  return isEnough(value, order)
    ? { is: 'arrived', hash, value }
    : { is: 'doubtful', hash, misfit: 'less', value }
}

/**
 * What may be written down of what the chain showed, by the orders as they are now: two that are looked at at once may both
 * have been shown the same payment.
 */
export function unclaimedBalanceRise(
  event: OrderEvent,
  order: Order,
  orders: readonly Order[],
): OrderEvent | undefined {
  if (event.is !== 'arrived' && event.is !== 'matched') return event
  if (!claimedBy(order, orders)(event.hash)) return event
  return event.is === 'arrived' ? { is: 'doubtful', hash: event.hash, misfit: 'claimed' } : undefined
}

const historyReadAtAtom = atom(() => new Map<string, number>())

/** How long until the history is read again, by the age of an order and whether the balance may show it. */
const historyPauseMs = (ageMs: number, mayHaveCome: boolean): number =>
  mayHaveCome ? orderHistoryIntervalMs : Math.max(quietHistoryIntervalMs, ageMs / 60)

/**
 * What the chain shows of an order that nobody names a transaction for. A balance that rose is not the order: what else
 * comes at the same time looks the same; and one that did not rise denies nothing: what came may have been spent. The
 * payment itself is looked for, and where there is none that fits, only the rise is told.
 */
const judgeUnnamedAtom = atom(
  null,
  async (get, set, order: Order, chain: OrderChain): Promise<OrderEvent | undefined> => {
    const orders = get(ordersAtom)
    const { clock, log } = get(portsAtom)
    const rise = await riseOf(order, orders, chain)
    const mayHaveCome = rise === undefined || isEnough(rise, order)
    const readAt = get(historyReadAtAtom)
    const last = readAt.get(order.id)
    const { adapter, network, signal } = chain
    const now = clock.now()
    const isDue = last === undefined || now - last >= historyPauseMs(now - order.at, mayHaveCome)
    const deliveries = deliveriesOf(adapter)
    if (deliveries && isDue) {
      readAt.set(order.id, now)
      try {
        const proof = { deliveries, network, signal }
        const found = await set(findDeliveryAtom, order, claimedBy(order, orders), proof)
        if (found) return { is: 'matched', ...found }
      } catch (cause) {
        signal.throwIfAborted()
        log('The history could not be asked for an order', cause)
      }
    }
    return rise !== undefined && mayHaveCome ? { is: 'risen', value: rise } : undefined
  },
)

/** What the chain shows of an order, by what its provider says; undefined while it shows nothing. @throws `http/*`. */
export const verifyOrderAtom = atom(
  null,
  async (
    get,
    set,
    order: Order,
    told: ProviderOrderStatus,
    chain: OrderChain,
  ): Promise<OrderEvent | undefined> => {
    const { state } = order
    const hash = told.is === 'sent' ? told.hash : 'hash' in state ? state.hash : undefined
    if (hash !== undefined) return judgeNamed(order, hash, get(ordersAtom), chain)
    const isNamedByNobody = told.is === 'untold' || told.is === 'delivered'
    return isNamedByNobody ? set(judgeUnnamedAtom, order, chain) : undefined
  },
)
