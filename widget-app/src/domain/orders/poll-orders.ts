import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import {
  abandonedOrderIntervalMs,
  orderHistoryIntervalMs,
  orderPollIntervalMaxMs,
  orderPollIntervalMs,
} from '#shared/config/limits.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { raceWithSignal, sleep } from '#widget/lib/async.ts'
import { languageAtom, translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { arrivedOrderAtom } from './arrived-orders.ts'
import { isPolledOrder, isTimedOut, type Order, observedValue } from './order.ts'
import { fetchOrderStatusAtom } from './order-status.ts'
import { orderAtom, ordersAtom } from './orders.ts'
import { recordOrderEventAtom, toOrderEvent } from './record-order-event.ts'
import { unclaimedBalanceRise, verifyOrderAtom } from './verify-order.ts'

/** Reads the status of an order from provider and chain once, and records it. */
const pollOnceAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const { clock, chains, log } = get(portsAtom)
  const order = get(orderAtom(id))
  if (!order) return
  const status = await set(fetchOrderStatusAtom, order, signal)
  signal.throwIfAborted()
  const providerEvent = toOrderEvent(status)
  if (providerEvent) set(recordOrderEventAtom, id, providerEvent)
  try {
    const network = get(networkTableAtom).get(order.asset.chain)
    const adapter = await chains.adapter(namespaceOf(order.asset.chain))
    const observed = network && (await set(verifyOrderAtom, order, status, { adapter, network, signal }))
    signal.throwIfAborted()
    const chainEvent = observed && unclaimedBalanceRise(observed, order, get(ordersAtom))
    if (chainEvent) set(recordOrderEventAtom, id, chainEvent)
  } catch (cause) {
    signal.throwIfAborted()
    log('The balance for an order could not be read', cause)
  }
  const after = get(orderAtom(id))
  if (after && isTimedOut(after, clock.now())) set(recordOrderEventAtom, id, { is: 'forgotten' })
})

const pollsInFlightAtom = atom(() => new Map<string, Promise<void>>())

/** The same, but once at a time: a second caller waits for the call in flight. */
const pollOrderOnceAtom = atom(null, (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const polls = get(pollsInFlightAtom)
  const running = polls.get(id)
  // It may end because its caller has aborted.
  if (running)
    return raceWithSignal(
      running.catch(() => undefined),
      signal,
    )
  const poll = set(pollOnceAtom, id, signal).finally(() => polls.delete(id))
  polls.set(id, poll)
  return poll
})

/** Time until the next poll of an order, in milliseconds: longer for a cancelled one, and the longer nothing changes. */
function pauseMs({ state, updatedAt }: Order, now: number): number {
  if (state.is === 'abandoned') return abandonedOrderIntervalMs
  return Math.min(orderPollIntervalMaxMs, Math.max(orderPollIntervalMs, (now - updatedAt) / 600))
}

const pollOrderAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const { clock } = get(portsAtom)
  for (;;) {
    const order = get(orderAtom(id))
    if (!order || !isPolledOrder(order, clock.now())) return
    await set(pollOrderOnceAtom, id, signal)
    await sleep(clock, pauseMs(get(orderAtom(id)) ?? order, clock.now()), signal)
  }
})

/** Polls every open order until it has ended or `signal` aborts. */
export const pollOpenOrdersAtom = atom(null, async (get, set, signal: AbortSignal): Promise<void> => {
  try {
    await set(loadNetworksAtom)
    const now = get(portsAtom).clock.now()
    const open = get(ordersAtom).filter((order) => isPolledOrder(order, now))
    await Promise.all(open.map(({ id }) => set(pollOrderAtom, id, signal)))
  } catch (cause) {
    if (!signal.aborted) get(portsAtom).log('The orders could not be polled', cause)
  }
})

/** When all orders were last polled, in epoch milliseconds. */
const lastPolledAtAtom = atom(Number.NEGATIVE_INFINITY)

/**
 * Polls every open order once, one after the other, from any view: one that arrived since is marked as new. Not again within
 * 15 s.
 */
export const refreshOrdersAtom = atom(null, async (get, set): Promise<void> => {
  const { clock, log } = get(portsAtom)
  if (clock.now() - get(lastPolledAtAtom) < orderHistoryIntervalMs) return
  set(lastPolledAtAtom, clock.now())
  const { signal } = new AbortController()
  await set(loadNetworksAtom)
  for (const { id } of get(ordersAtom).filter((order) => isPolledOrder(order, clock.now())))
    await set(pollOrderOnceAtom, id, signal).catch((cause: unknown) =>
      log('An order could not be polled', cause),
    )
  const arrived = get(arrivedOrderAtom)
  if (!arrived || !get(modalOpenAtom) || get(currentViewAtom).name === 'Account') return
  const { asset, state } = arrived
  const value = formatTokenAmount(observedValue(state) ?? 0n, asset.decimals, get(languageAtom).tag)
  set(
    showToastAtom,
    get(translateAtom)('order.news-toast', { amount: `${value} ${asset.symbol}` }),
    'success',
  )
})
