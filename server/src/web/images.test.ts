import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createImageSource } from '../adapters/images/image-source.ts'
import { createReferenceSigner } from '../adapters/images/reference-signer.ts'
import { createOutbound } from '../adapters/outbound/outbound.ts'
import { sampleImages } from '../adapters/pictures/testing/pictures.ts'
import { createImageUrls } from '../core/routes/image-urls.ts'
import type { ServerParts } from '../server.ts'
import { commonQuery, openTestServer } from '../testing/test-server.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** An image host on this machine, and a server that may fetch from it. */
async function openImageWorld(
  answer: (response: ServerResponse) => unknown,
  parts: Partial<ServerParts> = {},
) {
  const requests: string[] = []
  const host = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(response)
  })
  const port = await new Promise<number>((resolve) => {
    host.listen(0, '127.0.0.1', () => {
      const address = host.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const origin = `http://127.0.0.1:${port}`
  const outbound = createOutbound({ allowedPrivate: ['127.0.0.1/32'], allowedOrigins: [origin] })
  const signer = createReferenceSigner([new Uint8Array(32).fill(7)])
  const urls = createImageUrls({ signer, allowedOrigins: [origin] })
  const server = await openTestServer({
    images: { source: createImageSource({ outbound }), urls },
    ...parts,
  })
  open.push(
    () => host.close(),
    () => host.closeAllConnections(),
    outbound.close,
    server.close,
  )
  return { ...server, requests, remote: `${origin}/logo.png`, served: urls.imageUrlFor }
}

const get = async (
  { app, remote, served }: Awaited<ReturnType<typeof openImageWorld>>,
  headers: Record<string, string> = {},
) => app.request(served(remote) ?? '/none', { headers })

describe('image of a signed reference', () => {
  it('found › served without a project, fetched once, runs no scripts', async () => {
    const one = await openImageWorld((response) =>
      response.setHeader('content-type', 'text/html').end(sampleImages.png),
    )
    const response = await get(one)
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(sampleImages.png)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
    await get(one)
    expect(one.requests).toEqual(['/logo.png'])
  })

  it('cached by the browser › 304 without a body', async () => {
    const one = await openImageWorld((response) => response.end(sampleImages.png))
    const hash = createHash('sha256').update(sampleImages.png).digest('base64url').slice(0, 22)
    for (const tags of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
      const response = await get(one, { 'if-none-match': tags })
      expect([response.status, response.headers.get('etag')]).toEqual([304, `"${hash}"`])
      expect(await response.text()).toBe('')
    }
    expect((await get(one, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['a page', 200, '<html></html>'],
    ['nothing', 404, ''],
  ])('host has %s › 404, cacheable for a short time', async (_, status, body) => {
    const response = await get(await openImageWorld((answer) => answer.writeHead(status).end(body)))
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('public, max-age=600')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('host fails › 503 with Retry-After', async () => {
    const response = await get(await openImageWorld((answer) => answer.writeHead(500).end()))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('15')
    expect(response.headers.get('cache-control')).toBeNull()
  })

  it('signed by another deployment › 404, nothing is fetched', async () => {
    const one = await openImageWorld((response) => response.end(sampleImages.png))
    const signer = createReferenceSigner([new Uint8Array(32).fill(8)])
    const foreign = createImageUrls({ signer, allowedOrigins: [new URL(one.remote).origin] })
    expect((await one.app.request(foreign.imageUrlFor(one.remote) ?? '')).status).toBe(404)
    expect(one.requests).toEqual([])
  })

  it('no remote images › 404', async () => {
    const server = await openTestServer()
    open.push(server.close)
    const response = await server.app.request(`/public/getTokenImage/abc.${'a'.repeat(22)}?${commonQuery}`)
    expect(response.status).toBe(404)
  })
})

describe('server responses', () => {
  const address = `0x${'ab'.repeat(20)}`
  const remoteIcon = 'https://pictures.example/a.png'
  const balance = {
    ...{ chainId: 'eip155:1', tokenId: `eip155:1:${address}`, name: 'A', symbol: 'A', decimals: 0 },
    ...{ amount: 1n, iconUrl: remoteIcon },
  }
  const price = {
    ...{ tokenId: balance.tokenId, name: 'A', symbol: 'A', price: { value: 1n, decimals: 0 } },
    ...{ iconUrl: remoteIcon, updatedAtMs: 0 },
  }
  const token = {
    ...{ name: 'A', symbol: 'A', address, decimals: 0, logoUri: remoteIcon },
  }
  const unexpected = async () => {
    throw new Error('No swap is expected here')
  }
  const named = { name: 'anna.eth', addresses: { 60: address }, avatar: remoteIcon }
  const metadata = {
    ...{ operationType: 'receive', hash: '0x1', chain: 'eip155:1', minedAt: '2026-11-27T12:00:00Z' },
    ...{ sentFrom: address, sentTo: address, status: 'confirmed' as const, nonce: 1 },
  }
  const transfer = {
    ...{ direction: 'in' as const, quantity: { numeric: '1' } },
    fungible_info: { name: 'A', symbol: 'A', icon: { url: remoteIcon } },
  }
  const parts: Partial<ServerParts> = {
    balances: [{ chainIds: () => ['eip155:1'], balances: async () => [balance] }],
    prices: [{ prices: async () => [price] }],
    histories: [
      {
        chainIds: () => ['eip155:1'],
        page: async () => ({ data: [{ id: '1', metadata, transfers: [transfer] }], next: null }),
      },
    ],
    swaps: [
      {
        chainId: 'eip155:1',
        tokens: async () => [token],
        ...{ quote: unexpected, gasPrice: unexpected, build: unexpected },
      },
    ],
    nameServices: [{ isName: () => true, resolve: async () => named, reverseResolve: async () => named }],
  }
  const prices = {
    method: 'POST',
    body: JSON.stringify({ currency: 'usd', addresses: [balance.tokenId], projectId: 'demo' }),
  }
  const endpoints: readonly [name: string, path: string, init?: RequestInit][] = [
    ['balances', `/v1/account/${address}/balance?chainId=eip155:1&`],
    ['prices', '/v1/fungible/price?', prices],
    ['history', `/v1/account/${address}/history?chainId=eip155:1&`],
    ['tokens to swap', '/v1/convert/tokens?chainId=eip155:1&'],
    ['identity', `/v1/identity/${address}?`],
    ['profile', '/v1/profile/account/anna.eth?'],
  ]

  it.each(endpoints)('%s › images by reference', async (_, path, init) => {
    const { app, served } = await openImageWorld(() => undefined, parts)
    const response = await app.request(`${path}${commonQuery}`, init)
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.stringContaining(served(remoteIcon) ?? 'none')])
    expect(text).not.toContain(remoteIcon)
  })

  it.each(endpoints)('%s without remote images › unchanged URLs', async (_, path, init) => {
    const server = await openTestServer(parts)
    open.push(server.close)
    const response = await server.app.request(`${path}${commonQuery}`, init)
    expect(await response.text()).toContain(remoteIcon)
  })
})
