import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type Outbound, OutboundError } from '../../ports/outbound.ts'
import { createOutbound, type OutboundConfig } from './outbound.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })

/** A web server on loopback; returns its origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const port = await listen(server)
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

function outbound(config: OutboundConfig): Outbound {
  const opened = createOutbound(config)
  open.push(opened.close)
  return opened
}

const loopback = (...origins: string[]): Outbound =>
  outbound({ allowedPrivate: ['127.0.0.0/8'], allowedOrigins: origins })

const limits = { maxBytes: 1_000, timeoutMs: 10_000 }

/** `reason` or `reason status` of the error. */
const failure = async (fetched: Promise<unknown>): Promise<string> => {
  const error: unknown = await fetched.then(
    () => new Error('fetched'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof OutboundError)) return String(error)
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(/127\.0\.0|secret|rebind/)
  return error.status === undefined ? error.reason : `${error.reason} ${error.status}`
}

describe('outbound', () => {
  it('bytes › with their media type, no cookies or credentials are sent', async () => {
    const headers: unknown[] = []
    const origin = await serve((request, response) => {
      headers.push(request.headers)
      response.setHeader('content-type', 'Image/PNG; charset=x').setHeader('set-cookie', 'a=b').end('picture')
    })
    const client = loopback(origin)
    for (const accept of [['image/png', 'image/gif'], ['*/*']]) {
      const { bytes, mediaType } = await client.fetchBytes(`${origin}/a`, { ...limits, accept })
      expect([Buffer.from(bytes).toString(), mediaType]).toEqual(['picture', 'image/png'])
    }
    expect(headers).toMatchObject([{ accept: 'image/png, image/gif', 'user-agent': 'drawbridge' }, {}])
    for (const sent of headers) expect(Object.keys(sent ?? {})).not.toContain('cookie')
  })

  it('JSON › sent and parsed', async () => {
    const origin = await serve(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      response.end(JSON.stringify([request.method, request.headers['x-key'], body]))
    })
    const request = { ...limits, method: 'POST', headers: { 'x-key': 'k' }, body: '{"a":1}' } as const
    expect(await loopback(origin).fetchJson(origin, request)).toEqual(['POST', 'k', '{"a":1}'])
  })

  it.each(['<html>', '', '{"a":', '\ufeff{}', Buffer.from([0x22, 0xff, 0x22])])(
    'response %j › not JSON',
    async (body) => {
      const origin = await serve((_, response) => response.end(body))
      expect(await failure(loopback(origin).fetchJson(origin, limits))).toBe(
        String(body) === '\ufeff{}' ? 'Error: fetched' : 'json',
      )
    },
  )

  it.each([204, 301, 400, 404, 429, 500])('status %i › reported', async (status) => {
    const origin = await serve((_, response) => response.writeHead(status).end())
    const expected = { 204: 'Error: fetched', 301: 'redirect 301' }[status] ?? `status ${status}`
    expect(await failure(loopback(origin).fetchBytes(`${origin}/?key=secret`, limits))).toBe(expected)
  })

  it.each([
    [200, '{"a":1}', {}, { status: 200, json: { a: 1 }, retryAfterMs: undefined }],
    [429, 'slow', { 'retry-after': '7' }, { status: 429, json: undefined, retryAfterMs: 7_000 }],
    [503, '[]', { 'retry-after': 'soon' }, { status: 503, json: [], retryAfterMs: undefined }],
    [400, '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, { status: 400, json: undefined }],
  ])('response %i › returned regardless of its status', async (status, body, headers, expected) => {
    const origin = await serve((_, response) => response.writeHead(status, headers).end(body))
    expect(await loopback(origin).fetchResponse(origin, limits)).toMatchObject(expected)
  })

  it('redirect or too large response › rejected regardless of its status', async () => {
    const origin = await serve((request, response) =>
      request.url === '/large'
        ? response.writeHead(500).end('a'.repeat(1_001))
        : response.writeHead(302, { location: '/' }).end(),
    )
    expect(await failure(loopback(origin).fetchResponse(origin, limits))).toBe('redirect 302')
    expect(await failure(loopback(origin).fetchResponse(`${origin}/large`, limits))).toBe('too-large')
  })

  it('redirect › not followed by default, and never with a request', async () => {
    const origin = await serve((request, response) =>
      request.url === '/end' ? response.end('end') : response.writeHead(302, { location: '/end' }).end(),
    )
    const client = loopback(origin)
    expect(await failure(client.fetchBytes(origin, limits))).toBe('redirect 302')
    expect(await failure(client.fetchJson(origin, limits))).toBe('redirect 302')
    const { bytes } = await client.fetchBytes(origin, { ...limits, maxRedirects: 1 })
    expect(Buffer.from(bytes).toString()).toBe('end')
  })

  it('redirects › at most three, regardless of the option', async () => {
    let requests = 0
    const origin = await serve((_, response) => {
      requests += 1
      response.writeHead(307, { location: `/${requests}` }).end()
    })
    expect(await failure(loopback(origin).fetchBytes(origin, { ...limits, maxRedirects: 99 }))).toBe(
      'redirect 307',
    )
    expect(requests).toBe(4)
  })

  it.each([
    ['https://127.0.0.2/', 'address'],
    ['https://169.254.169.254/latest/', 'address'],
    ['https://2130706434/', 'address'],
    ['https://[::ffff:7f00:2]/', 'address'],
    ['file:///etc/passwd', 'url'],
    ['https://user:secret@example.com/', 'url'],
    ['http://example.com/', 'url'],
    ['https://example.com:22/', 'url'],
    ['//localhost:1/', 'url'],
  ])('redirect to %s › rejected', async (location, expected) => {
    const origin = await serve((_request, response) => response.writeHead(302, { location }).end())
    const client = outbound({ allowedPrivate: ['127.0.0.1/32'], allowedOrigins: [origin] })
    expect(await failure(client.fetchBytes(origin, { ...limits, maxRedirects: 3 }))).toBe(expected)
  })

  it.each([
    ['larger than the limit', 'identity', 'too-large'],
    ['of an unknown encoding', 'x', 'encoding'],
  ])('response %s › aborted while it streams', async (_, encoding, reason) => {
    let isCut: (cut: boolean) => void
    const cut = new Promise<boolean>((resolve) => {
      isCut = resolve
    })
    const origin = await serve((request, response) => {
      request.socket.on('close', () => isCut(true))
      response.setHeader('content-encoding', encoding)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    })
    // The timeout, which also aborts, is later than the end of the test.
    const longTimeout = { ...limits, timeoutMs: 600_000 }
    expect(await failure(loopback(origin).fetchBytes(origin, longTimeout))).toBe(reason)
    expect(await cut).toBe(true)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('%s › decoded, and aborted at the limit', async (encoding, compress) => {
    const origin = await serve((request, response) => {
      const size = request.url === '/bomb' ? 5_000_000 : 1_000
      response.setHeader('content-encoding', encoding).end(compress(Buffer.alloc(size, 'x')))
    })
    const client = loopback(origin)
    expect((await client.fetchBytes(origin, limits)).bytes).toHaveLength(1_000)
    expect(await failure(client.fetchBytes(`${origin}/bomb`, limits))).toBe('too-large')
  })

  it.each(['gzip, gzip', 'compress', 'zstd', 'x'])('encoding %j › rejected', async (encoding) => {
    const origin = await serve((_, response) =>
      response.setHeader('content-encoding', encoding).end(gzipSync(gzipSync('x'))),
    )
    expect(await failure(loopback(origin).fetchBytes(origin, limits))).toBe('encoding')
  })

  it('broken gzip › network failure', async () => {
    const origin = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip'))
    expect(await failure(loopback(origin).fetchBytes(origin, limits))).toBe('network')
  })

  it.each(['never answers', 'drips', 'stops in the body'])('host that %s › times out', async (kind) => {
    const origin = await serve((request, response) => {
      if (kind === 'never answers') return
      response.write('x')
      const drip = kind === 'drips' ? setInterval(() => response.write('x'), 5) : undefined
      request.socket.on('close', () => clearInterval(drip))
    })
    expect(await failure(loopback(origin).fetchBytes(origin, { ...limits, timeoutMs: 100 }))).toBe('timeout')
  })

  it("abort › rejects with the caller's reason", async () => {
    const caller = new AbortController()
    const origin = await serve(() => caller.abort(new Error('left')))
    const fetched = loopback(origin).fetchBytes(origin, { ...limits, signal: caller.signal })
    await expect(fetched).rejects.toThrow('left')
    await expect(loopback(origin).fetchBytes(origin, { ...limits, signal: caller.signal })).rejects.toThrow(
      'left',
    )
  })

  it('closed port, reset and endless headers › network failures', async () => {
    const reset = createTcpServer((socket) => socket.destroy())
    const chatty = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`)
    })
    const ports = await Promise.all([listen(reset), listen(chatty)])
    open.push(() => [reset.close(), chatty.close()])
    const origins = [...ports, 1].map((port) => `http://127.0.0.1:${port}`)
    for (const origin of origins)
      expect(await failure(loopback(...origins).fetchBytes(origin, limits))).toBe('network')
  })

  it.each([
    '127.0.0.1',
    'localhost',
    '',
    'http://localhost/',
    'http://LOCALHOST',
    'ftp://a',
    'https://a:443',
  ])('origin list with %j › rejected', (origin) =>
    expect(() => createOutbound({ allowedOrigins: [origin] })).toThrow('Not an http'),
  )
})

describe('outbound › hostnames', () => {
  /** Counts TCP connections; the TLS handshake, which comes after the address is chosen, never succeeds. */
  async function countConnections() {
    const addresses: (string | undefined)[] = []
    const server = createTcpServer((socket) => {
      addresses.push(socket.localAddress)
      socket.destroy()
    })
    const port = await listen(server)
    open.push(() => server.close())
    return { addresses, port }
  }

  it('hostname › resolved once, connects to that address', async () => {
    const { addresses, port } = await countConnections()
    const resolvedNames: string[] = []
    const client = outbound({
      allowedPrivate: ['127.0.0.1/32'],
      ports: [port],
      resolve: async (hostname) => {
        resolvedNames.push(hostname)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    expect(await failure(client.fetchBytes(`https://rebind.example.com:${port}/`, limits))).toBe('network')
    expect({ asked: resolvedNames, addresses }).toEqual({
      asked: ['rebind.example.com'],
      addresses: ['127.0.0.1'],
    })
  })

  it('hostname changes to a private address › next connection is rejected', async () => {
    const { addresses, port } = await countConnections()
    const resolvedAddresses = ['127.0.0.1', '127.0.0.2']
    const client = outbound({
      allowedPrivate: ['127.0.0.1/32'],
      ports: [port],
      resolve: async () => [{ address: resolvedAddresses.shift() ?? '', family: 4 }],
    })
    const url = `https://rebind.example.com:${port}/`
    expect(await failure(client.fetchBytes(url, limits))).toBe('network')
    expect(await failure(client.fetchBytes(url, limits))).toBe('address')
    expect(addresses).toEqual(['127.0.0.1'])
  })

  it.each([
    [['127.0.0.1']],
    [['127.0.0.1', '10.0.0.1']],
    [['1.1.1.1', '127.0.0.1']],
    [['2606:4700::1', '::1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1%lo']],
    [[]],
  ])('hostname with addresses %j › rejected without a connection', async (found) => {
    const { addresses, port } = await countConnections()
    const client = outbound({
      ports: [port],
      resolve: async () => found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })
    expect(await failure(client.fetchBytes(`https://rebind.example.com:${port}/`, limits))).toBe('address')
    expect(addresses).toEqual([])
  })

  it('hostname that DNS cannot resolve › network failure', async () => {
    const client = outbound({ resolve: () => Promise.reject(new Error('queryA ESERVFAIL rebind.example')) })
    expect(await failure(client.fetchBytes('https://rebind.example.com/', limits))).toBe('network')
  })

  it('listed local hostname › resolved by the system, address checked', async () => {
    const origin = (await serve((_, response) => response.end('local'))).replace('127.0.0.1', 'localhost')
    const resolve = () => Promise.reject(new Error('must not be called'))
    const open = outbound({ allowedPrivate: ['127.0.0.0/8', '::1/128'], allowedOrigins: [origin], resolve })
    expect(Buffer.from((await open.fetchBytes(origin, limits)).bytes).toString()).toBe('local')
    expect(await failure(outbound({ allowedOrigins: [origin], resolve }).fetchBytes(origin, limits))).toBe(
      'address',
    )
  })
})
