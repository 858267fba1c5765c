import { describe, expect, test } from 'vitest'
import { callOf, closeAfterEach, createTestGateway, node } from './testing/gateway.ts'
import { respondWith } from './testing/test-node.ts'

closeAfterEach()

const hang = () => undefined
const limits = { minHedgeMs: 200, maxHedgeMs: 200 }

describe('hedging', () => {
  test('hedge › first node is slow › second responds and the first is aborted', async () => {
    const [slow, fast] = [await node(hang), await node()]
    const { rpc, timers, events } = createTestGateway({ 'eip155:1': [slow, fast] }, limits)
    const responses = rpc.send('eip155:1', [callOf('eth_getBalance', '0x1')])
    await slow.until(() => slow.exchanges.length === 1)
    expect(fast.exchanges).toEqual([])
    timers.advance(200)

    expect(await responses).toMatchObject([{ result: 'eth_getBalance here' }])
    await slow.exchanges[0]?.cut
    expect(events).toContainEqual({ is: 'hedge', chainId: 'eip155:1', host: fast.host })
    expect(timers.count()).toBe(0)
  })

  test('hedge › first node responds after all › its response wins, second is aborted', async () => {
    const [first, second] = [await node(hang), await node(hang)]
    const { rpc, timers } = createTestGateway({ 'eip155:1': [first, second] }, limits)
    const responses = rpc.send('eip155:1', [callOf('eth_getBalance', '0x1')])
    await first.until(() => first.exchanges.length === 1)
    timers.advance(200)
    await second.until(() => second.exchanges.length === 1)
    const exchange = first.exchanges[0]
    if (exchange) respondWith(() => 'late')(exchange)

    expect(await responses).toMatchObject([{ result: 'late' }])
    await second.exchanges[0]?.cut
  })

  test('hedge › second node fails › waits for the first', async () => {
    const [first, second] = [await node(hang), await node(({ json }) => json({}, 500))]
    const { rpc, timers } = createTestGateway({ 'eip155:1': [first, second] }, limits)
    const responses = rpc.send('eip155:1', [callOf('eth_getBalance', '0x1')])
    await first.until(() => first.exchanges.length === 1)
    timers.advance(200)
    await second.until(() => second.exchanges.length === 1)
    const exchange = first.exchanges[0]
    if (exchange) respondWith(() => 'late')(exchange)

    expect(await responses).toMatchObject([{ result: 'late' }])
  })

  test('hedge › all nodes slow for long › few hedges', async () => {
    const [slow, second] = [await node(hang), await node(hang)]
    const { rpc, timers, events } = createTestGateway({ 'eip155:1': [slow, second] }, limits)
    const calls = Array.from({ length: 100 }, (_, at) => callOf('eth_getBalance', `0x${at}`))
    const responses = rpc.send('eip155:1', calls)
    await slow.until(() => slow.methods().length === 100)
    timers.advance(200)
    timers.advance(10_000)
    await responses

    const hedges = events.filter(({ is }) => is === 'hedge').length
    expect(hedges).toBeGreaterThanOrEqual(20)
    expect(hedges).toBeLessThanOrEqual(30)
  })
})

describe('submissions', () => {
  const send = () => callOf('sendTransaction', 'AQID')
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

  test('submission › first node is slow › not hedged', async () => {
    const [slow, fast] = [await node(hang, genesis), await node(undefined, genesis)]
    const { rpc, timers, events } = createTestGateway({ [mainnet]: [slow, fast] }, limits)
    const responses = rpc.send(mainnet, [send()])
    await slow.until(() => slow.exchanges.length === 1)
    timers.advance(200)
    expect(events.some(({ is }) => is === 'hedge' || is === 'failover')).toBe(false)
    timers.advance(10_000)

    expect(await responses).toMatchObject([
      { error: { code: -32603, message: 'The node did not answer; the transaction may have been sent' } },
    ])
    expect(fast.exchanges).toEqual([])
  })

  test.each([
    ['500', ({ json }: { json: (body: unknown, status: number) => void }) => json({}, 500)],
    ['429', ({ json }: { json: (body: unknown, status: number) => void }) => json({}, 429)],
    ['cut', ({ response }: { response: { destroy: () => void } }) => response.destroy()],
    ['behind', respondWith(() => Object.assign(new Error('Node is behind'), { cause: { code: -32005 } }))],
  ])('submission › node responds %s › sent once', async (_, behave) => {
    const [first, second] = [await node(behave, genesis), await node(undefined, genesis)]
    const { rpc } = createTestGateway({ [mainnet]: [first, second] })

    expect(await rpc.send(mainnet, [send()])).toMatchObject([{ error: {} }])
    expect(first.methods()).toEqual(['sendTransaction'])
    expect(second.methods()).toEqual([])
  })

  test('submission › first node rejects connections › sent to the second', async () => {
    const [gone, second] = [await node(undefined, genesis), await node(undefined, genesis)]
    const { rpc, timers } = createTestGateway({ [mainnet]: [gone, second] })
    await rpc.send(mainnet, [callOf('getSlot')])
    await gone.stop()
    timers.advance(1_000)

    expect(await rpc.send(mainnet, [send()])).toMatchObject([{ result: 'sendTransaction here' }])
  })

  test('submission › two equal ones, with reads › each has its own request', async () => {
    const one = await node(undefined, genesis)
    const { rpc } = createTestGateway({ [mainnet]: [one] })
    await rpc.send(mainnet, [send(), send(), callOf('getSlot'), callOf('getBlockHeight')])

    expect(one.exchanges.map(({ calls }) => calls.map(({ method }) => method))).toEqual(
      expect.arrayContaining([['sendTransaction'], ['sendTransaction'], ['getSlot', 'getBlockHeight']]),
    )
    expect(one.methods().length).toBe(4)
  })

  test('submission › caller aborts after it was sent › node gets the whole request', async () => {
    const slow = await node(hang, genesis)
    const { rpc, events } = createTestGateway({ [mainnet]: [slow] })
    const caller = new AbortController()
    const responses = rpc.send(mainnet, [send()], { signal: caller.signal })
    await slow.until(() => slow.exchanges.length === 1)
    caller.abort(new Error('gone'))
    await expect(responses).rejects.toThrow('gone')
    const exchange = slow.exchanges[0]
    if (exchange) respondWith(() => 'signature')(exchange)

    await expect
      .poll(() => events.filter(({ is }) => is === 'request').at(-1))
      .toMatchObject({ result: 'ok' })
  })
})
