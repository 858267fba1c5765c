import { namespaceOf } from '#shared/caip/chain-id.ts'
import { orderLifetimeMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import type { ChainAdapter } from '#widget/chains/contract.ts'
import { sleep } from '#widget/lib/async.ts'
import { atom } from '#widget/lib/state.ts'
import { tellEventAtom } from '../events.ts'
import { loadNetworksAtom, networkTableAtom } from '../networks.ts'
import { portsAtom } from '../ports.ts'
import { isOpenOrder, type Order, type OrderEvent } from './order.ts'
import { balanceOf } from './order-balance.ts'
import { type Told, tellingAtom } from './order-status.ts'
import { orderAtom, ordersAtom, recordOrderAtom } from './orders.ts'
import { payEndEvent } from './pay-event.ts'

/** Nobody sells to the unit: what the balance rose by counts as the order from nine tenths of it on. */
const enough = ({ expected }: Order): bigint => (expected * 9n) / 10n

type Chain = { readonly adapter: ChainAdapter; readonly network: Network; readonly signal: AbortSignal }
type Arrival = { readonly hash?: string; readonly value: bigint }

/**
 * What the chain shows of an order: what the provider's transaction brought to the account, or, where the provider names
 * none or the chain has no receipts for it, that the balance rose. Undefined while it shows nothing.
 */
async function arrivalOf(order: Order, told: Told, chain: Chain): Promise<Arrival | undefined> {
  const { adapter, network, signal } = chain
  const hash = told.is === 'sent' ? told.hash : order.state.is === 'sent' ? order.state.hash : undefined
  if (hash !== undefined && adapter.contractCalls) {
    const value = await adapter.contractCalls.received(hash, order.to, order.asset, network, signal)
    // A transaction that is mined and brought nothing is not what the provider says it is.
    if (value !== undefined) return value > 0n ? { hash, value } : undefined
  }
  if (order.before === undefined || (hash === undefined && told.is !== 'untold')) return undefined
  const rise = (await balanceOf(adapter, order.to, order.asset, network)) - order.before
  if (rise <= 0n || rise < enough(order)) return undefined
  return { value: rise, ...(hash === undefined ? {} : { hash }) }
}

/** One payment delivers one order: the transaction that another one arrived by is not this one's, whoever says so. */
const isAnotherOrders = ({ hash }: Arrival, { id }: Order, orders: readonly Order[]): boolean =>
  hash !== undefined &&
  orders.some((other) => other.id !== id && other.state.is === 'arrived' && other.state.hash === hash)

/** Writes down what became of an order, and tells it where that was its end: once, by who saw it. */
const noteAtom = atom(null, (get, set, id: string, event: OrderEvent): void => {
  const before = get(orderAtom(id))
  set(recordOrderAtom, id, event)
  const after = get(orderAtom(id))
  if (!before || !after || before.state.is === after.state.is) return
  const end = payEndEvent(after)
  if (end) set(tellEventAtom, end)
})

const followOrderAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const { clock, chains, log } = get(portsAtom)
  for (;;) {
    const order = get(orderAtom(id))
    if (!order || !isOpenOrder(order)) return
    const told = await set(tellingAtom, order, signal)
    signal.throwIfAborted()
    if (told.is !== 'untold' && told.is !== 'waiting') set(noteAtom, id, told)
    try {
      const network = get(networkTableAtom).get(order.asset.chain)
      const adapter = await chains.adapter(namespaceOf(order.asset.chain))
      const arrival = network && (await arrivalOf(order, told, { adapter, network, signal }))
      if (arrival && !isAnotherOrders(arrival, order, get(ordersAtom)))
        set(noteAtom, id, { is: 'arrived', ...arrival })
    } catch (cause) {
      signal.throwIfAborted()
      log('The chain could not be asked for an order', cause)
    }
    if (clock.now() - order.at > orderLifetimeMs) set(noteAtom, id, { is: 'forgotten' })
    await sleep(clock, orderPollIntervalMs, signal)
  }
})

/** Follows every open order until it has ended or `signal` aborts. */
export const followOpenOrdersAtom = atom(null, async (get, set, signal: AbortSignal): Promise<void> => {
  try {
    await set(loadNetworksAtom)
    const open = get(ordersAtom).filter(isOpenOrder)
    await Promise.all(open.map(({ id }) => set(followOrderAtom, id, signal)))
  } catch (cause) {
    if (!signal.aborted) get(portsAtom).log('Orders could not be followed', cause)
  }
})
