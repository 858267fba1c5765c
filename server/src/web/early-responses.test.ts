import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { createPrometheusMetrics } from '../adapters/prometheus/prometheus.ts'
import type { BudgetSettings } from '../core/rate-limits.ts'
import type { ServerParts } from '../server.ts'
import { commonQuery, openTestServer } from '../testing/test-server.ts'
import { discardBodies } from './discard-bodies.ts'
import { respondToMalformed } from './malformed-requests.ts'
import type { ServerEnv } from './server-env.ts'
import { rawClient } from './testing/raw-client.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function listen(app: Pick<Hono<ServerEnv>, 'fetch'>): Promise<number> {
  const server = createAdaptorServer({ fetch: app.fetch })
  respondToMalformed(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  open.push(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return address.port
}

async function connectTo(port: number) {
  const client = await rawClient(port)
  open.push(client.close)
  return client
}

async function serverWith(parts: Partial<ServerParts>): Promise<number> {
  const server = await openTestServer({
    ...parts,
    metrics: { metrics: createPrometheusMetrics(), token: 'x'.repeat(32) },
  })
  open.push(server.close)
  return listen(server.app)
}

const budgets: BudgetSettings = {
  project: { pointsPerMinute: 1, codesPerHour: 1 },
  ip: { pointsPerMinute: 1, codesPerHour: 1 },
  account: { pointsPerMinute: 1 },
  email: { codesPerHour: 1 },
}
/** Limits that reject each call in one way. */
const rejectingLimits = (is: 'limited' | 'unavailable'): Partial<ServerParts> => ({
  bodyMaxBytes: 400_000,
  limits: {
    budgets,
    limiter: {
      charge: async () => ({ is, budget: 'any', retryAfterSeconds: 5 }),
      reserveSlot: async () => 0,
      check: async () => undefined,
      close: async () => undefined,
    },
  },
})

const origin = 'https://shop.example'
const head = (request: string, ...headers: readonly string[]): string =>
  [`${request} HTTP/1.1`, 'Host: wallet.example', `Origin: ${origin}`, ...headers]
    .map((line) => `${line}\r\n`)
    .join('')
const half = 'a'.repeat(150_000)
const declared = `Content-Length: ${2 * half.length}`
const chunk = `${half.length.toString(16)}\r\n${half}\r\n`
const code = `POST /auth/v1/otp?${commonQuery}`

type Case = {
  readonly status: number
  readonly request: string
  readonly isChunked?: true
  readonly parts?: Partial<ServerParts>
}
/** Every case in which the server has its response before it has read the body. */
const cases: Readonly<Record<string, Case>> = {
  'body above the limit': { status: 413, request: code, parts: { bodyMaxBytes: 200_000 } },
  'chunked body above the limit': {
    status: 413,
    request: code,
    isChunked: true,
    parts: { bodyMaxBytes: 100_000 },
  },
  'client over its budget': { status: 429, request: code, parts: rejectingLimits('limited') },
  'limiter away': { status: 503, request: code, parts: rejectingLimits('unavailable') },
  'no such path': { status: 404, request: 'POST /no-such-path', parts: { bodyMaxBytes: 400_000 } },
  'reader without the token': { status: 401, request: 'GET /metrics' },
  'health with a body': { status: 200, request: 'GET /livez' },
}

describe.each(Object.entries(cases))('%s', (_, { status, request, isChunked, parts = {} }) => {
  const start = isChunked ? `Transfer-Encoding: chunked\r\n\r\n${chunk}` : `${declared}\r\n\r\n${half}`
  const rest = isChunked ? `${chunk}0\r\n\r\n` : half

  it('response › arrives before the body, with CORS, connection stays open', async () => {
    const client = await connectTo(await serverWith(parts))
    await client.send(`${head(request)}${start}`)
    const early = await client.response()
    expect([early.status, early.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
    await client.send(rest)
    await client.send(`${head('GET /livez')}\r\n`)
    expect(await client.response()).toMatchObject({ status: 200, body: 'ok' })
  })

  it('last request of a connection › ends without a reset after the body', async () => {
    const client = await connectTo(await serverWith(parts))
    await client.send(`${head(request, 'Connection: close')}${start}`)
    expect((await client.response()).status).toBe(status)
    for (let at = 0; at < rest.length; at += 10_000) await client.send(rest.slice(at, at + 10_000))
    expect(await client.closed()).toBeUndefined()
  })
})

it("response without a body › follows the request's body", async () => {
  const client = await connectTo(await serverWith({ bodyMaxBytes: 400_000 }))
  const part = half.slice(0, 30_000)
  await client.send(`${head('POST /csp-reports')}Content-Length: ${2 * part.length}\r\n\r\n${part}`)
  await client.send(part)
  expect((await client.response()).status).toBe(204)
  await client.send(`${head('GET /livez')}\r\n`)
  expect((await client.response()).status).toBe(200)
})

it('small bodies › connection stays usable after each response', async () => {
  const client = await connectTo(await serverWith({}))
  for (let count = 0; count < 20; count++) {
    await client.send(`${head('POST /no-such-path', 'Content-Length: 2')}\r\nab`)
    expect((await client.response()).status).toBe(404)
  }
})

describe('limits', () => {
  const bounded = async (bounds: { readonly maxBytes: number; readonly maxMs: number }) => {
    const app = new Hono<ServerEnv>()
    app.use(discardBodies(bounds))
    app.post('/', (c) => c.text('early', 403))
    return connectTo(await listen(app))
  }

  it('client stops sending › gets a response, connection ends', async () => {
    const client = await bounded({ maxBytes: 1_000_000, maxMs: 20 })
    await client.send(`${head('POST /')}${declared}\r\n\r\n${half}`)
    expect(await client.response()).toMatchObject({ status: 403, body: 'early' })
    await client.closed()
  })

  it('body above the limit › response ends the connection', async () => {
    const client = await bounded({ maxBytes: 200_000, maxMs: 60_000 })
    await client.send(`${head('POST /')}${declared}\r\n\r\n${half}`)
    const { status, headers } = await client.response()
    expect([status, headers.get('connection')]).toEqual([403, 'close'])
    await client.send(half)
    await client.closed()
  })
})

it.each([
  ['no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['too long an address', `${head(`GET /${'a'.repeat(20_000)}`)}\r\n`, 431],
])('%s › readable response', async (_, text, status) => {
  const client = await connectTo(await serverWith({}))
  await client.send(text)
  const response = await client.response()
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
  expect(JSON.parse(response.body)).toEqual({ reasons: [{ description: expect.any(String) }] })
})
