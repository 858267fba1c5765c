import { namespaceOf } from '#shared/caip/chain-id.ts'
import { abandonedOrderIntervalMs, orderLifetimeMs, orderPollIntervalMs } from '#shared/config/limits.ts'
import { sleep } from '#widget/lib/async.ts'
import { atom } from '#widget/lib/state.ts'
import { loadNetworksAtom, networkTableAtom } from '../networks.ts'
import { portsAtom } from '../ports.ts'
import { judgeOrderAtom, unclaimed } from './judge-order.ts'
import { eventOf, noteAtom } from './note-order.ts'
import { isFollowedOrder } from './order.ts'
import { tellingAtom } from './order-status.ts'
import { orderAtom, ordersAtom } from './orders.ts'

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
  const { clock } = get(portsAtom)
  for (;;) {
    const order = get(orderAtom(id))
    if (!order || !isFollowedOrder(order, clock.now())) return
    await set(lookAtOrderAtom, id, signal)
    const isGivenUp = get(orderAtom(id))?.state.is === 'abandoned'
    await sleep(clock, isGivenUp ? abandonedOrderIntervalMs : orderPollIntervalMs, signal)
  }
})

/** Follows every order that is still asked for until it has ended or `signal` aborts. */
export const followOpenOrdersAtom = atom(null, async (get, set, signal: AbortSignal): Promise<void> => {
  try {
    await set(loadNetworksAtom)
    const now = get(portsAtom).clock.now()
    const open = get(ordersAtom).filter((order) => isFollowedOrder(order, now))
    await Promise.all(open.map(({ id }) => set(followOrderAtom, id, signal)))
  } catch (cause) {
    if (!signal.aborted) get(portsAtom).log('Orders could not be followed', cause)
  }
})
