import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../core/routes/route.ts'
import { commonQuery, openTestServer, type TestServer } from '../testing/test-server.ts'

/** Responses that caches may store, with a query each. Every other route is private. */
const stored: Readonly<Record<string, { readonly is: string; readonly query?: string }>> = {
  'GET /getWallets': { is: 'catalogue', query: 'search=meta' },
  'GET /v1/supported-chains': { is: 'catalogue' },
  'GET /v1/convert/tokens': { is: 'shared', query: 'chainId=eip155:1' },
  'GET /v1/onramp/options': { is: 'shared' },
  'GET /appkit/v1/config': { is: 'project' },
  'GET /projects/v1/origins': { is: 'project' },
  'GET /getAnalyticsConfig': { is: 'project' },
}

let reads = 0
const noSwap = async () => {
  throw new Error('No swap is expected here')
}
const wallet = (name: string) => ({ id: name, name, image_id: name, chains: ['eip155:1'] })

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({
    wallets: [wallet('metamask'), wallet('rainbow')],
    swaps: [
      {
        chainId: 'eip155:1',
        tokens: async () => {
          reads += 1
          return []
        },
        quote: noSwap,
        gasPrice: noSwap,
        build: noSwap,
      },
    ],
    onramp: [
      {
        id: 'meld',
        options: async () => ({ paymentCurrencies: [], purchaseCurrencies: [] }),
        quote: noSwap,
        open: noSwap,
        parseEvent: noSwap,
      },
    ],
  })
})
afterAll(() => server.close())

const nameOf = ({ endpoint }: Route) => `${endpoint.method} ${endpoint.path}`
const get = (name: string, headers: Readonly<Record<string, string>> = {}, query = stored[name]?.query) =>
  server.app.request(`${name.slice('GET '.length)}?${commonQuery}&${query ?? ''}`, { headers })

describe('cache policy', () => {
  it('every route › private, or listed here with its policy', () => {
    const found = server.routes
      .filter(({ cache }) => cache.is !== 'private')
      .map((route) => [nameOf(route), route.cache.is])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(stored).map(([name, { is }]) => [name, is])),
    )
    expect(server.routes.length).toBeGreaterThan(30)
  })

  it('private routes › no response may be stored, regardless of status', async () => {
    for (const { endpoint, cache } of server.routes) {
      if (cache.is !== 'private') continue
      const path = `${endpoint.path.replace(/:\w+/g, 'x')}?${commonQuery}`
      for (const body of endpoint.method === 'GET' ? [undefined] : ['', '{}']) {
        const response = await server.app.request(path, {
          method: endpoint.method,
          ...(body !== undefined && { body }),
        })
        expect([endpoint.path, response.headers.get('cache-control')]).toEqual([endpoint.path, 'no-store'])
        expect(response.headers.get('etag')).toBeNull()
      }
    }
  })

  it('nonce › responds, may not be stored', async () => {
    const response = await get('GET /auth/v1/nonce')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  describe.each(Object.keys(stored))('%s', (name) => {
    it('requested by any page and user › one response and tag, shared, without Vary', async () => {
      const one = await get(name, { origin: 'https://one.example', authorization: 'Bearer one' })
      const other = await get(name, { origin: 'https://other.example', 'accept-language': 'fr' })
      expect(one.status).toBe(200)
      expect(one.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+, must-revalidate$/)
      expect(one.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
      expect(one.headers.get('vary')).toBeNull()
      expect(other.headers.get('etag')).toBe(one.headers.get('etag'))
      expect(await other.text()).toBe(await one.text())
    })

    it('tag known to the caller › 304 without a body, with CORS', async () => {
      const etag = (await get(name)).headers.get('etag') ?? ''
      for (const knownTag of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const response = await get(name, { 'if-none-match': knownTag })
        expect([response.status, await response.text()]).toEqual([304, ''])
        expect(response.headers.get('etag')).toBe(etag)
        expect(response.headers.get('cache-control')).toContain('s-maxage')
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('x-request-id')).not.toBeNull()
      }
      expect((await get(name, { 'if-none-match': '"other"' })).status).toBe(200)
    })

    it('rejected › may not be stored', async () => {
      const response = await server.app.request(`${name.slice('GET '.length)}?projectId=none&st=a&sv=b`)
      expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'no-store'])
    })
  })

  it('catalogue › one response per query, regardless of parameter order', async () => {
    const textOf = async (query: string) => (await get('GET /getWallets', {}, query)).text()
    const found = await textOf('search=meta&page=1')
    expect(found).toContain('metamask')
    expect(await textOf('page=1&search=meta')).toBe(found)
    expect(await textOf('search=rain&page=1')).not.toContain('metamask')
    expect(await textOf('search=meta&page=2')).not.toContain('metamask')
  })

  it('shared response › created for each request', async () => {
    const before = reads
    await get('GET /v1/convert/tokens')
    await get('GET /v1/convert/tokens')
    expect(reads - before).toBe(2)
  })

  it('project changed › the next response is new', async () => {
    const tag = async () => (await get('GET /projects/v1/origins')).headers.get('etag')
    const before = await tag()
    await server.stores.projects.change('demo-key', { allowedOrigins: ['https://new.example'] })
    expect(await tag()).not.toBe(before)
    expect(await (await get('GET /projects/v1/origins')).json()).toEqual({
      allowedOrigins: ['https://new.example'],
    })
  })
})
