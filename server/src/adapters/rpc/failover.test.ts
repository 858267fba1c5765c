import { describe, expect, test } from 'vitest'
import { callOf, closeAfterEach, createTestGateway, node } from './testing/gateway.ts'
import { nodeFaults, responsesTo } from './testing/node-faults.ts'
import { type Behaviour, respondWith, rpcError } from './testing/test-node.ts'

closeAfterEach()

const good = respondWith(({ params }) => `good ${params[0]}`)

describe.each(nodeFaults)('%s', (_, faultyBehaviour) => {
  test('failover › single call › the second node responds', async () => {
    const [bad, other] = [await node(faultyBehaviour), await node(good)]
    const { rpc, timers } = createTestGateway({ 'eip155:1': [bad, other] }, { responseMaxBytes: 1_000_000 })
    const call = callOf('eth_getCode', 'one')

    expect(await rpc.send('eip155:1', [call])).toEqual([{ jsonrpc: '2.0', id: call.id, result: 'good one' }])
    expect(bad.exchanges.length).toBeGreaterThan(0)
    expect(timers.count()).toBe(0)
  })

  test('failover › batch › the second node responds to every call in order', async () => {
    const [bad, other] = [await node(faultyBehaviour), await node(good)]
    const { rpc } = createTestGateway({ 'eip155:1': [bad, other] }, { responseMaxBytes: 1_000_000 })
    const calls = ['one', 'two', 'three'].map((name) => ({ ...callOf('eth_getCode', name), id: 7 }))

    expect(await rpc.send('eip155:1', calls)).toEqual(
      ['one', 'two', 'three'].map((name) => ({ jsonrpc: '2.0', id: 7, result: `good ${name}` })),
    )
  })

  test('failover › only this node › JSON-RPC error', async () => {
    const bad = await node(faultyBehaviour)
    const { rpc, events } = createTestGateway({ 'eip155:1': [bad] }, { responseMaxBytes: 1_000_000 })

    const [rpcResponse] = await rpc.send('eip155:1', [callOf('eth_getCode', 'one')])
    expect(rpcResponse).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } })
    expect(JSON.stringify([rpcResponse, events])).not.toMatch(/secret-key|hidden-query/)
  })
})

describe('hanging node', () => {
  test('timeout › single and batch › the second node responds', async () => {
    const [hanging, other] = [await node(() => undefined), await node(good)]
    const { rpc, timers } = createTestGateway(
      { 'eip155:1': [hanging, other] },
      { minHedgeMs: 60_000, maxHedgeMs: 60_000 },
    )
    const responses = rpc.send('eip155:1', [callOf('eth_getCode', 'one'), callOf('eth_getCode', 'two')])
    await hanging.until(() => hanging.exchanges.length === 1)
    timers.advance(3_000)

    expect(await responses).toMatchObject([{ result: 'good one' }, { result: 'good two' }])
    await hanging.exchanges[0]?.cut
  })

  test('timeout › every node hangs › error within 10 s', async () => {
    const nodes = [await node(() => undefined), await node(() => undefined), await node(() => undefined)]
    const { rpc, timers } = createTestGateway({ 'eip155:1': nodes })
    const responses = rpc.send('eip155:1', [callOf('eth_getLogs', {})])
    await nodes[0]?.until(() => nodes[0]?.exchanges.length === 1)
    timers.advance(10_000)

    expect(await responses).toMatchObject([{ error: { code: -32603, data: { reason: 'timeout' } } }])
  })

  test('500 › its body never ends › the connection is free for later calls', async () => {
    const one = await node(({ response }) => {
      response.writeHead(500).flushHeaders()
    })
    const { rpc } = createTestGateway({ 'eip155:1': [one] }, { connections: 1 })
    expect(await rpc.send('eip155:1', [callOf('eth_getCode', 'one')])).toMatchObject([{ error: {} }])
    one.behave(good)

    expect(await rpc.send('eip155:1', [callOf('eth_getCode', 'one')])).toMatchObject([{ result: 'good one' }])
  })

  test('redirect › to another node › not followed', async () => {
    const target = await node(good)
    const one = await node(({ response }) => response.writeHead(308, { location: target.url }).end())
    const { rpc } = createTestGateway({ 'eip155:1': [one] })

    expect(await rpc.send('eip155:1', [callOf('eth_getCode', 'one')])).toMatchObject([
      { error: { code: -32603, data: { reason: 'redirect' } } },
    ])
    expect(target.exchanges).toEqual([])
  })

  test('timeout › node hangs on the first probe › the second node responds', async () => {
    const [hanging, other] = [await node(good), await node(good)]
    hanging.prove(() => undefined)
    const { rpc, timers } = createTestGateway({ 'eip155:1': [hanging, other] })
    const responses = rpc.send('eip155:1', [callOf('eth_getCode', 'one')])
    await hanging.until(() => hanging.probes.length === 1)
    timers.advance(1_500)

    expect(await responses).toMatchObject([{ result: 'good one' }])
    expect(hanging.exchanges).toEqual([])
  })
})

describe('batch responses', () => {
  test('batch › one response is missing › only that call goes to the second node', async () => {
    const first = await node(({ calls, json }) => json(responsesTo(calls).slice(0, -1)))
    const second = await node(good)
    const { rpc } = createTestGateway({ 'eip155:1': [first, second] })

    expect(
      await rpc.send('eip155:1', [callOf('eth_getCode', 'one'), callOf('eth_getCode', 'two')]),
    ).toMatchObject([{ result: 'first one' }, { result: 'good two' }])
    expect(second.exchanges.map(({ calls }) => calls.length)).toEqual([1])
  })

  test('batch › responses in reverse order › each call gets its own', async () => {
    const reversed = await node(({ calls, json }) => json(responsesTo(calls).reverse()))
    const { rpc } = createTestGateway({ 'eip155:1': [reversed] })

    expect(
      await rpc.send('eip155:1', [callOf('eth_getCode', 'one'), callOf('eth_getCode', 'two')]),
    ).toMatchObject([{ result: 'first one' }, { result: 'first two' }])
  })

  test.each([
    ['400', ({ json }) => json({ error: 'no batches' }, 400), 1],
    ['413', ({ json }) => json({}, 413), 2],
    [
      'one error',
      ({ json }) => json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batch' } }),
      1,
    ],
  ] satisfies [string, Behaviour, number][])(
    'batch › rejected with %s › split',
    async (_, rejectBatch, maxBatch) => {
      const single = await node((exchange) => (exchange.isBatch ? rejectBatch(exchange) : good(exchange)))
      const { rpc, events } = createTestGateway({ 'eip155:1': [single] })
      const send = () =>
        rpc.send(
          'eip155:1',
          ['a', 'b', 'c', 'd'].map((name) => callOf('eth_getProof', name, [], {})),
        )

      expect(await send()).toMatchObject([
        { result: 'good a' },
        { result: 'good b' },
        { result: 'good c' },
        { result: 'good d' },
      ])
      expect(events).toContainEqual(expect.objectContaining({ is: 'batch-limit', maxBatch }))
      single.exchanges.length = 0
      await send()
      expect(Math.max(...single.exchanges.map(({ calls }) => calls.length))).toBe(Math.min(maxBatch, 2))
    },
  )
})

describe('JSON-RPC errors', () => {
  test('execution error › two nodes › keeps code, message, data; calls one node', async () => {
    const reverting = await node(respondWith(() => rpcError(3, 'execution reverted: no', '0x08c379a0')))
    const other = await node(good)
    const { rpc } = createTestGateway({ 'eip155:1': [reverting, other] })
    const call = callOf('eth_call', {}, 'latest')

    expect(await rpc.send('eip155:1', [call])).toEqual([
      {
        jsonrpc: '2.0',
        id: call.id,
        error: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' },
      },
    ])
    expect(other.exchanges).toEqual([])
  })

  test('retryable error › no other node succeeds › returned', async () => {
    const behind = await node(respondWith(() => rpcError(-32000, 'header not found')))
    const broken = await node(({ json }) => json({}, 500))
    const { rpc } = createTestGateway({ 'eip155:1': [behind, broken] })

    expect(await rpc.send('eip155:1', [callOf('eth_call', {})])).toMatchObject([
      { error: { code: -32000, message: 'header not found' } },
    ])
  })

  test('error that repeats the URL › returned without secrets', async () => {
    const leakingNode = await node(({ calls, request, json }) =>
      json({
        jsonrpc: '2.0',
        id: calls[0]?.id,
        error: { code: -32602, message: `bad ${request.url}`, data: request.url },
      }),
    )
    const { rpc } = createTestGateway({ 'eip155:1': [leakingNode] })

    expect(JSON.stringify(await rpc.send('eip155:1', [callOf('eth_call', {})]))).not.toMatch(/secret|hidden/)
  })
})
