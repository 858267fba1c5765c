import { describe, expect, it } from 'vitest'
import { chainIdSchema } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { createRpcBatcher } from './rpc-batcher.ts'
import type { Gateways } from './rpc-gateway.ts'

const chain = z.parse(chainIdSchema, 'eip155:1')
const base = z.parse(chainIdSchema, 'eip155:8453')
const callSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
const bodySchema = z.union([z.array(callSchema), callSchema])
type Call = z.infer<typeof callSchema>
type NodeResult = { readonly result: unknown } | { readonly error: { code: number; message: string } }

const gatewaysOf = (...hosts: string[]): Gateways => {
  const [first = '', ...others] = hosts.map((host) => ({
    baseUrl: `https://${host}`,
    common: { projectId: 'p', st: 's', sv: 'v' },
  }))
  if (first === '') throw new Error('A lane needs a gateway')
  return [first, ...others]
}

/** A batcher over nodes that respond to each call; `failRequest` fails a whole request with a status. */
function world(
  node: (call: Call) => NodeResult,
  failRequest: (request: {
    host: string
    calls: readonly Call[]
    isBatch: boolean
  }) => Response | Error | undefined = () => undefined,
) {
  const clock = fakeClock()
  const requests: { readonly host: string; readonly at: number; readonly methods: readonly string[] }[] = []
  const start = clock.now()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { host, searchParams } = new URL(String(input))
    const body = z.parse(bodySchema, JSON.parse(String(init?.body)))
    const isBatch = Array.isArray(body)
    const calls = Array.isArray(body) ? body : [body]
    const methods = calls.map(({ method }) => method)
    requests.push({ host: `${host} ${searchParams.get('chainId')}`, at: clock.now() - start, methods })
    const failure = failRequest({ host, calls, isBatch })
    if (failure instanceof Error) throw failure
    if (failure) return failure
    const responses = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...node(call) }))
    return Response.json(isBatch ? responses.toReversed() : responses[0])
  }
  const batcher = createRpcBatcher({ fetch, clock })
  const gateways = gatewaysOf('one', 'two')
  const read = (
    method: string,
    params: unknown[] = [],
    options: { on?: typeof chain; until?: AbortSignal } = {},
  ) =>
    batcher(
      gateways,
      options.on ?? chain,
      { method, params },
      options.until ?? new AbortController().signal,
    ).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
  const settle = async <T>(work: Promise<T>): Promise<T> => {
    await clock.advance(60_000)
    return work
  }
  return { clock, requests, read, settle }
}

const echo = ({ method, params }: Call): NodeResult => ({ result: `${method} ${JSON.stringify(params)}` })

describe('calls of one tick', () => {
  it('several calls › one batch, each gets its own result', async () => {
    const { read, settle, requests } = world(echo)
    const all = await settle(
      Promise.all([read('eth_gasPrice'), read('eth_call', [1]), read('eth_call', [2])]),
    )
    expect(all).toEqual([{ value: 'eth_gasPrice []' }, { value: 'eth_call [1]' }, { value: 'eth_call [2]' }])
    expect(requests.map(({ methods }) => methods)).toEqual([['eth_gasPrice', 'eth_call', 'eth_call']])
  })

  it('equal calls › sent once; a single call without a list; chains do not mix', async () => {
    const { read, settle, requests } = world(echo)
    await settle(
      Promise.all([read('eth_gasPrice'), read('eth_gasPrice'), read('eth_gasPrice', [], { on: base })]),
    )
    expect(requests.map(({ host, methods }) => [host, methods])).toEqual([
      ['one eip155:1', ['eth_gasPrice']],
      ['one eip155:8453', ['eth_gasPrice']],
    ])
  })

  it('failing call › fails alone, with its code', async () => {
    const { read, settle } = world((call) =>
      call.method === 'eth_call' ? { error: { code: 3, message: 'execution reverted' } } : echo(call),
    )
    const [bad, good] = await settle(Promise.all([read('eth_call'), read('eth_gasPrice')]))
    expect(bad).toMatchObject({ error: { code: 3, message: 'execution reverted' } })
    expect(good).toEqual({ value: 'eth_gasPrice []' })
  })

  it('batch › at most a hundred calls', async () => {
    const { read, settle, requests } = world(echo)
    await settle(Promise.all(Array.from({ length: 150 }, (_, at) => read('eth_call', [at]))))
    expect(requests.map(({ methods }) => methods.length)).toEqual([100, 50])
  })

  it.each([400, 413])('gateway rejects batches with %i › calls are sent one by one', async (status) => {
    const { read, settle } = world(echo, ({ isBatch }) =>
      isBatch ? new Response('{}', { status }) : undefined,
    )
    const all = await settle(Promise.all([read('eth_gasPrice'), read('eth_blockNumber')]))
    expect(all).toEqual([{ value: 'eth_gasPrice []' }, { value: 'eth_blockNumber []' }])
  })

  it('one caller aborts › the others continue; all abort › nothing is sent', async () => {
    const { read, settle, requests } = world(echo)
    const leaving = new AbortController()
    const aborted = read('eth_gasPrice', [], { until: leaving.signal })
    const stays = read('eth_blockNumber')
    const alone = read('eth_gasPrice', [], { on: base, until: leaving.signal })
    leaving.abort(new Error('away'))
    expect(await settle(Promise.all([aborted, stays, alone]))).toMatchObject([
      { error: { message: 'away' } },
      { value: 'eth_blockNumber []' },
      { error: { message: 'away' } },
    ])
    expect(requests.map(({ host }) => host)).toEqual(['one eip155:1'])
  })
})

describe('failing gateway', () => {
  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'three more failures with %i after 150, 450, 1,050 ms › the next gateway',
    async (status) => {
      const { read, settle, requests } = world(echo, ({ host }) =>
        host === 'one' ? new Response('{}', { status }) : undefined,
      )
      expect(await settle(read('eth_gasPrice'))).toEqual({ value: 'eth_gasPrice []' })
      expect(requests.map(({ host, at }) => [host, at])).toEqual([
        ['one eip155:1', 0],
        ['one eip155:1', 150],
        ['one eip155:1', 450],
        ['one eip155:1', 1_050],
        ['two eip155:1', 1_050],
      ])
    },
  )

  it('Retry-After › is honoured', async () => {
    let isFirst = true
    const { read, settle, requests } = world(echo, () => {
      if (!isFirst) return undefined
      isFirst = false
      return new Response('{}', { status: 429, headers: { 'retry-after': '2' } })
    })
    await settle(read('eth_gasPrice'))
    expect(requests.map(({ at }) => at)).toEqual([0, 2_000])
  })

  it('no gateway reachable › 4901', async () => {
    const { read, settle } = world(echo, () => new TypeError('Failed to fetch'))
    expect(await settle(read('eth_gasPrice'))).toMatchObject({
      error: { code: 4901, data: { widgetCode: 'http/network' } },
    })
  })

  it.each([
    [429, -32005],
    [500, -32603],
    [404, -32603],
  ])('last status %i › code %i', async (status, code) => {
    const { read, settle } = world(echo, () => new Response('{}', { status }))
    expect(await settle(read('eth_gasPrice'))).toMatchObject({ error: { code } })
  })

  it('response of another request › −32603', async () => {
    const { read, settle } = world(echo, ({ calls }) =>
      Response.json(calls.map(() => ({ jsonrpc: '2.0', id: 77, result: '0x1' }))),
    )
    const both = await settle(Promise.all([read('eth_gasPrice'), read('eth_blockNumber')]))
    expect(both).toMatchObject([{ error: { code: -32603 } }, { error: { code: -32603 } }])
  })

  it('node reports 429 in JSON-RPC › only that call is sent again', async () => {
    let remainingFailures = 2
    const { read, settle, requests } = world((call) => {
      if (call.method !== 'eth_call' || remainingFailures === 0) return echo(call)
      remainingFailures -= 1
      return { error: { code: 429, message: 'Too many requests' } }
    })
    const all = await settle(Promise.all([read('eth_gasPrice'), read('eth_call')]))
    expect(all).toEqual([{ value: 'eth_gasPrice []' }, { value: 'eth_call []' }])
    expect(requests.map(({ at, methods }) => [at, methods.length])).toEqual([
      [0, 2],
      [150, 1],
      [450, 1],
    ])
  })
})

it('immutable result › fetched once; others every time', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  const { read, settle, requests } = world(({ method }) => ({
    result: method === 'eth_getTransactionReceipt' ? { blockNumber: '0x10' } : { number: '0x10' },
  }))
  const receipt = () => settle(read('eth_getTransactionReceipt', [hash]))
  await receipt()
  await receipt()
  await settle(read('eth_getBlockByNumber', ['finalized', false]))
  await receipt()
  expect(await receipt()).toEqual({ value: { blockNumber: '0x10' } })
  await settle(read('eth_getTransactionReceipt', [hash], { on: base }))
  expect(requests.map(({ host, methods }) => `${host} ${methods}`)).toEqual([
    'one eip155:1 eth_getTransactionReceipt',
    'one eip155:1 eth_getTransactionReceipt',
    'one eip155:1 eth_getBlockByNumber',
    'one eip155:1 eth_getTransactionReceipt',
    'one eip155:8453 eth_getTransactionReceipt',
  ])
})
