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

/** Delivered amounts vary: nine tenths of the ordered amount count as delivered. */
const coversExpected = (value: bigint, { expected }: Order): boolean =>
  value > 0n && value * 10n >= expected * 9n

type OrderChain = {
  readonly adapter: ChainAdapter
  readonly network: Network
  readonly signal: AbortSignal
}

/** The chain's record of received transfers; undefined if the chain shows only balances. */
const deliveriesOf = ({ contractCalls }: ChainAdapter): IncomingTransfers | undefined => contractCalls

const isSameText = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** One payment delivers one order: whether a transaction has delivered another one, whichever side named it. */
const claimedBy =
  ({ id }: Order, orders: readonly Order[]) =>
  (hash: string): boolean =>
    orders.some(
      (one) => one.id !== id && isDelivered(one) && 'hash' in one.state && isSameText(one.state.hash, hash),
    )

/** The rise of the balance since an order, minus what other orders have delivered meanwhile. Undefined if unknown. */
async function balanceRise(
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
    (remaining, { state }) =>
      remaining - (isDelivered({ state }) && 'value' in state ? (state.value ?? 0n) : 0n),
    rise,
  )
}

/**
 * Verifies the transaction that a provider names: it must be no older than the order, not another order's, and transfer
 * about the quoted amount of the asset to the account. Undefined while the chain does not know it.
 */
async function verifyNamedTransaction(
  order: Order,
  hash: string,
  orders: readonly Order[],
  chain: OrderChain,
): Promise<OrderEvent | undefined> {
  const { adapter, network, signal } = chain
  const deliveries = deliveriesOf(adapter)
  const mismatch = (misfit: 'older' | 'nothing') => ({ is: 'doubtful', hash, misfit }) as const
  if (!deliveries) {
    const rise = await balanceRise(order, orders, chain)
    return rise !== undefined && coversExpected(rise, order) ? { is: 'risen', hash, value: rise } : undefined
  }
  const at = await deliveries.minedAt(hash, network, signal)
  if (at === undefined) return undefined
  if (at < earliestOf(order)) return mismatch('older')
  const value = await deliveries.received(hash, order.to, order.asset, network, signal)
  if (value === undefined) {
    // The received amount is unknown; the balance is known.
    const rise = await balanceRise(order, orders, chain)
    if (rise === undefined) return undefined
    return coversExpected(rise, order) ? { is: 'risen', hash, value: rise } : mismatch('nothing')
  }
  if (value <= 0n) return mismatch('nothing')
  return coversExpected(value, order)
    ? { is: 'arrived', hash, value }
    : { is: 'doubtful', hash, misfit: 'less', value }
}

/** The event to record, given the orders as they are now: two orders polled at once may both match the same payment. */
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

/**
 * Time until the history is read again, in milliseconds, by the age of an order and whether the balance may include the
 * delivery.
 */
const historyPauseMs = (ageMs: number, mayHaveArrived: boolean): number =>
  mayHaveArrived ? orderHistoryIntervalMs : Math.max(quietHistoryIntervalMs, ageMs / 60)

/**
 * What the chain shows of an order without a named transaction. A balance rise is no evidence: another payment at the same
 * time looks the same. A missing rise excludes nothing: the delivery may have been spent. The payment itself is searched
 * for; if none matches, only the rise is reported.
 */
const findUnnamedDeliveryAtom = atom(
  null,
  async (get, set, order: Order, chain: OrderChain): Promise<OrderEvent | undefined> => {
    const orders = get(ordersAtom)
    const { clock, log } = get(portsAtom)
    const rise = await balanceRise(order, orders, chain)
    const mayHaveArrived = rise === undefined || coversExpected(rise, order)
    const readAt = get(historyReadAtAtom)
    const last = readAt.get(order.id)
    const { adapter, network, signal } = chain
    const now = clock.now()
    const isDue = last === undefined || now - last >= historyPauseMs(now - order.at, mayHaveArrived)
    const deliveries = deliveriesOf(adapter)
    if (deliveries && isDue) {
      readAt.set(order.id, now)
      try {
        const deliveryPorts = { deliveries, network, signal }
        const found = await set(findDeliveryAtom, order, claimedBy(order, orders), deliveryPorts)
        if (found) return { is: 'matched', ...found }
      } catch (cause) {
        signal.throwIfAborted()
        log('The history could not be searched for the payment of an order', cause)
      }
    }
    return rise !== undefined && mayHaveArrived ? { is: 'risen', value: rise } : undefined
  },
)

/**
 * What the chain shows of an order, depending on the provider's status; undefined while it shows nothing. @throws `http/*`.
 */
export const verifyOrderAtom = atom(
  null,
  async (
    get,
    set,
    order: Order,
    status: ProviderOrderStatus,
    chain: OrderChain,
  ): Promise<OrderEvent | undefined> => {
    const { state } = order
    const hash = status.is === 'sent' ? status.hash : 'hash' in state ? state.hash : undefined
    if (hash !== undefined) return verifyNamedTransaction(order, hash, get(ordersAtom), chain)
    const isUnnamed = status.is === 'untold' || status.is === 'delivered'
    return isUnnamed ? set(findUnnamedDeliveryAtom, order, chain) : undefined
  },
)
