import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createPrometheusMetrics } from '../adapters/prometheus/prometheus.ts'
import { createRateLimiter } from '../adapters/rate-limiter/rate-limiter.ts'
import { parseNetwork } from '../core/ip-network.ts'
import type { BudgetSettings } from '../core/rate-limits.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import { openTestServer } from '../testing/test-server.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** The maximum that a configuration allows: budgets of the operator's pages do not depend on it. */
const granted = 1_000_000_000
const largeBudgets: BudgetSettings = {
  project: { pointsPerMinute: granted, codesPerHour: granted },
  ip: { pointsPerMinute: granted, codesPerHour: granted },
  account: { pointsPerMinute: granted },
  email: { codesPerHour: granted },
}

const token = 'a-token-of-the-operator'
const unavailableLimiter: RateLimiter = {
  charge: async ([charge]) =>
    charge === undefined || charge.budget.whenUnavailable === 'local'
      ? { is: 'allowed' }
      : { is: 'unavailable', budget: charge.budget.name, retryAfterSeconds: 5 },
  reserveSlot: async () => 0,
  check: async () => undefined,
  close: async () => undefined,
}

/** A server behind a proxy at 127.0.0.1, over real connections. */
async function listening(limiter = createRateLimiter({})) {
  open.push(limiter.close)
  const runs: string[] = []
  const render = async (projectId: string) => {
    runs.push(projectId)
    return '<!doctype html>'
  }
  const server = await openTestServer({
    trustedProxies: [parseNetwork('127.0.0.1')],
    limits: { limiter, budgets: largeBudgets },
    doctor: { token, style: '', render },
    metrics: { metrics: createPrometheusMetrics(), token },
  })
  open.push(server.close)
  const http = createAdaptorServer({ fetch: server.app.fetch })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  open.push(() => http.close())
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const get = async (path: string, from: string, authorization: string, method = 'GET') => {
    const headers = { 'x-forwarded-for': from, authorization, connection: 'close' }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { get, runs }
}

const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`
const pages = [
  { path: '/doctor', attempts: 60, right: basic(token), wrong: basic },
  { path: '/metrics', attempts: 120, right: `Bearer ${token}`, wrong: (guess: string) => `Bearer ${guess}` },
]

describe.each(pages)('$path', ({ path, attempts, right, wrong }) => {
  it('guesses over the budget of a /64 › 429 with Retry-After, also when correct', async () => {
    const { get, runs } = await listening()
    const statuses = new Set<number>()
    for (let guess = 0; guess < attempts; guess += 1) {
      const from = `2001:db8:1:2::${guess.toString(16)}`
      statuses.add((await get(path, from, wrong(`guess-${guess}`), guess % 2 ? 'HEAD' : 'GET')).status)
    }
    expect([...statuses]).toEqual([401])
    const rejected = await get(path, '2001:db8:1:2:ffff::1', wrong('guess'))
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(rejected.headers.get('cache-control')).toBe('no-store')
    const signedIn = await get(path, '2001:db8:1:2::1', right)
    expect([signedIn.status, signedIn.text, runs]).toEqual([429, rejected.text, []])
    expect((await get(path, '2001:db8:1:3::1', right)).status).toBe(200)
  })

  it('wrong secrets of any length and shape › same response', async () => {
    const { get } = await listening()
    const guesses = ['', wrong(''), wrong(token.slice(1)), wrong(`${token}a`), wrong('a'.repeat(4_000))]
    const responses = await Promise.all(guesses.map((guess) => get(path, '198.51.100.1', guess)))
    const visibleText = responses.map(({ status, text, headers }) =>
      JSON.stringify([status, text, headers.get('www-authenticate'), headers.get('content-length')]),
    )
    expect(new Set(visibleText).size).toBe(1)
    expect(responses[0]?.status).toBe(401)
  })
})

it('shared store unavailable › /doctor rejected, /metrics counted by each server', async () => {
  const { get, runs } = await listening(unavailableLimiter)
  const page = await get('/doctor', '198.51.100.1', basic(token))
  expect([page.status, page.headers.get('retry-after'), runs]).toEqual([503, '5', []])
  expect((await get('/metrics', '198.51.100.1', `Bearer ${token}`)).status).toBe(200)
})
