import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmbeddedClient } from '#server/core/embedded/testing/embedded-client.ts'
import { createSoftwareAuthenticator } from '#server/core/embedded/testing/software-authenticator.ts'
import { queryPostgres as query, startPostgres, type TestPostgres } from '#server/store/testing/postgres.ts'
import * as z from '#shared/zod.ts'
import { type BuiltServer, builtProgram, startBuiltServer } from './built-server.ts'
import { freePort } from './free-port.ts'
import { request } from './https-client.ts'
import { type ReverseProxy, startCaddyApart } from './reverse-proxies.ts'

const common = 'projectId=demo&st=drawbridge&sv=1'
const grants = readFileSync(new URL('../../server/deploy/database-roles.sql', import.meta.url), 'utf8')
/** Of the seeded project. */
const site = 'http://localhost:3000'

let postgres: TestPostgres
let ownerUrl = ''
let [widgetOrigin, vaultOrigin] = ['', '']
let [others, embedded]: (BuiltServer | undefined)[] = []
let proxy: ReverseProxy | undefined

const urlOf = (role: string) => ownerUrl.replace('//postgres@', `//${role}@`)

/** A server that serves a part of the deployment as a database role. */
const startPart = (serves: string, role: string, env: Record<string, string> = {}) =>
  startBuiltServer({
    DRAWBRIDGE_SERVES: serves,
    DRAWBRIDGE_DATABASE: urlOf(role),
    DRAWBRIDGE_PUBLIC_URL: widgetOrigin,
    DRAWBRIDGE_EMBEDDED_WALLET_IS_ENABLED: 'true',
    DRAWBRIDGE_SHUTDOWN_DELAY_SECONDS: '0',
    ...env,
  })

beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
  ownerUrl = await postgres.createDatabase()
  const env = { DRAWBRIDGE_DATABASE: ownerUrl }
  execFileSync(process.execPath, [builtProgram(), 'migrate'], { env, stdio: 'pipe' })
  await query(ownerUrl, 'CREATE ROLE drawbridge_others LOGIN; CREATE ROLE drawbridge_embedded LOGIN')
  await query(ownerUrl, grants)
  const port = await freePort()
  widgetOrigin = `https://localhost:${port}`
  vaultOrigin = `https://vault.localhost:${port}`
  others = await startPart('others', 'drawbridge_others', {
    DRAWBRIDGE_EMBEDDED_WALLET_OFFERED_SOCIALS: 'google',
  })
  const secretKeys = [{ id: 'a', key: randomBytes(32).toString('base64') }]
  embedded = await startPart('embedded-wallet', 'drawbridge_embedded', {
    DRAWBRIDGE_SECRET_KEYS: JSON.stringify(secretKeys),
  })
  proxy = await startCaddyApart(port, others.port, embedded.port)
})
afterAll(async () => {
  await proxy?.stop()
  await embedded?.stop()
  await others?.stop()
  await postgres.stop()
})

const bodySchema = z.optional(z.string())

/** A request as the proxy routes it. */
async function through(url: string, init: RequestInit = {}): Promise<Response> {
  const body = z.parse(bodySchema, init.body ?? undefined)
  const answer = await request(url, {
    ...{ ca: proxy?.ca ?? '', address: '127.0.0.1', method: init.method ?? 'GET' },
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(body !== undefined && { body }),
  })
  const type = { 'content-type': answer.headers['content-type'] ?? '' }
  return new Response(answer.body.toString(), { status: answer.status, headers: type })
}
const server = { app: { request: through } }
const vaultHeaders = () => ({ origin: vaultOrigin })

const challengeSchema = z.object({ challenge: z.string() })
const openedSchema = z.object({ token: z.string(), account: z.looseObject({ userId: z.string() }) })
const ticketSchema = z.object({ ticket: z.string() })

describe('embedded wallet apart', () => {
  it('user signs up in the vault, and is logged in to the widget', async () => {
    const vault = await createEmbeddedClient(server, vaultOrigin)
    const authenticator = createSoftwareAuthenticator({ origin: vaultOrigin, rpId: 'vault.localhost' })
    const asked = await vault.call('POST', '/passkeys/login-challenge', { body: { purpose: 'sign-up' } })
    const { challenge } = z.parse(challengeSchema, asked.body)
    const signedUp = await vault.call('POST', '/passkeys/sign-up', {
      headers: vaultHeaders(),
      body: { registration: authenticator.register(challenge), name: 'Chrome on Linux' },
    })
    const { token, account } = z.parse(openedSchema, signedUp.body)
    const frame = await createEmbeddedClient(server, widgetOrigin)
    const body = { site, keyThumbprint: frame.thumbprint }
    const { ticket } = z.parse(
      ticketSchema,
      (await vault.call('POST', '/frame-tickets', { token, body })).body,
    )
    const started = z.parse(
      openedSchema,
      (await frame.call('POST', '/frame-session', { body: { ticket } })).body,
    )
    expect(await frame.call('GET', '/account', { token: started.token })).toMatchObject({
      status: 200,
      body: { userId: account.userId },
    })
  })

  it.each([
    ['widget', 'document', '/embed/1/demo', 200],
    ['widget', 'API', `/projects/v1/origins?${common}`, 200],
    ['vault', 'API', `/projects/v1/origins?${common}`, 200],
    ['vault', 'document', '/', 200],
    ['vault', 'configuration', '/widget.config.json', 200],
    ['vault', 'page of the widget', '/embed/1/demo', 404],
    ['vault', 'page of the social logins', '/embedded/v1/social/start?attempt=x', 404],
    ['vault', 'image', `/getWalletImage/metamask?${common}`, 404],
  ])('host of the %s › %s %s › %i', async (host, _, path, status) => {
    const origin = host === 'widget' ? widgetOrigin : vaultOrigin
    const response = await through(`${origin}${path}`)
    expect(response.status).toBe(status)
    // A page of the other part, which says that it knows no such attempt, would be HTML.
    if (status === 404) expect(response.headers.get('content-type')).not.toContain('text/html')
  })

  it('social pages on the widget’s host › of the embedded wallet', async () => {
    const response = await through(`${widgetOrigin}/embedded/v1/social/start?attempt=x`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('text/html'),
    ])
  })

  it('widget’s configuration › names the vault and the offered services', async () => {
    const config = await (await through(`${widgetOrigin}/widget.config.json`)).json()
    expect(config).toMatchObject({ vaultUrl: vaultOrigin, socials: ['google'] })
  })

  it('each process › does not serve the other part', async () => {
    const statusOf = async (from: BuiltServer | undefined, path: string) =>
      (await request(`${from?.url}${path}`)).status
    expect(await statusOf(others, `/embedded/v1/nonce?${common}`)).toBe(404)
    expect(await statusOf(embedded, `/projects/v1/origins?${common}`)).toBe(404)
    expect(await statusOf(embedded, '/embed/1/demo')).toBe(404)
    expect(await statusOf(embedded, `/embedded/v1/nonce?${common}`)).toBe(200)
  })

  it.each([
    ['drawbridge_others', 'SELECT * FROM envelopes'],
    ['drawbridge_others', 'DELETE FROM shared_emails'],
    ['drawbridge_others', 'DELETE FROM counters'],
    ['drawbridge_embedded', 'SELECT * FROM sign_ins'],
    ['drawbridge_embedded', 'DELETE FROM projects'],
    ['drawbridge_embedded', 'SELECT * FROM smart_sessions'],
  ])('role %s › no right to %s', async (role, text) => {
    await expect(query(urlOf(role), text)).rejects.toThrow(/permission denied/)
  })

  it('role that owns a table › is refused', async () => {
    await query(
      ownerUrl,
      'CREATE TABLE other_program (n INTEGER); ALTER TABLE other_program OWNER TO drawbridge_others',
    )
    await expect(query(ownerUrl, grants)).rejects.toThrow(/must be no superusers, and own no table/)
    await query(ownerUrl, 'DROP TABLE other_program')
  })

  it('recurring jobs › each process runs its own, without an error', async () => {
    const due = `SELECT kind FROM jobs WHERE attempt > 0 OR run_at_ms > ${Date.now()} ORDER BY kind`
    const kinds = ['reseal-keys embedded-wallet', 'sweep', 'sweep embedded-wallet']
    await vi.waitFor(
      async () => expect(await query(ownerUrl, due)).toEqual(kinds.map((kind) => ({ kind }))),
      {
        timeout: 20_000,
        interval: 100,
      },
    )
    for (const part of [others, embedded])
      expect(part?.output()).not.toMatch(/job failed|jobs cannot be read/)
  })
})
