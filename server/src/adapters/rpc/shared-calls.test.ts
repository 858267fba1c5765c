import { describe, expect, test } from 'vitest'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { callOf, closeAfterEach, createTestGateway, node } from './testing/gateway.ts'
import { respondWith } from './testing/test-node.ts'

closeAfterEach()

const hang = () => undefined

describe('equal calls', () => {
  test('equal calls › 1,000 at once › one call to a node', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    const requests = Array.from({ length: 1_000 }, (_, id) =>
      rpc.send('eip155:1', [{ jsonrpc: '2.0', id, method: 'eth_estimateGas', params: [{ to: '0x1' }] }]),
    )
    const responses = await Promise.all(requests)

    expect(one.methods()).toEqual(['eth_estimateGas'])
    expect(responses.flat().map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, id) => id))
  })

  test('equal calls › fresh results requested › each is sent, later calls use the newest', async () => {
    let responses = 0
    const one = await node(
      respondWith(() => {
        responses += 1
        return `0x${responses}`
      }),
    )
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    const call = callOf('eth_getBalance', '0xab', 'latest')
    const send = async (isFresh: boolean) => (await rpc.send('eip155:1', [call], { isFresh }))[0]
    await send(false)
    const [fresh, alsoFresh] = await Promise.all([send(true), send(true)])
    expect(new Set([fresh, alsoFresh].map((response) => JSON.stringify(response))).size).toBe(2)
    await send(false)
    expect(one.methods()).toHaveLength(3)
  })

  test('equal calls › other parameters or another chain › not shared', async () => {
    const [one, other] = [await node(), await node(undefined, '0xa')]
    const { rpc } = createTestGateway({ 'eip155:1': [one], 'eip155:10': [other] })
    await Promise.all([
      rpc.send('eip155:1', [callOf('eth_estimateGas', 'a'), callOf('eth_estimateGas', 'b')]),
      rpc.send('eip155:10', [callOf('eth_estimateGas', 'a')]),
    ])

    expect([one.methods().length, other.methods().length]).toEqual([2, 1])
  })

  test('equal calls › parameters too long for a key › distinguished', async () => {
    const one = await node(respondWith(({ params }) => String(params[0]).at(-1)))
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    const long = 'x'.repeat(1_000)

    expect(
      await rpc.send('eip155:1', [callOf('eth_getCode', `${long}a`), callOf('eth_getCode', `${long}b`)]),
    ).toMatchObject([{ result: 'a' }, { result: 'b' }])
  })
})

describe('batches', () => {
  test('batch › calls of several callers in one event loop iteration › share a request', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    await rpc.send('eip155:1', [callOf('eth_estimateGas')])
    one.exchanges.length = 0
    await Promise.all(['a', 'b', 'c'].map((name) => rpc.send('eip155:1', [callOf('eth_estimateGas', name)])))

    expect(one.exchanges.map(({ calls }) => calls.length)).toEqual([3])
  })

  test('batch › more calls than the limit › several requests', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] }, { batchCalls: 20 })
    const calls = Array.from({ length: 45 }, (_, at) => callOf('eth_getProof', `${at}`))

    expect((await rpc.send('eip155:1', calls)).map(({ id }) => id)).toEqual(calls.map(({ id }) => id))
    expect(one.exchanges.map(({ calls: sent }) => sent.length).sort()).toEqual([20, 20, 5])
  })

  test('batch › slow methods › have requests of their own', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    await rpc.send('eip155:1', [callOf('eth_estimateGas'), callOf('eth_getLogs', {}), callOf('eth_getProof')])

    expect(one.exchanges.map(({ calls }) => calls.map(({ method }) => method)).sort()).toEqual([
      ['eth_estimateGas', 'eth_getProof'],
      ['eth_getLogs'],
    ])
  })

  test('batch › the only connection is busy › later calls share the next request', async () => {
    const one = await node(hang)
    const { rpc } = createTestGateway({ 'eip155:1': [one] }, { connections: 1 })
    const first = rpc.send('eip155:1', [callOf('eth_estimateGas')])
    await one.until(() => one.exchanges.length === 1)
    one.behave(respondWith(() => 'well'))
    const later = ['a', 'b', 'c'].map(async (name) => {
      const responses = rpc.send('eip155:1', [callOf('eth_getProof', name)])
      await new Promise(setImmediate)
      return responses
    })
    await new Promise(setImmediate)
    const second = rpc.send('eip155:1', [callOf('eth_getProof', 'd')])
    await new Promise(setImmediate)
    const exchange = one.exchanges[0]
    if (exchange) respondWith(() => 'well')(exchange)
    await Promise.all([first, ...later, second])

    expect(one.exchanges.map(({ calls }) => calls.length)).toEqual([1, 4])
  })

  test('batch › empty › sends nothing', async () => {
    const one = await node()
    expect(await createTestGateway({ 'eip155:1': [one] }).rpc.send('eip155:1', [])).toEqual([])
    expect([one.exchanges, one.probes]).toEqual([[], []])
  })
})

describe('aborting callers', () => {
  test('abort › only caller › aborts the request to the node', async () => {
    const slow = await node(hang)
    const { rpc, timers } = createTestGateway({ 'eip155:1': [slow] })
    const caller = new AbortController()
    const responses = rpc.send('eip155:1', [callOf('eth_estimateGas')], { signal: caller.signal })
    await slow.until(() => slow.exchanges.length === 1)
    caller.abort(new Error('gone'))

    await expect(responses).rejects.toThrow('gone')
    await slow.exchanges[0]?.cut
    expect(timers.count()).toBe(0)
    expect(rpc.upstreams()).toMatchObject([{ state: 'ready' }])
  })

  test('abort › another caller waits for the same call › request continues', async () => {
    const slow = await node(hang)
    const { rpc } = createTestGateway({ 'eip155:1': [slow] })
    const caller = new AbortController()
    const call = callOf('eth_estimateGas')
    const left = rpc.send('eip155:1', [call], { signal: caller.signal })
    const stays = rpc.send('eip155:1', [call], { signal: new AbortController().signal })
    await slow.until(() => slow.exchanges.length === 1)
    caller.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const exchange = slow.exchanges[0]
    if (exchange) respondWith(() => 'still here')(exchange)

    expect(await stays).toMatchObject([{ result: 'still here' }])
  })

  test('abort › another call of the same request is pending › request continues', async () => {
    const slow = await node(hang)
    const { rpc } = createTestGateway({ 'eip155:1': [slow] })
    const caller = new AbortController()
    const left = rpc.send('eip155:1', [callOf('eth_estimateGas', 'a')], { signal: caller.signal })
    const stays = rpc.send('eip155:1', [callOf('eth_estimateGas', 'b')])
    await slow.until(() => slow.methods().length === 2)
    caller.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const exchange = slow.exchanges.at(-1)
    if (exchange) respondWith(({ params }) => params[0])(exchange)

    expect(await stays).toMatchObject([{ result: 'b' }])
  })

  test('abort › a batch of many calls › no warning about listeners', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    const warnings: Error[] = []
    const listen = (warning: Error) => warnings.push(warning)
    process.on('warning', listen)
    const calls = Array.from({ length: 30 }, (_, at) => callOf('eth_getProof', `${at}`))
    await rpc.send('eip155:1', calls, { signal: new AbortController().signal })
    process.off('warning', listen)

    expect(warnings).toEqual([])
  })

  test('abort › before the call › sends nothing', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    const signal = AbortSignal.abort(new Error('gone'))

    await expect(rpc.send('eip155:1', [callOf('eth_estimateGas')], { signal })).rejects.toThrow('gone')
    expect(one.probes).toEqual([])
  })

  test('abort › in the same iteration › sends nothing; next equal call is new', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    const call = callOf('eth_estimateGas')
    await rpc.send('eip155:1', [call])
    one.exchanges.length = 0
    const caller = new AbortController()
    const responses = rpc.send('eip155:1', [call], { signal: caller.signal })
    caller.abort(new Error('gone'))

    await expect(responses).rejects.toThrow('gone')
    expect(await rpc.send('eip155:1', [call])).toMatchObject([{ result: 'eth_estimateGas here' }])
    expect(one.methods()).toEqual(['eth_estimateGas'])
  })
})

describe('configuration', () => {
  test('chain › without nodes › UnsupportedChainError', async () => {
    const { rpc } = createTestGateway({ 'eip155:1': [await node()] })
    expect(rpc.chainIds()).toEqual(['eip155:1'])
    await expect(rpc.send('eip155:2', [])).rejects.toThrow(new UnsupportedChainError('eip155:2'))
  })

  test.each([
    ['ftp://key@host', 'A node of eip155:1 must be an http or https URL'],
    ['secret', 'A node of eip155:1 must be an http or https URL'],
  ])('URL › %s › error without it', async (url, message) => {
    const chains = [{ chainId: 'eip155:1', urls: [url] }]
    expect(() => createTestGateway({}, {}, { chains })).toThrow(new Error(message))
  })

  test('chains › one twice, or without URL › error', () => {
    const chain = { chainId: 'eip155:1', urls: ['http://127.0.0.1:1'] }
    expect(() => createTestGateway({}, {}, { chains: [chain, chain] })).toThrow('eip155:1 is listed twice')
    expect(() => createTestGateway({}, {}, { chains: [{ ...chain, urls: [] }] })).toThrow(
      'eip155:1 has no node',
    )
  })
})
