import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRateLimiter } from '../adapters/rate-limiter/rate-limiter.ts'
import { parseNetwork } from '../core/ip-network.ts'
import type { BudgetSettings } from '../core/rate-limits.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import type { ServerParts } from '../server.ts'
import { startRedis } from '../testing/redis.ts'
import { commonQuery, openTestServer, testProject } from '../testing/test-server.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const largeBudgets: BudgetSettings = {
  project: { pointsPerMinute: 100_000, codesPerHour: 100_000 },
  ip: { pointsPerMinute: 100_000, codesPerHour: 100_000 },
  account: { pointsPerMinute: 100_000 },
  email: { codesPerHour: 100_000 },
}

/** A server with large budgets except the given ones, and its rejections. */
async function limitedServer(budgets: Partial<BudgetSettings>, parts: Partial<ServerParts> = {}) {
  const limiter = createRateLimiter({})
  open.push(limiter.close)
  const rejected: string[] = []
  const server = await openTestServer({
    limits: {
      limiter,
      budgets: { ...largeBudgets, ...budgets },
      onRejected: (budget, is) => rejected.push(`${is}: ${budget}`),
    },
    mailer: { send: async () => undefined },
    ...parts,
  })
  open.push(server.close)
  const statusOf = async (path: string, init?: RequestInit) =>
    (await server.app.request(`${path}${path.includes('?') ? '&' : '?'}${commonQuery}`, init)).status
  const post = (path: string, body: unknown, headers = {}) =>
    statusOf(path, { method: 'POST', body: JSON.stringify(body), headers })
  return { ...server, refused: rejected, statusOf, post }
}

const unavailableLimiter: RateLimiter = {
  charge: async ([charge]) =>
    charge === undefined
      ? { is: 'allowed' }
      : { is: 'unavailable', budget: charge.budget.name, retryAfterSeconds: 5 },
  reserveSlot: async () => 0,
  check: async () => undefined,
  close: async () => undefined,
}

describe('limits', () => {
  it('client over its budget › 429 with Retry-After and CORS, no project lookup', async () => {
    const {
      app,
      statusOf,
      refused: rejected,
      stores,
    } = await limitedServer({
      ip: { ...largeBudgets.ip, pointsPerMinute: 2 },
    })
    const find = vi.spyOn(stores.projects, 'find')
    expect([await statusOf('/getWallets'), await statusOf('/getWallets')]).toEqual([200, 200])
    const response = await app.request(`/getWallets?${commonQuery}`)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('retry-after')
    expect(await response.json()).toEqual({ reasons: [{ description: 'Too many requests' }] })
    expect(find.mock.calls.map(([id]) => id)).toEqual(['demo', 'demo'])
    expect(rejected).toEqual(['limited: catalogue ip'])
  })

  it('shared store unavailable › 503 with Retry-After and CORS', async () => {
    const server = await openTestServer({ limits: { limiter: unavailableLimiter, budgets: largeBudgets } })
    open.push(server.close)
    const response = await server.app.request(`/auth/v1/nonce?${commonQuery}`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('Redis killed › reads use local budgets, sign-in is rejected until it is back', async () => {
    const redis = await startRedis()
    open.push(redis.stop)
    const limiter = createRateLimiter({ redisUrl: redis.url })
    open.push(limiter.close)
    await vi.waitFor(limiter.check, { timeout: 10_000, interval: 10 })
    const budgets = { ...largeBudgets, ip: { ...largeBudgets.ip, pointsPerMinute: 10 } }
    const server = await openTestServer({ limits: { limiter, budgets } })
    open.push(server.close)
    const statusOf = async (path: string) => (await server.app.request(`${path}?${commonQuery}`)).status
    expect(await statusOf('/auth/v1/nonce')).toBe(200)
    await redis.kill()
    expect(await statusOf('/auth/v1/nonce')).toBe(503)
    const reads: number[] = []
    for (let read = 0; read < 6; read += 1) reads.push(await statusOf('/v1/convert/gas-price'))
    expect(reads).toEqual([400, 400, 400, 400, 400, 429])
    await redis.start()
    await vi.waitFor(limiter.check, { timeout: 10_000, interval: 20 })
    expect(await statusOf('/auth/v1/nonce')).toBe(200)
  })

  it('project over its budget › rejected, another one is not', async () => {
    const {
      stores,
      statusOf,
      app,
      refused: rejected,
    } = await limitedServer({
      project: { ...largeBudgets.project, pointsPerMinute: 1 },
    })
    await stores.projects.add(testProject({ key: 'other-key', id: 'other' }))
    expect([await statusOf('/getWallets'), await statusOf('/getWallets')]).toEqual([200, 429])
    const other = await app.request(`/getWallets?${commonQuery.replace('demo', 'other')}`)
    expect(other.status).toBe(200)
    expect(rejected).toEqual(['limited: catalogue project'])
  })

  it('unknown projects and invalid bodies › charge only the client', async () => {
    const { statusOf, post, app } = await limitedServer({
      project: { ...largeBudgets.project, pointsPerMinute: 1 },
    })
    expect((await app.request('/getWallets?projectId=none&st=a&sv=b')).status).toBe(401)
    expect(await statusOf('/getWallets?page=x')).toBe(400)
    expect(await post('/batch', 'no list')).toBe(400)
    expect(await statusOf('/getWallets')).toBe(200)
  })

  it('account › limited in any notation, across clients', async () => {
    const { statusOf, refused: rejected } = await limitedServer(
      { account: { pointsPerMinute: 5 } },
      { balances: [{ chainIds: () => ['eip155:1'], balances: async () => [] }] },
    )
    const address = `0x${'aB'.repeat(20)}`
    const balance = (one: string) => statusOf(`/v1/account/${one}/balance?chainId=eip155:1`)
    expect(await balance(address)).toBe(200)
    expect(await balance(address.toLowerCase())).toBe(200)
    expect(await balance(address)).toBe(429)
    expect(await balance(`0x${'cd'.repeat(20)}`)).toBe(200)
    expect(rejected).toEqual(['limited: chain-data account'])
  })

  it('balance that bypasses the cache › one point per token', async () => {
    const { statusOf } = await limitedServer(
      { account: { pointsPerMinute: 10 } },
      { balances: [{ chainIds: () => ['eip155:1'], balances: async () => [] }] },
    )
    const path = `/v1/account/0x${'ab'.repeat(20)}/balance?chainId=eip155:1`
    expect(await statusOf(`${path}&forceUpdate=eip155:1:0xa,eip155:1:0xb,eip155:1:0xc`)).toBe(200)
    expect(await statusOf(path)).toBe(429)
  })

  it('e-mail address in any letter case › same code limit', async () => {
    const { post, refused: rejected } = await limitedServer({ email: { codesPerHour: 1 } })
    const codeTo = (email: string, account: string) => post('/auth/v1/otp', { email, account })
    expect(await codeTo('anna@mail.example', 'eip155:1:0x1')).toBe(200)
    expect(await codeTo('ANNA@mail.example', 'eip155:1:0x2')).toBe(429)
    expect(await codeTo('boris@mail.example', 'eip155:1:0x2')).toBe(200)
    expect(rejected).toEqual(['limited: code-send email'])
  })

  it("attempts at one code › limited in addition to the store's count", async () => {
    const { statusOf, refused: rejected } = await limitedServer({})
    const confirm = (id: string) =>
      statusOf('/auth/v1/otp', {
        method: 'PUT',
        body: '{"code":"123456"}',
        headers: { 'x-otp': id },
      })
    const statuses = await Promise.all(Array.from({ length: 11 }, () => confirm('made-up-id')))
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 404), 429])
    expect(rejected).toEqual(['limited: code-confirm code'])
  })
})

describe('JSON-RPC', () => {
  const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })
  const rpc = {
    chainIds: () => ['eip155:1'],
    send: async (_: string, calls: readonly unknown[]) =>
      calls.map(() => ({ jsonrpc: '2.0' as const, id: 1, result: '0x' })),
  }
  const path = '/v1?chainId=eip155:1'

  it('batch › costs the sum of its calls', async () => {
    // 2.5 × 4 = 10 points; eth_call costs 2.
    const { post, refused: rejected } = await limitedServer(
      { ip: { ...largeBudgets.ip, pointsPerMinute: 4 } },
      { rpc },
    )
    expect(await post(path, [call('eth_call'), call('eth_call'), call('eth_call'), call('eth_call')])).toBe(
      200,
    )
    expect(await post(path, call('eth_call'))).toBe(200)
    expect(await post(path, call('eth_chainId'))).toBe(429)
    expect(rejected).toEqual(['limited: rpc ip'])
  })

  it('batch above the configured size › 413 with CORS', async () => {
    const server = await openTestServer({ rpc, batchMaxCalls: 2 })
    open.push(server.close)
    const send = (count: number) =>
      server.app.request(`${path}&${commonQuery}`, {
        method: 'POST',
        body: JSON.stringify(Array.from({ length: count }, () => call('eth_chainId'))),
      })
    expect((await send(2)).status).toBe(200)
    const rejected = await send(3)
    expect(rejected.status).toBe(413)
    expect(rejected.headers.get('access-control-allow-origin')).toBe('*')
    expect(await rejected.json()).toEqual({ reasons: [{ description: 'A batch has at most 2 calls' }] })
  })

  it('body above the configured size › 413; JSON-RPC may have four times as much', async () => {
    const server = await openTestServer({ rpc, bodyMaxBytes: 2_000 })
    open.push(server.close)
    const send = async (to: string, length: number) => {
      const headers = { 'content-length': String(length) }
      const init = { method: 'POST', body: 'a'.repeat(length), headers }
      return (await server.app.request(`${to}&${commonQuery}`, init)).status
    }
    expect(await send('/batch?a', 2_000)).toBe(400)
    expect(await send('/batch?a', 2_001)).toBe(413)
    expect(await send(path, 8_000)).toBe(400)
    expect(await send(path, 8_001)).toBe(413)
  })
})

describe('clients', () => {
  /** Status of a catalogue request over a real connection, with the given header. */
  async function listening(trusted: readonly string[]) {
    const { app } = await limitedServer(
      { ip: { ...largeBudgets.ip, pointsPerMinute: 1 } },
      { trustedProxies: trusted.map(parseNetwork) },
    )
    const server = createAdaptorServer({ fetch: app.fetch })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push(() => server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return async (forwardedFor: string) => {
      const headers = { 'x-forwarded-for': forwardedFor, connection: 'close' }
      const response = await fetch(`http://127.0.0.1:${port}/getWallets?${commonQuery}`, { headers })
      await response.arrayBuffer()
      return response.status
    }
  }

  it('behind a trusted proxy › one budget each', async () => {
    const statusFor = await listening(['127.0.0.1'])
    expect(await statusFor('198.51.100.1')).toBe(200)
    expect(await statusFor('198.51.100.2')).toBe(200)
    expect(await statusFor('198.51.100.1')).toBe(429)
  })

  it('in one IPv6 network of 64 bits › share a budget', async () => {
    const statusFor = await listening(['127.0.0.1'])
    expect(await statusFor('2001:db8:1:2::1')).toBe(200)
    expect(await statusFor('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await statusFor('2001:db8:1:3::1')).toBe(200)
  })

  it('no trusted proxy › identified by connection, not by header', async () => {
    const statusFor = await listening(['10.0.0.0/8'])
    expect(await statusFor('198.51.100.1')).toBe(200)
    expect(await statusFor('198.51.100.2')).toBe(429)
  })
})
