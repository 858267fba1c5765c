import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPrometheusMetrics } from '../adapters/prometheus/prometheus.ts'
import {
  type EmbeddedWorld,
  openEmbeddedWorld,
  serverOrigin,
  vaultOrigin,
} from '../core/embedded/testing/embedded-world.ts'
import { commonQuery } from '../testing/test-server.ts'

const token = 'a-token-of-the-operator'
const operator = `Basic ${Buffer.from(`operator:${token}`).toString('base64')}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let world: EmbeddedWorld
beforeEach(async () => {
  const serveFile = async (path: string) => new Response(`widget ${path}`)
  world = await openEmbeddedWorld({
    parts: {
      serveFile,
      vault: {
        origin: vaultOrigin,
        widgetOrigin: serverOrigin,
        serveFile: async (path, _accepts, headers) =>
          new Response(`vault ${path}`, { headers: typeof headers === 'function' ? {} : headers }),
      },
      doctor: { token, style: '', render: async () => 'checks' },
      metrics: { metrics: createPrometheusMetrics(), token },
    },
  })
})
afterEach(() => world.server.close())

const request = (origin: string, path: string, init: RequestInit = {}) =>
  world.server.app.request(`${origin}${path}`, {
    ...init,
    headers: { host: new URL(origin).host, ...Object.fromEntries(new Headers(init.headers)) },
  })

/** Paths of the widget's host, with a request that it accepts. */
const widgetPaths: readonly (readonly [path: string, init: RequestInit])[] = [
  ['/doctor', { headers: { authorization: operator } }],
  ['/metrics', { headers: { authorization: `Bearer ${token}` } }],
  [`/getWalletImage/metamask?${commonQuery}`, {}],
  [`/public/getTokenImage/eth?${commonQuery}`, {}],
  ['/openapi.json', {}],
  ['/confirm.html', {}],
  ['/embed/1/demo', {}],
  ['/other-file.js', {}],
]
const socialPaths: readonly (readonly [path: string, init: RequestInit])[] = [
  [`/embedded/v1/social/start?attempt=${'0'.repeat(64)}`, {}],
  ['/embedded/v1/social/callback/github', {}],
  ['/embedded/v1/social/callback/apple', { method: 'POST', body: 'state=x', headers: form }],
  ['/embedded/v1/social/confirm?attempt=x', {}],
  ['/embedded/v1/social/confirm', { method: 'POST', body: 'attempt=x', headers: form }],
]

describe('host of the vault', () => {
  it.each(widgetPaths)('%s › served on the widget’s host only', async (path, init) => {
    expect((await request(serverOrigin, path, init)).status).toBe(200)
    const response = await request(vaultOrigin, path, init)
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  })

  it.each(socialPaths)('%s › page on the widget’s host only', async (path, init) => {
    expect((await request(serverOrigin, path, init)).headers.get('content-type')).toContain('text/html')
    const response = await request(vaultOrigin, path, init)
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  })

  it.each([
    ['/', 'vault /index.html'],
    ['/payment/demo', 'vault /payment.html'],
    ['/assets/main-1.js', 'vault /assets/main-1.js'],
    ['/networks/ethereum.svg', 'widget /networks/ethereum.svg'],
    ['/livez', 'ok'],
  ])('%s › %s', async (path, text) => {
    expect(await (await request(vaultOrigin, path)).text()).toBe(text)
  })

  it.each([
    ['demo', /frame-ancestors https:\/\/wallet\.example /],
    ['unknown', /frame-ancestors 'none'/],
    ['demo%2F..', /frame-ancestors 'none'/],
  ])('payment of project %s › %s', async (id, ancestors) => {
    const { headers } = await request(vaultOrigin, `/payment/${id}`)
    expect(headers.get('content-security-policy')).toMatch(ancestors)
  })

  it('endpoint of the API › responds', async () => {
    expect((await request(vaultOrigin, `/embedded/v1/nonce?${commonQuery}`)).status).toBe(200)
  })
})
