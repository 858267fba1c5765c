import { namespaceOf } from '#shared/caip/chain-id.ts'
import { orderLifetimeMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import { sleep } from '#widget/lib/async.ts'
import { atom } from '#widget/lib/state.ts'
import { tellEventAtom } from '../events.ts'
import { loadNetworksAtom, networkTableAtom } from '../networks.ts'
import { portsAtom } from '../ports.ts'
import { judgeOrderAtom, unclaimed } from './judge-order.ts'
import { isOpenOrder, type OrderEvent } from './order.ts'
import { type Told, tellingAtom } from './order-status.ts'
import { orderAtom, ordersAtom, recordOrderAtom } from './orders.ts'
import { payEndEvent } from './pay-event.ts'

/** What a service's word means for an order; undefined where it says nothing new. */
function eventOf(told: Told): OrderEvent | undefined {
  switch (told.is) {
    case 'untold':
    case 'waiting':
    case 'unreachable':
      return undefined
    case 'delivered':
      return { is: 'paid' }
    default:
      return told
  }
}

/** Writes down what became of an order, and tells it where that was its end: once, by who saw it. */
const noteAtom = atom(null, (get, set, id: string, event: OrderEvent): void => {
  const before = get(orderAtom(id))
  set(recordOrderAtom, id, event)
  const after = get(orderAtom(id))
  if (!before || !after || before.state.is === after.state.is) return
  const end = payEndEvent(after)
  if (end) set(tellEventAtom, end)
})

/** Asks the provider and the chain once how an order stands, and writes down what they say. */
const lookAtOrderAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  const { clock, chains, log } = get(portsAtom)
  const order = get(orderAtom(id))
  if (!order) return
  const told = await set(tellingAtom, order, signal)
  signal.throwIfAborted()
  const said = eventOf(told)
  if (said) set(noteAtom, id, said)
  try {
    const network = get(networkTableAtom).get(order.asset.chain)
    const adapter = await chains.adapter(namespaceOf(order.asset.chain))
    const shown = network && (await set(judgeOrderAtom, order, told, { adapter, network, signal }))
    signal.throwIfAborted()
    const noted = shown && unclaimed(shown, order, get(ordersAtom))
    if (noted) set(noteAtom, id, noted)
  } catch (cause) {
    signal.throwIfAborted()
    log('The chain could not be asked for an order', cause)
  }
  if (clock.now() - order.at > orderLifetimeMs) set(noteAtom, id, { is: 'forgotten' })
})

const followOrderAtom = atom(null, async (get, set, id: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const order = get(orderAtom(id))
    if (!order || !isOpenOrder(order)) return
    await set(lookAtOrderAtom, id, signal)
    await sleep(get(portsAtom).clock, orderPollIntervalMs, signal)
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
