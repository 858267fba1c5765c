import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { dappWorld } from '../testing/dapp-world.ts'
import type { DappMessage } from './request-context.ts'
import {
  createSubscriptions,
  emittedBlockLimit,
  type SubscriptionPorts,
  subscriptionLimit,
} from './subscriptions.ts'

const pollMs = 4_000

const chain = parseChainId('eip155:1')

/** A chain that grows when a test advances it. */
function world() {
  let head = 100
  let isAllowed = true
  const rpcCalls: { readonly method: string; readonly params: readonly unknown[] }[] = []
  const messages: DappMessage[] = []
  const clock = fakeClock()
  const results: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_blockNumber: () => `0x${head.toString(16)}`,
    eth_getBlockByNumber: ([number]) => ({ number, hash: '0xaa', transactions: ['0x1'], uncles: [] }),
    eth_getLogs: () => [{ logIndex: '0x0' }],
  }
  const ports: SubscriptionPorts = {
    clock,
    isAllowed: () => isAllowed,
    read: async (_chain, method, params) => {
      rpcCalls.push({ method, params })
      return results[method]?.(params)
    },
    emitMessage: (message) => messages.push(message),
  }
  const subscriptions = createSubscriptions()
  let last = 0
  const subscribe = async (...params: unknown[]) => {
    last += 1
    const id = subscriptions.subscribe(ports, `0x${last}`, chain, params)
    await clock.advance(0)
    return id
  }
  const grow = async (blocks: number) => {
    head += blocks
    await clock.advance(pollMs)
  }
  const forbid = () => {
    isAllowed = false
  }
  return { asked: rpcCalls, messages, subscribe, unsubscribe: subscriptions.unsubscribe, grow, forbid }
}

describe('eth_subscribe', () => {
  it('newHeads › emits each new header once, in order, every 4 s', async () => {
    const { subscribe, grow, messages } = world()
    const subscription = await subscribe('newHeads')
    expect(subscription).toMatch(/^0x/)
    await grow(0)
    expect(messages).toEqual([])
    await grow(2)
    expect(messages).toEqual(
      ['0x65', '0x66'].map((number) => ({
        type: 'eth_subscription',
        data: { subscription, result: { number, hash: '0xaa' } },
      })),
    )
    await grow(0)
    expect(messages).toHaveLength(2)
  })

  it('logs › fetches the new range with the filter of the dApp', async () => {
    const { subscribe, grow, messages, asked: rpcCalls } = world()
    const address = `0x${'1'.repeat(40)}`
    await subscribe('logs', { address, topics: [null] })
    await grow(3)
    expect(rpcCalls.at(-1)).toEqual({
      method: 'eth_getLogs',
      params: [{ address, topics: [null], fromBlock: '0x65', toBlock: '0x67' }],
    })
    expect(messages).toHaveLength(1)
  })

  it('long gap › only the last blocks are emitted', async () => {
    const { subscribe, grow, messages } = world()
    await subscribe('newHeads')
    await grow(500)
    expect(messages).toHaveLength(Number(emittedBlockLimit))
  })

  it('eth_unsubscribe › ends it, and returns whether there was one', async () => {
    const { subscribe, grow, messages, unsubscribe } = world()
    const id = await subscribe('newHeads')
    expect(unsubscribe([id])).toBe(true)
    expect(unsubscribe([id])).toBe(false)
    await grow(2)
    expect(messages).toEqual([])
  })

  it('host may not see the chain any more › ends, and is not polled again', async () => {
    const { subscribe, grow, messages, forbid, asked: rpcCalls } = world()
    await subscribe('newHeads')
    forbid()
    const before = rpcCalls.length
    await grow(2)
    await grow(2)
    expect(messages).toEqual([])
    expect(rpcCalls.length).toBe(before)
  })

  it('more than sixteen › error', async () => {
    const { subscribe } = world()
    for (let at = 0; at < subscriptionLimit; at += 1) await subscribe('newHeads')
    await expect(subscribe('newHeads')).rejects.toMatchObject({ code: -32005 })
  })

  it.each(['moves to another chain', 'is disconnected'])(
    'wallet %s › the subscription is not polled any more',
    async (what) => {
      const { sendRequest, store, moveTo, urls, clock } = await dappWorld({
        node: { eth_blockNumber: () => '0x1' },
      })
      await sendRequest({ method: 'eth_subscribe', params: ['newHeads'] })
      if (what === 'is disconnected') await store.set(disconnectAtom, {})
      else moveTo('eip155:8453')
      const before = urls.length
      await clock.advance(3 * pollMs)
      expect(urls.length).toBe(before)
    },
  )
})
