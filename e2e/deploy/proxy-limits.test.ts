import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltServer, startBuiltServer } from './built-server.ts'
import { type RequestOptions, request } from './https-client.ts'
import { type ReverseProxy, startCaddy, startNginx, startNginxWithoutKeepAlive } from './reverse-proxies.ts'

const common = 'projectId=demo&st=drawbridge&sv=1'
const page = 'https://shop.example'
const catalogue = `/getWallets?${common}`
const code = `/auth/v1/otp?${common}`

/** Requests of one kind that a client may send in a minute. */
const budget = 3

const openResources: { readonly stop: () => Promise<void> }[] = []
afterAll(async () => {
  for (const one of openResources.splice(0).reverse()) await one.stop()
})

async function startServerTrusting(trustedProxies: string): Promise<BuiltServer> {
  const server = await startBuiltServer({
    DRAWBRIDGE_TRUSTED_PROXIES: trustedProxies,
    DRAWBRIDGE_LIMITS_IP_POINTS_PER_MINUTE: String(budget),
  })
  openResources.push(server)
  return server
}

let count = 1
/** Returns a loopback address that no test has used, because budgets outlive a test. */
const newClient = (): string => {
  count += 1
  return `127.0.${count >> 8}.${count & 255}`
}

type Target = Pick<ReverseProxy, 'url'> & Partial<ReverseProxy>
const callFrom = (target: Target, localAddress: string, path: string, options: RequestOptions = {}) =>
  request(`${target.url}${path}`, {
    ...options,
    ...(target.ca !== undefined && { ca: target.ca }),
    localAddress,
    headers: { origin: page, ...options.headers },
  })

/** Statuses of calls from one client, each with another claimed address. */
async function statusesOf(target: Target, client: string, claims: readonly (string | undefined)[]) {
  const statuses: number[] = []
  for (const claim of claims) {
    const headers: Record<string, string> = claim === undefined ? {} : { 'x-forwarded-for': claim }
    statuses.push((await callFrom(target, client, catalogue, { headers })).status)
  }
  return statuses
}

const allowed = Array<number>(budget).fill(200)
const unclaimed = Array<undefined>(budget).fill(undefined)

let server: BuiltServer
beforeAll(async () => {
  server = await startServerTrusting('127.0.0.1')
})

describe('server that trusts 127.0.0.1', () => {
  it('client that connects directly › one budget, with any claimed address', async () => {
    const [client, otherClient] = [newClient(), newClient()]
    const claims = ['203.0.113.1', otherClient, '127.0.0.1', '203.0.113.2, 203.0.113.3', undefined]
    expect(await statusesOf(server, client, claims)).toEqual([...allowed, 429, 429])
    expect(await statusesOf(server, otherClient, unclaimed)).toEqual(allowed)
  })

  it('forwarded IPv6 addresses › one budget per /64 network', async () => {
    const [firstAddress, secondAddress] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9']
    expect(
      await statusesOf(server, '127.0.0.1', [
        firstAddress,
        secondAddress,
        firstAddress,
        secondAddress,
        '2001:db8:1:3::1',
      ]),
    ).toEqual([...allowed, ...[429, 200]])
  })
})

describe.each([
  ['caddy', startCaddy],
  ['nginx', startNginx],
  ['nginx that keeps no connections', startNginxWithoutKeepAlive],
] as const)('%s › with the file of the package', (_, start) => {
  let proxy: ReverseProxy
  let untrusted: ReverseProxy
  beforeAll(async () => {
    proxy = await start([server.port])
    untrusted = await start([(await startServerTrusting('192.0.2.1')).port])
    openResources.push(proxy, untrusted)
  })

  it('two clients › each has a budget', async () => {
    const [first, second] = [newClient(), newClient()]
    expect(await statusesOf(proxy, first, [...unclaimed, undefined])).toEqual([...allowed, 429])
    expect(await statusesOf(proxy, second, unclaimed)).toEqual(allowed)
  })

  it('client that claims other addresses › uses the budget of its real address', async () => {
    const [first, second] = [newClient(), newClient()]
    const claims = [second, second, second, second, '203.0.113.7', '127.0.0.1', `${second}, 203.0.113.7`]
    expect(await statusesOf(proxy, first, claims)).toEqual([...allowed, 429, 429, 429, 429])
    expect(await statusesOf(proxy, second, unclaimed)).toEqual(allowed)
  })

  it('untrusted proxy › its clients share the budget of its address', async () => {
    expect(await statusesOf(untrusted, newClient(), unclaimed)).toEqual(allowed)
    expect(await statusesOf(untrusted, newClient(), ['203.0.113.7', undefined])).toEqual([429, 429])
  })

  const rejectedRequests: readonly (readonly [name: string, path: string, bytes: number, status: number])[] =
    [
      ['body above the limit', code, 256 * 1024 + 1, 413],
      ['largest body that nginx passes on', code, 2 * 1024 * 1024, 413],
      ['JSON-RPC body above the limit', `/v1?${common}`, 1024 * 1024 + 1, 413],
      ['unknown project', code.replace('demo', 'none'), 200_000, 401],
      ['no such path', '/no-such-path', 200_000, 404],
    ]
  it.each(rejectedRequests)(
    '%s › status of the server each time, with CORS',
    async (_, path, bytes, status) => {
      const body = 'a'.repeat(bytes)
      for (let round = 0; round < 10; round++) {
        const response = await callFrom(proxy, newClient(), path, { method: 'POST', body })
        expect([response.status, response.headers['access-control-allow-origin']]).toEqual([status, '*'])
        // This request reuses the connection that the proxy has open to the server.
        expect((await callFrom(proxy, newClient(), catalogue)).status).toBe(200)
      }
    },
  )

  it('client over its budget with a large body › 429 with CORS', async () => {
    const client = newClient()
    const options = { method: 'POST', body: 'a'.repeat(200_000) }
    const statuses = new Set<number>()
    for (let round = 0; round < 10; round++) {
      const { status, headers } = await callFrom(proxy, client, `/v1?${common}&chainId=eip155:1`, options)
      expect([status, headers['access-control-allow-origin']]).toEqual([status, '*'])
      statuses.add(status)
    }
    expect([...statuses].toSorted()).toEqual([400, 429])
  })
})
