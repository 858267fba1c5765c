import { describe, expect, test } from 'vitest'
import { callOf, closeAfterEach, createTestGateway, node } from './testing/gateway.ts'
import { respondWith } from './testing/test-node.ts'

closeAfterEach()

const broken = ({ json }: { json: (body: unknown, status: number) => void }) => json({}, 500)
let unique = 0
const read = () => callOf('eth_getProof', `0x${unique++}`)

describe('circuit breaker', () => {
  test('breaker › five consecutive failures › opens, and the node gets no calls', async () => {
    const [bad, good] = [await node(broken), await node(broken)]
    const { rpc, events } = createTestGateway({ 'eip155:1': [bad, good] })
    for (let at = 0; at < 5; at++) await rpc.send('eip155:1', [read()])
    expect(rpc.upstreams().map(({ state }) => state)).toEqual(['broken', 'broken'])
    const sent = bad.exchanges.length + good.exchanges.length

    expect(await rpc.send('eip155:1', [read()])).toMatchObject([
      { error: { code: -32603, data: { reason: 'unavailable' } } },
    ])
    expect(bad.exchanges.length + good.exchanges.length).toBe(sent)
    expect(events).toContainEqual({ is: 'breaker', chainId: 'eip155:1', host: bad.host, state: 'open' })
  })

  test('breaker › open time over, node healthy › probes, closes and is used', async () => {
    const bad = await node(broken)
    const { rpc, timers, events } = createTestGateway({ 'eip155:1': [bad] })
    for (let at = 0; at < 5; at++) await rpc.send('eip155:1', [read()])
    bad.behave(respondWith(() => 'well'))
    const probes = bad.probes.length
    timers.advance(4_999)
    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ error: {} }])
    expect(bad.probes.length).toBe(probes)
    timers.advance(1)

    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ result: 'well' }])
    expect(bad.probes.length).toBe(probes + 1)
    expect(events.flatMap((event) => (event.is === 'breaker' ? [event.state] : []))).toEqual([
      'open',
      'half-open',
      'closed',
    ])
  })

  test('breaker › probe fails › open twice as long, callers use the other node', async () => {
    const [bad, good] = [await node(broken), await node()]
    const { rpc, timers } = createTestGateway({ 'eip155:1': [bad, good] }, { failures: 1 })
    await rpc.send('eip155:1', [read()])
    bad.prove(broken)
    timers.advance(5_000)
    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ result: 'eth_getProof here' }])
    await bad.until(() => bad.probes.length === 2)
    await expect.poll(() => rpc.upstreams()[0]?.state).toBe('broken')
    bad.prove(respondWith(() => '0x1'))
    timers.advance(9_999)
    await rpc.send('eip155:1', [read()])
    expect(bad.probes.length).toBe(2)
    timers.advance(1)
    await rpc.send('eip155:1', [read()])
    await expect.poll(() => rpc.upstreams()[0]?.state).toBe('ready')
  })

  test('rank › node lost to a hedge › the other node is first', async () => {
    const [slow, fast] = [await node(() => undefined), await node()]
    const { rpc, timers } = createTestGateway(
      { 'eip155:1': [slow, fast] },
      { minHedgeMs: 200, maxHedgeMs: 200 },
    )
    const responses = rpc.send('eip155:1', [read()])
    await slow.until(() => slow.exchanges.length === 1)
    timers.advance(200)
    await responses
    await slow.exchanges[0]?.cut
    await rpc.send('eip155:1', [read()])

    expect([slow.exchanges.length, fast.exchanges.length]).toEqual([1, 2])
  })

  test('rank › node failed › the other node is first until the failure is old', async () => {
    const [first, second] = [await node(broken), await node()]
    const { rpc, timers } = createTestGateway({ 'eip155:1': [first, second] })
    await rpc.send('eip155:1', [read()])
    await expect.poll(() => rpc.upstreams()[1]?.state).toBe('ready')
    first.behave(respondWith(() => 'well'))
    await rpc.send('eip155:1', [read()])
    expect(first.exchanges.length).toBe(1)
    timers.advance(30_000)

    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ result: 'well' }])
  })
})

describe('pause', () => {
  const limited = ({
    json,
  }: {
    json: (body: unknown, status: number, headers: Record<string, string>) => void
  }) => json({}, 429, { 'retry-after': '30' })

  test('Retry-After › 30 s › no call before; callers get the remaining time', async () => {
    const only = await node(limited)
    const { rpc, timers, events } = createTestGateway({ 'eip155:1': [only] })
    expect(await rpc.send('eip155:1', [read()])).toMatchObject([
      { error: { code: -32005, data: { reason: 'limited', retryAfterMs: 30_000 } } },
    ])
    only.behave(respondWith(() => 'well'))
    timers.advance(29_999)
    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ error: { data: { retryAfterMs: 1 } } }])
    expect(only.exchanges.length).toBe(1)
    timers.advance(1)

    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ result: 'well' }])
    expect(events).toContainEqual({ is: 'limited', chainId: 'eip155:1', host: only.host, pauseMs: 30_000 })
    expect(events.some(({ is }) => is === 'breaker')).toBe(false)
  })

  test('Retry-After › a year › at most five minutes', async () => {
    const only = await node(({ json }) => json({}, 429, { 'retry-after': '31536000' }))
    const { rpc, timers } = createTestGateway({ 'eip155:1': [only] })
    await rpc.send('eip155:1', [read()])
    only.behave(respondWith(() => 'well'))
    timers.advance(300_000)

    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ result: 'well' }])
  })
})

describe('identity', () => {
  test.each([
    ['eip155:1', '0x1', '0x89'],
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    ],
    [
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
      '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
    ],
  ])('identity › node of another chain than %s › gets no calls, reported', async (chainId, right, wrong) => {
    const [other, good] = [await node(undefined, wrong), await node(undefined, right)]
    const { rpc, events } = createTestGateway({ [chainId]: [other, good] })
    const call = callOf(chainId.startsWith('solana') ? 'getSlot' : 'system_health')

    expect(await rpc.send(chainId, [call])).toMatchObject([{ result: `${call.method} here` }])
    expect(other.exchanges).toEqual([])
    expect(events).toContainEqual({
      is: 'wrong-chain',
      chainId,
      host: other.host,
      actual: expect.any(String),
    })
    expect(rpc.upstreams().map(({ state }) => state)).toEqual(['wrong-chain', 'ready'])
  })

  test('identity › node corrected › used after the retry time', async () => {
    const only = await node(undefined, '0x89')
    const { rpc, timers } = createTestGateway({ 'eip155:1': [only] })
    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ error: {} }])
    only.prove(respondWith(() => '0x1'))
    timers.advance(300_000)

    expect(await rpc.send('eip155:1', [read()])).toMatchObject([{ result: 'eth_getProof here' }])
  })
})

describe('separate chains', () => {
  test('hanging node of one chain › many calls › another chain responds', async () => {
    const [hangingNode, well] = [await node(() => undefined), await node(undefined, '0xa')]
    const { rpc, timers } = createTestGateway(
      { 'eip155:1': [hangingNode], 'eip155:10': [well] },
      { connections: 4 },
    )
    const stuck = rpc.send('eip155:1', Array.from({ length: 400 }, read))
    await hangingNode.until(() => hangingNode.exchanges.length === 4)

    expect(await rpc.send('eip155:10', [read()])).toMatchObject([{ result: 'eth_getProof here' }])
    expect(hangingNode.exchanges.length).toBe(4)
    timers.advance(10_000)
    expect((await stuck).length).toBe(400)
  })

  test('queue › more calls than the limit › busy', async () => {
    const hangingNode = await node(() => undefined)
    const limits = { connections: 1, batchCalls: 1, maxQueuedCalls: 2 }
    const { rpc, timers } = createTestGateway({ 'eip155:1': [hangingNode] }, limits)
    const first = rpc.send('eip155:1', [read()])
    await hangingNode.until(() => hangingNode.exchanges.length === 1)
    const waiting = rpc.send('eip155:1', [read(), read()])

    expect(await rpc.send('eip155:1', [read()])).toMatchObject([
      { error: { code: -32005, data: { reason: 'busy' } } },
    ])
    timers.advance(10_000)
    expect([...(await first), ...(await waiting)]).toMatchObject([
      { error: {} },
      { error: {} },
      { error: {} },
    ])
  })
})
