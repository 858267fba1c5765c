import { afterEach, describe, expect, it } from 'vitest'
import { createPrometheusMetrics } from '../adapters/prometheus/prometheus.ts'
import { parseNetwork } from '../core/ip-network.ts'
import { commonQuery, openTestServer, type TestServer } from '../testing/test-server.ts'

const opened: TestServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})
const opening = async (...receivedId: Parameters<typeof openTestServer>) => {
  const server = await openTestServer(...receivedId)
  opened.push(server)
  return server
}
/** A connection from an address. */
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

describe('access log', () => {
  it('request › one line with route and project, no path, query, token or address', async () => {
    const { app, logged } = await opening({ isAccessLogged: true })
    const response = await app.request(
      `/v1/identity/0x5ec7e7?sender=0x5ec7e7&${commonQuery}`,
      { headers: { authorization: 'Bearer 5ec7e7' } },
      from('198.51.100.9'),
    )
    expect(logged).toEqual([
      {
        level: 'info',
        message: 'request',
        fields: {
          ...{ method: 'GET', route: '/v1/identity/:address', status: 200, ms: expect.any(Number) },
          ...{ requestId: response.headers.get('x-request-id'), projectId: 'demo' },
        },
      },
    ])
    expect(JSON.stringify(logged)).not.toMatch(/5ec7e7|198\.51/)
  })

  it.each([
    ['/livez', 'debug', '/livez', 200],
    ['/readyz', 'debug', '/readyz', 200],
    ['/getWallets?projectId=5ec7e7&st=a&sv=b', 'info', '/getWallets', 401],
    ['/assets/5ec7e7.js', 'info', '*', 404],
    ['/sdk/5ec7e7.js', 'info', '/sdk/*', 404],
    ['/embed/1/5ec7e7', 'info', '/embed/1/:project', 503],
  ])('%s › %s line with route %s and status %d', async (path, level, route, status) => {
    const { app, logged } = await opening({ isAccessLogged: true })
    await app.request(path)
    expect(logged).toMatchObject([{ level, fields: { route, status, projectId: undefined } }])
    expect(JSON.stringify(logged)).not.toContain('5ec7e7')
  })

  it('body too large › its route is logged', async () => {
    const { app, logged } = await opening({ isAccessLogged: true, bodyMaxBytes: 1_024 })
    const headers = { 'content-length': '2000' }
    await app.request('/batch', { method: 'POST', body: 'a'.repeat(2_000), headers })
    expect(logged).toMatchObject([{ fields: { route: '/batch', status: 413 } }])
  })

  it('disabled › no line', async () => {
    const { app, logged } = await opening()
    await app.request(`/getWallets?${commonQuery}`)
    expect(logged).toEqual([])
  })
})

describe('request id', () => {
  const idOf = async (receivedId: string, remote: string) => {
    const { app } = await opening({ trustedProxies: [parseNetwork('10.0.0.0/8')] })
    const response = await app.request('/livez', { headers: { 'x-request-id': receivedId } }, from(remote))
    return response.headers.get('x-request-id')
  }

  it.each(['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'a', 'A_9-'.repeat(16)])(
    'of a trusted proxy, %s › kept',
    async (id) => expect(await idOf(id, '10.1.2.3')).toBe(id),
  )

  it.each([
    ['of any other client', 'mine', '198.51.100.1'],
    ['with other characters', 'a b', '10.1.2.3'],
    ['too long', 'a'.repeat(65), '10.1.2.3'],
    ['empty', '', '10.1.2.3'],
  ])('%s › replaced', async (_, id, remote) =>
    expect(await idOf(id, remote)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
  )
})

describe('metrics', () => {
  const token = 'a-token-of-a-scraper'
  const read = (app: TestServer['app'], authorization: string) =>
    app.request('/metrics', { headers: { authorization } })

  it('with the token › requests by route and status', async () => {
    const { app } = await opening({ metrics: { metrics: createPrometheusMetrics(), token } })
    await app.request(`/getWallets?${commonQuery}`)
    await app.request('/getWallets')
    const response = await read(app, `Bearer ${token}`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = (await response.text()).split('\n')
    expect(lines).toContain('drawbridge_http_requests_total{method="GET",route="/getWallets",status="200"} 1')
    expect(lines).toContain('drawbridge_http_requests_total{method="GET",route="/getWallets",status="400"} 1')
    expect(lines).toContain(
      'drawbridge_http_request_duration_seconds_count{method="GET",route="/getWallets"} 2',
    )
  })

  it.each(['', 'Bearer ', 'Bearer wrong', token, `bearer ${token}`, `Bearer ${token} `.repeat(2)])(
    'with %j › 401',
    async (authorization) => {
      const { app } = await opening({ metrics: { metrics: createPrometheusMetrics(), token } })
      const response = await read(app, authorization)
      expect([response.status, await response.text()]).toEqual([401, 'Unauthorized'])
    },
  )

  it('not configured › no metrics', async () => {
    const { app } = await opening()
    expect((await read(app, `Bearer ${token}`)).status).toBe(404)
  })
})
