import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseIp } from '#server/core/ip-network.ts'
import * as z from '#shared/zod.ts'
import { type BuiltServer, startBuiltServer } from './built-server.ts'
import { type HttpResponse, type RequestOptions, request } from './https-client.ts'
import { startRecorder } from './recorder.ts'
import { type ReverseProxy, startCaddy, startNginx } from './reverse-proxies.ts'

const sdk = z.parse(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(new URL('../../host-sdk/package.json', import.meta.url), 'utf8')),
)
const common = 'projectId=demo&st=drawbridge&sv=1'
const page = 'https://shop.example'

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer()
})
afterAll(() => server.stop())

/** Hop-by-hop headers, headers that differ between two requests, and Vary, which a compressing proxy extends. */
const hopHeaders = [
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'x-request-id'],
  ...['server', 'via', 'alt-svc', 'strict-transport-security', 'vary'],
]
const endToEnd = ({ status, headers, body }: HttpResponse) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.includes(name))),
  // The server recompresses a file later, to a smaller size.
  body: headers['content-encoding'] === 'br' ? brotliDecompressSync(body).toString() : body.toString(),
})

describe.each([
  ['caddy', startCaddy],
  ['nginx', startNginx],
] as const)('%s with the file of the package', (name, start) => {
  let proxy: ReverseProxy
  beforeAll(async () => {
    proxy = await start([server.port])
  })
  afterAll(() => proxy?.stop())

  const through = (path: string, options: RequestOptions = {}) =>
    request(`${proxy.url}${path}`, { ca: proxy.ca, ...options })

  it.each([
    ['document of a project', '/embed/1/demo'],
    ['isolated document', '/embed/1/isolated/demo'],
    ['document in a tab', '/'],
    ['confirm window', '/confirm.html'],
    ['configuration', '/widget.config.json'],
    ['SDK of an exact version', `/sdk/${sdk.version}/drawbridge.js`],
    ['newest SDK', '/sdk/v1/drawbridge.js'],
    ['absent file', '/sdk/v1/none.js'],
    ['API', `/projects/v1/origins?${common}`],
    ['refused call', '/projects/v1/origins?projectId=none&st=a&sv=1'],
    ['call without a query', '/projects/v1/origins'],
  ])('%s › status, headers and bytes of the server', async (_, path) => {
    for (const encoding of ['identity', 'br']) {
      const options = { headers: { origin: page, 'accept-encoding': encoding } }
      const direct = await request(`${server.url}${path}`, options)
      expect(endToEnd(await through(path, options))).toEqual(endToEnd(direct))
    }
  })

  it('SDK files › any origin may load them; exact versions cached for a year', async () => {
    const { headers } = await through(`/sdk/${sdk.version}/drawbridge.js`, {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'cross-origin-resource-policy': 'cross-origin',
      vary: expect.stringMatching(/accept-encoding/i),
    })
  })

  it('JSON › compressed', async () => {
    const options = { headers: { 'accept-encoding': 'gzip' } }
    const { headers } = await through(`/getWallets?${common}&page=1&entries=40`, options)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'access-control-allow-origin': '*' })
  })

  it('response › HSTS for a year', async () => {
    const { headers } = await through('/embed/1/demo')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('preflight › allowed as by the server', async () => {
    const headers = { origin: page, 'access-control-request-method': 'GET' }
    const { status, headers: allowed } = await through('/auth/v1/me', { method: 'OPTIONS', headers })
    expect(status).toBe(204)
    expect(allowed['access-control-allow-headers']).toBe('authorization,content-type,dpop,x-nonce-jwt,x-otp')
  })

  it.each([
    ['/auth/v1/otp', 256 * 1024],
    ['/v1', 1024 * 1024],
  ])('body of %s at the limit › reaches the server, which rejects its content', async (path, limit) => {
    const options = { method: 'POST', body: 'a'.repeat(limit), headers: { origin: page } }
    const { status, headers } = await through(`${path}?${common}`, options)
    expect([status, headers['access-control-allow-origin']]).toEqual([400, '*'])
  })

  it('mailbox › waiting read ends with the message', async () => {
    const path = `/v1/mailbox/${name.padEnd(22, 'A')}`
    const post = (direction: string, origin: string) =>
      through(path, {
        method: 'POST',
        headers: { origin },
        body: JSON.stringify({ direction, sequence: 1, sealed: 'abc' }),
      })
    expect((await post('to-window', 'https://evil.example')).status).toBe(401)
    expect((await post('to-window', proxy.url)).status).toBe(200)
    const waiting = through(`${path}?direction=to-frame&after=0`)
    const isWaiting = async () => {
      const { body } = await through(`${path}?direction=to-window&after=0`)
      expect(
        z.parse(z.object({ peerIdleMs: z.optional(z.int()) }), JSON.parse(body.toString())).peerIdleMs,
      ).toBe(0)
    }
    await vi.waitFor(isWaiting, { timeout: 10_000, interval: 20 })
    expect((await post('to-frame', proxy.url)).status).toBe(200)
    expect(JSON.parse((await waiting).body.toString())).toMatchObject({
      messages: [{ sequence: 1, sealed: 'abc' }],
    })
  })

  it("X-Forwarded-For › server uses the client's address, not its claim", async () => {
    const { recorder, port } = await startRecorder()
    const recorded = await start([port])
    try {
      const recordedRequest = await request(`${recorded.url}/`, {
        ca: recorded.ca,
        localAddress: '127.0.0.2',
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
      expect(JSON.parse(recordedRequest.body.toString())).toEqual({
        client: String(parseIp('127.0.0.2')?.value),
        host: new URL(recorded.url).host,
      })
    } finally {
      await recorded.stop()
      recorder.closeAllConnections()
      recorder.close()
    }
  })
})
