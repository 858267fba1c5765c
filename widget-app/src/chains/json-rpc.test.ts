import { describe, expect, test } from 'vitest'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { createJsonRpc, type JsonRpcOptions } from './json-rpc.ts'
import { virtualClock } from './testing/virtual-clock.ts'

type Reply = Response | Error | 'never'

const result = (value: unknown) => Response.json({ jsonrpc: '2.0', id: 1, result: value })
const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('sorry', { status: code, headers })

/** A gateway that returns these replies in order. */
function world(...replies: Reply[]) {
  const clock = virtualClock(Date.UTC(2026, 0, 1))
  const bodies: unknown[] = []
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    bodies.push(JSON.parse(String(init?.body)))
    const reply = replies.shift()
    if (reply === undefined) throw new Error('Unexpected request')
    if (reply instanceof Error) throw reply
    if (reply !== 'never') return reply
    return new Promise((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  }
  const rpc = createJsonRpc({ clock, fetch }, 'https://gateway.test/v1')
  const call = (method = 'eth_blockNumber', options: JsonRpcOptions = {}) =>
    rpc(method, [], z.string(), options)
  const retryWaits = () => clock.waits.filter((ms) => ms !== 10_000)
  return { call, bodies, retryWaits }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('should have failed'),
    (error: unknown) => error,
  )

describe('createJsonRpc', () => {
  test('call › sends JSON-RPC 2.0 and returns the parsed result', async () => {
    const { call, bodies } = world(result('0x1'))
    expect(await call()).toBe('0x1')
    expect(bodies).toEqual([{ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }])
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'status %i › retries after 150, 300, 600 ms',
    async (code) => {
      const { call, retryWaits } = world(status(code), status(code), status(code), result('late'))
      expect(await call()).toBe('late')
      expect(retryWaits()).toEqual([150, 300, 600])
    },
  )

  test('fourth failure › final, with its status', async () => {
    const { call, bodies } = world(status(503), status(503), status(503), status(503))
    expect(await failure(call())).toMatchObject({ code: 'http/status', data: { status: 503 } })
    expect(bodies).toHaveLength(4)
  })

  test.each([400, 401, 404, 501])('status %i › no retry', async (code) => {
    const { call, bodies } = world(status(code))
    expect(await failure(call())).toMatchObject({ code: 'http/status', data: { status: code } })
    expect(bodies).toHaveLength(1)
  })

  test.each([
    ['2', 2_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['0', 150],
    ['nonsense', 150],
  ])('Retry-After %s › waits %i ms', async (header, waited) => {
    const { call, retryWaits } = world(status(429, { 'retry-after': header }), result('ok'))
    await call()
    expect(retryWaits()).toEqual([waited])
  })

  test('Retry-After of minutes › final', async () => {
    const { call, bodies } = world(status(429, { 'retry-after': '600' }))
    expect(await failure(call())).toMatchObject({ data: { status: 429 } })
    expect(bodies).toHaveLength(1)
  })

  test.each(['eth_sendRawTransaction', 'sendTransaction'])('%s › never sent twice', async (method) => {
    const { call, bodies } = world(status(503))
    await failure(call(method))
    expect(bodies).toHaveLength(1)
  })

  test('no response in 10 s › timeout, final', async () => {
    const { call, bodies } = world('never')
    expect(isWidgetError(await failure(call()), 'http/timeout')).toBe(true)
    expect(bodies).toHaveLength(1)
  })

  test('unreachable gateway › no retry', async () => {
    const { call, bodies } = world(new TypeError('Failed to fetch'))
    expect(isWidgetError(await failure(call()), 'http/network')).toBe(true)
    expect(bodies).toHaveLength(1)
  })

  test("node's error › code, message and data are unchanged", async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const { call } = world(Response.json({ jsonrpc: '2.0', id: 1, error }))
    const thrown = await failure(call())
    expect(isProviderRpcError(thrown, 3)).toBe(true)
    expect(thrown).toMatchObject(error)
  })

  test('busy status with a JSON-RPC body › retries', async () => {
    const busy = Response.json(
      { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'slow down' } },
      { status: 429 },
    )
    const { call } = world(busy, result('ok'))
    expect(await call()).toBe('ok')
  })

  test.each([
    ['no JSON', () => new Response('<html>')],
    ['no JSON-RPC', () => Response.json({ hello: 1 })],
    ['a result of another type', () => result(1)],
  ])('%s › invalid response', async (_, reply) => {
    expect(isWidgetError(await failure(world(reply()).call()), 'http/invalid-response')).toBe(true)
  })

  test('aborted call, also while it waits to retry › rejects with the reason', async () => {
    const aborter = new AbortController()
    const { call, bodies } = world(status(429, { 'retry-after': '9' }))
    const reason = new Error('closed')
    const thrown = failure(call('eth_blockNumber', { signal: aborter.signal }))
    aborter.abort(reason)
    expect(await thrown).toBe(reason)
    expect(bodies.length).toBeLessThanOrEqual(1)
  })
})
