import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import {
  orderClockAllowanceMs,
  orderHistoryIntervalMs,
  quietHistoryIntervalMs,
} from '#shared/config/limits.ts'
import { bob } from '#widget/testing/world.ts'
import type { Order, OrderEvent } from './order.ts'
import type { ProviderOrderStatus } from './order-status.ts'
import { createOrderAtom, orderAtom, recordOrderAtom } from './orders.ts'
import { hash, id, newOrder, orderWorld } from './testing/order-world.ts'
import { unclaimedBalanceRise, verifyOrderAtom } from './verify-order.ts'

const at = orderWorld().clock.now()
const chain = parseChainId('eip155:1')
const network = {
  id: chain,
  ...{ name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
}
const { asset } = newOrder
const sent: ProviderOrderStatus = { is: 'sent', hash }
const token = `0x${'ab'.repeat(20)}`
const delivered: OrderEvent = { is: 'arrived', hash: '0x01', value: 990n }

type NewOrder = Omit<Order, 'at' | 'updatedAt' | 'state'>
/** Another order, which was begun with this one unless it `isOlder`, and the event of it. */
type Other = { readonly of?: Partial<NewOrder>; readonly event?: OrderEvent; readonly isOlder?: true }
type Case = {
  readonly of?: Partial<NewOrder>
  readonly event?: OrderEvent
  readonly other?: Other
  readonly status?: ProviderOrderStatus
}

/** A world with the order and another one, whose chain follows the script; and what the chain shows of the order. */
function verificationWorld({ of, event, other, status = sent }: Case, script: Script = {}) {
  const { store, ports, logs, clock, urls } = orderWorld(script)
  if (other) {
    store.set(createOrderAtom, { ...newOrder, ...other.of, id: 'other' })
    store.set(recordOrderAtom, 'other', other.event ?? delivered)
  }
  store.set(createOrderAtom, { ...newOrder, ...of })
  if (event) store.set(recordOrderAtom, id, event)
  const created = store.get(orderAtom(id))
  if (created === undefined) throw new Error('The order is not stored')
  const one = other?.isOlder ? { ...created, at: created.at + 1 } : created
  const controller = new AbortController()
  const observe = async () => {
    const adapter = await ports.chains.adapter('eip155')
    const context = { adapter, network, signal: controller.signal }
    return store.set(verifyOrderAtom, one, status, context)
  }
  const historyReads = () => urls.filter((url) => url.includes('/history')).length
  return { observe, controller, logs, clock, historyReads }
}
type Script = Parameters<typeof orderWorld>[0]
const verify = (one: Case, script?: Script) => verificationWorld(one, script).observe()

describe('chain that shows balances only', () => {
  const balance = (units: bigint) => ({ balance: () => units })
  it.each<[string, bigint, Partial<NewOrder>, bigint | undefined]>([
    ['nine tenths of the order', 950n, {}, 900n],
    ['less', 949n, {}, undefined],
    ['anything, of an unknown balance before', 5_000n, { before: undefined }, undefined],
    ['nothing of nothing', 50n, { expected: 0n }, undefined],
  ])('named transaction, balance rose by %s › reported or not', async (_, units, of, rise) => {
    const observed = await verify({ of }, balance(units))
    expect(observed).toEqual(rise === undefined ? undefined : { is: 'risen', hash, value: rise })
  })

  it.each<[string, Other, boolean]>([
    ['delivered meanwhile', {}, true],
    ['matched meanwhile', { event: { is: 'matched', hash: '0x01', value: 990n } }, true],
    ['delivered before this one', { isOlder: true }, false],
    ['not delivered', { event: { is: 'sent', hash: '0x01' } }, false],
    ['with a rise of an unknown cause', { event: { is: 'risen', value: 990n } }, false],
    ['of another account', { of: { to: bob } }, false],
    ['of another asset', { of: { asset: { ...asset, address: token } } }, false],
    ['of another chain', { of: { asset: { ...asset, chain: parseChainId('eip155:10') } } }, false],
  ])('other order %s › its amount is subtracted or not', async (_, one, isSubtracted) => {
    const observed = await verify({ other: one }, balance(1_040n))
    expect(observed).toEqual(isSubtracted ? undefined : { is: 'risen', hash, value: 990n })
  })

  it('the order itself was matched › its own amount is not subtracted', async () => {
    const event: OrderEvent = { is: 'matched', hash, value: 990n }
    const observed = await verify({ event }, balance(1_040n))
    expect(observed).toEqual({ is: 'risen', hash, value: 990n })
  })
})

describe('named transaction', () => {
  const received = async () => 1_000n
  it('chain does not know it yet › nothing', async () => {
    const observed = await verify({}, { received, minedAt: async () => undefined })
    expect(observed).toBeUndefined()
  })

  it.each<[string, number, object]>([
    ['before the allowance', -orderClockAllowanceMs - 1, { is: 'doubtful', hash, misfit: 'older' }],
    ['within the allowance', -orderClockAllowanceMs, { is: 'arrived', hash, value: 1_000n }],
  ])('mined %s › the verdict', async (_, afterMs, expected) => {
    const observed = await verify({}, { received, minedAt: async () => at + afterMs })
    expect(observed).toEqual(expected)
  })

  it.each<[string, bigint | undefined, Partial<NewOrder>, object | undefined]>([
    ['no amount, nor a balance before', undefined, { before: undefined }, undefined],
    ['no amount, and a rise', undefined, {}, { is: 'risen', hash, value: 990n }],
    [
      'no amount, and a small rise',
      undefined,
      { expected: 2_000n },
      { is: 'doubtful', hash, misfit: 'nothing' },
    ],
    ['a loss', -5n, {}, { is: 'doubtful', hash, misfit: 'nothing' }],
    ['nothing of nothing', 0n, { expected: 0n }, { is: 'doubtful', hash, misfit: 'nothing' }],
    ['one unit of nothing', 1n, { expected: 0n }, { is: 'arrived', hash, value: 1n }],
  ])('chain reports %s › the verdict', async (_, value, of, expected) => {
    const script = { received: async () => value, balance: () => 1_040n }
    expect(await verify({ of }, script)).toEqual(expected)
  })

  it('provider reports no hash, an earlier report did › that transaction', async () => {
    for (const is of ['untold', 'waiting', 'paid'] as const)
      expect(await verify({ event: { is: 'sent', hash }, status: { is } }, { received })).toEqual({
        ...{ is: 'arrived', hash, value: 1_000n },
      })
  })
})

describe('order without a named transaction', () => {
  const history = () => ({ status: 400 })
  const script = { received: async () => undefined, balance: () => 1_040n, history }
  it.each<[ProviderOrderStatus['is'] & ('untold' | 'delivered' | 'waiting' | 'unreachable'), boolean]>([
    ['untold', true],
    ['delivered', true],
    ['waiting', false],
    ['unreachable', false],
  ])('provider reports %s › the rise is reported: %s', async (is, isReported) => {
    const observed = await verify({ status: { is } }, script)
    expect(observed).toEqual(isReported ? { is: 'risen', value: 990n } : undefined)
  })

  it('history cannot be read › logged, and the rise is reported', async () => {
    const { observe, logs } = verificationWorld({ status: { is: 'untold' } }, script)
    expect(await observe()).toEqual({ is: 'risen', value: 990n })
    expect(logs).toEqual(['The history could not be searched for the payment of an order'])
  })

  it.each<[string, Partial<NewOrder>]>([
    ['small rise', { expected: 2_000n }],
    ['balance before unknown', { before: undefined }],
  ])('%s › nothing', async (_, of) => {
    expect(await verify({ of, status: { is: 'untold' } }, script)).toBeUndefined()
  })

  it.each<[string, Partial<NewOrder>, number]>([
    ['rose', {}, orderHistoryIntervalMs],
    ['before is unknown', { before: undefined }, orderHistoryIntervalMs],
    ['did not rise', { expected: 9_000n }, quietHistoryIntervalMs],
  ])('balance %s › history read again after the pause', async (_, of, pauseMs) => {
    const { observe, clock, historyReads } = verificationWorld({ of, status: { is: 'untold' } }, script)
    const reads: number[] = []
    for (const passedMs of [0, pauseMs - 1, 1]) {
      await clock.advance(passedMs)
      await observe()
      reads.push(historyReads())
    }
    expect(reads).toEqual([1, 1, 2])
  })

  it('cancelled while the history is read › rejects with the reason', async () => {
    const { observe, controller } = verificationWorld(
      { status: { is: 'untold' } },
      {
        ...script,
        history: () => {
          controller.abort(new Error('cancelled'))
          return { status: 400 }
        },
      },
    )
    await expect(observe()).rejects.toThrow('cancelled')
  })
})

describe('unclaimedBalanceRise', () => {
  const order: Order = { ...newOrder, at, updatedAt: at, state: { is: 'opened' } }
  const other = (over: Partial<Order> = {}): Order => ({
    ...order,
    ...{ id: 'other', state: { is: 'arrived', hash: '0x01', value: 990n } },
    ...over,
  })
  const arrived: OrderEvent = { is: 'arrived', hash, value: 990n }
  const matched: OrderEvent = { is: 'matched', hash, value: 990n }
  const claims = (over: Partial<Order> = {}) => other({ state: { is: 'arrived', hash, value: 1n }, ...over })
  const claimed = { is: 'doubtful', hash, misfit: 'claimed' }
  it.each<[string, OrderEvent, Order, object | undefined]>([
    ['a rise', { is: 'risen', hash, value: 990n }, claims(), { is: 'risen', hash, value: 990n }],
    ['a named payment of another order', arrived, claims(), claimed],
    [
      'a named payment in other letters',
      { ...arrived, hash: hash.toUpperCase() },
      claims(),
      { ...claimed, hash: hash.toUpperCase() },
    ],
    ['a matching payment of another order', matched, claims(), undefined],
    ['its own payment', arrived, claims({ id }), arrived],
    ['a payment that another order only expects', arrived, claims({ state: { is: 'sent', hash } }), arrived],
    ['another payment', matched, other(), matched],
  ])('%s › kept or not', (_, event, one, expected) => {
    expect(unclaimedBalanceRise(event, order, [one])).toEqual(expected)
  })
})
