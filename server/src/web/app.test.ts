import { afterEach, expect, it } from 'vitest'
import { getEndpoint, noQuery } from '../../../shared/api/endpoint.ts'
import * as z from '../../../shared/zod.ts'
import { privateResponse } from '../core/cache-policy.ts'
import { HttpError } from '../core/http-error.ts'
import { route } from '../core/routes/route.ts'
import { commonQuery, openTestServer, type TestServer } from '../testing/test-server.ts'

const opened: TestServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

/** A server with one route at `/tried`, which responds with the given function's text. */
async function serverWith(answer: () => string): Promise<TestServer> {
  const endpoint = getEndpoint('/tried', noQuery, () => z.object({ value: z.string() }))
  const tried = route(endpoint, privateResponse, () => ({ value: answer() }))
  const broken = route(
    getEndpoint('/broken', noQuery, () => z.string().check(z.maxLength(3))),
    privateResponse,
    () => 'too long',
  )
  const server = await openTestServer({ routes: [tried, broken] })
  opened.push(server)
  return server
}

const failing = (error: Error) => (): never => {
  throw error
}

const cases: readonly [name: string, path: string, answer: () => string, status: number][] = [
  ['answer', `/tried?${commonQuery}`, () => 'fine', 200],
  ['missing query', '/tried', () => 'fine', 400],
  ['unknown project', '/tried?projectId=none&st=a&sv=b', () => 'fine', 401],
  ['refusal', `/tried?${commonQuery}`, failing(new HttpError(429, 'Slow down', 3)), 429],
  ['fault', `/tried?${commonQuery}`, failing(new Error('connect postgres://secret')), 500],
  ['answer that breaks its contract', `/broken?${commonQuery}`, () => '', 500],
  ['unknown path', '/no-such-file', () => '', 404],
]

it.each(cases)('%s › has CORS headers and request id', async (_, path, answer, status) => {
  const { app } = await serverWith(answer)
  const response = await app.request(path, { headers: { origin: 'https://shop.example' } })
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

it('HTTP error with a pause › Retry-After in seconds', async () => {
  const { app } = await serverWith(failing(new HttpError(429, 'Slow down', 3)))
  const response = await app.request(`/tried?${commonQuery}`)
  expect(response.headers.get('retry-after')).toBe('3')
  expect(await response.json()).toEqual({ reasons: [{ description: 'Slow down' }] })
})

it('internal error › caller gets the request id, the log the reason', async () => {
  const { app, logged } = await serverWith(failing(new Error('disk is full')))
  const response = await app.request(`/tried?${commonQuery}`)
  const requestId = response.headers.get('x-request-id')
  expect(await response.json()).toEqual({
    reasons: [{ description: `Internal error (request ${requestId})` }],
  })
  expect(logged).toMatchObject([
    { level: 'error', fields: { requestId, route: '/tried', message: 'disk is full' } },
  ])
})

it('caller closed the connection › 499, no error in the log', async () => {
  const { app, logged } = await serverWith(failing(new Error('aborted')))
  const response = await app.request(`/tried?${commonQuery}`, { signal: AbortSignal.abort() })
  expect(response.status).toBe(499)
  expect(logged).toMatchObject([{ level: 'debug' }])
})

it('preflight › allows sign-in headers', async () => {
  const { app } = await serverWith(() => 'fine')
  const response = await app.request('/auth/v1/me', {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toBe(
    'authorization,content-type,dpop,x-nonce-jwt,x-otp',
  )
})

it.each([
  ['/auth/v1/otp', 256 * 1024],
  ['/v1', 1024 * 1024],
])('body above the limit of %s › 413 with CORS', async (path, limit) => {
  const { app } = await serverWith(() => 'fine')
  const response = await app.request(`${path}?${commonQuery}`, {
    method: 'POST',
    body: 'a'.repeat(limit + 1),
    headers: { 'content-length': String(limit + 1) },
  })
  expect(response.status).toBe(413)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

it.each([
  ['/auth/v1/otp', 256 * 1024],
  ['/v1', 1024 * 1024],
])('body without a length above the limit of %s › 413, read at the limit', async (path, limit) => {
  const { app } = await serverWith(() => 'fine')
  const statusFor = (length: number) => {
    const body = new Blob(['a'.repeat(length)]).stream()
    const init = { method: 'POST', body, duplex: 'half', headers: { 'transfer-encoding': 'chunked' } }
    return app.request(new Request(`http://localhost${path}?${commonQuery}`, init))
  }
  expect((await statusFor(limit + 1)).status).toBe(413)
  expect((await statusFor(limit)).status).toBe(400)
})

it('routes › one regular expression matches all of them', async () => {
  const { app } = await serverWith(() => 'fine')
  await app.request('/livez')
  expect(app.router.name).toBe('SmartRouter + RegExpRouter')
})

it('isolated document › other path segment › no document', async () => {
  const server = await openTestServer({
    serveFile: async (path) => (path === '/index.html' ? new Response('document') : undefined),
  })
  opened.push(server)
  expect((await server.app.request('/embed/1/isolated/demo')).status).toBe(200)
  expect((await server.app.request('/embed/1/other/demo')).status).toBe(404)
})

it('database closed › not ready, but alive', async () => {
  const server = await openTestServer()
  expect((await server.app.request('/readyz')).status).toBe(200)
  await server.close()
  expect((await server.app.request('/readyz')).status).toBe(503)
  expect((await server.app.request('/livez')).status).toBe(200)
})

it('second route of an endpoint › server does not start', async () => {
  const respondAt = (path: string) =>
    route(
      getEndpoint(path, noQuery, () => z.string()),
      privateResponse,
      () => '',
    )
  const starting = openTestServer({ routes: [respondAt('/tried/:id'), respondAt('/tried/:name')] })
  await expect(starting).rejects.toThrow('Two routes answer GET /tried/:')
})
