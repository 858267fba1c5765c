import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OAuthProviderId } from '../../../../../shared/api/embedded-social.ts'
import type { EmbeddedClient } from '../testing/embedded-client.ts'
import { serverOrigin } from '../testing/embedded-world.ts'
import { type Forgery, startForgingServer } from '../testing/social/forging-server.ts'
import type { Fault } from '../testing/social/oauth-peer.ts'
import {
  callbackOf,
  openSocialWorld,
  type Providers,
  passForm,
  type SocialWorld,
  startProviders,
} from '../testing/social/social-world.ts'
import type { WindowBrowser } from '../testing/social/window-browser.ts'

const app = { clientId: 'drawbridge', clientSecret: 'hunter-2_.x' }
let providers: Providers
let forging: Awaited<ReturnType<typeof startForgingServer>>
let world: SocialWorld
let client: EmbeddedClient
let browser: WindowBrowser
beforeAll(async () => {
  providers = await startProviders()
  forging = await startForgingServer(app)
})
afterAll(async () => {
  await providers.close()
  await forging.close()
})
async function open(options: Partial<Parameters<typeof openSocialWorld>[0]> = {}): Promise<void> {
  world = await openSocialWorld({ origins: providers, ...options })
  client = await world.createClient()
  browser = world.createBrowser()
}
beforeEach(() => {
  providers.github.logInAs({ id: 7, login: 'ada' })
  providers.x.logInAs({ id: '7', username: 'ada' })
  providers.google.logInAs({ sub: '7', email: 'ada@example.org' })
  providers.apple.logInAs({ sub: '7', email: 'ada@example.org' })
})
afterEach(() => world.close())

/** The state of an attempt, after the browser has opened a URL of its callback that a test may change. */
async function stateAfter(provider: OAuthProviderId, change: (url: URL) => URL = (url) => url) {
  const attempt = await world.create(client, provider)
  const page = await browser.open(change(await world.returnUrl(browser, attempt)))
  return { page, state: await world.stateOf(client, attempt.id) }
}

const withParameter = (name: string, value: string) => (url: URL) => {
  url.searchParams.set(name, value)
  return url
}

describe('attacks on the authorization code', () => {
  it('authorization request › PKCE S256, and no secret but the state', async () => {
    await open()
    const { url } = await world.create(client, 'x')
    await browser.request(new URL(url), { method: 'GET' })
    const response = await browser.request(new URL(url), { method: 'GET' })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ response_type: 'code', client_id: 'drawbridge', scope: 'users.read tweet.read' },
      ...{
        redirect_uri: `${serverOrigin}${callbackOf('x')}`,
        state: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      ...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/), code_challenge_method: 'S256' },
    })
  })

  it.each(['github', 'google'] as const)(
    '%s code of another attempt › refused by its PKCE verifier',
    async (id) => {
      await open()
      const stolen = await world.returnUrl(world.createBrowser(), await world.create(client, id))
      const { state } = await stateAfter(id, withParameter('code', stolen.searchParams.get('code') ?? ''))
      expect(state).toEqual({ is: 'failed', reason: 'rejected' })
    },
  )

  it('response at the callback of another provider › refused, not redeemed', async () => {
    await open()
    const url = await world.returnUrl(browser, await world.create(client, 'x'))
    const mixedUp = new URL(url)
    mixedUp.pathname = callbackOf('github')
    const before = providers.github.requests.length
    expect((await browser.open(mixedUp)).status).toBe(403)
    expect(providers.github.requests).toHaveLength(before)
    expect((await browser.open(url)).status).toBe(200)
  })

  it('issuer of another provider in the callback › invalid, nothing is redeemed', async () => {
    await open()
    const before = providers.github.requests.length
    const { state } = await stateAfter('github', withParameter('iss', 'https://evil.example'))
    expect(state).toEqual({ is: 'failed', reason: 'invalid' })
    expect(providers.github.requests.slice(before)).toEqual(['/login/oauth/authorize'])
  })

  it('callback without a code, or with an error › failed', async () => {
    await open()
    const withoutCode = (url: URL) => {
      url.searchParams.delete('code')
      return url
    }
    expect((await stateAfter('x', withoutCode)).state).toEqual({ is: 'failed', reason: 'invalid' })
    const refused = await stateAfter('x', withParameter('error', 'server_error'))
    expect(refused.state).toEqual({ is: 'failed', reason: 'rejected' })
    expect(refused.page.html).toContain('X has refused the login')
  })
})

describe('attacks on id_tokens', () => {
  const forged = async (forgery: Forgery) => {
    await open({ origins: { google: forging } })
    forging.forge(forgery)
    return stateAfter('google')
  }

  it('valid token › identifies the user', async () => {
    expect((await forged({})).page.html).toContain('The Google account <b><bdi>ada@example.org</bdi></b>')
  })

  const now = Math.floor(Date.now() / 1_000)
  it.each<[string, Forgery]>([
    ['another audience', { claims: { aud: 'another-app' } }],
    ['several audiences without an authorized party', { claims: { aud: ['drawbridge', 'another-app'] } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['past expiry', { claims: { exp: now - 3_600 } }],
    ['future start', { claims: { nbf: now + 3_600 } }],
    ['nonce of another attempt', { claims: { nonce: 'ab'.repeat(32) } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['empty subject', { claims: { sub: '' } }],
    ['algorithm none', { key: 'none' }],
    ['a signature by the client secret', { key: 'secret' }],
    ['a signature by another key', { key: 'other' }],
    ['an unknown key id', { header: { kid: 'k2' } }],
    ['no token', { token: null }],
    ['no JWT', { token: 'x' }],
  ])('token with %s › invalid', async (_, forgery) => {
    expect((await forged(forgery)).state).toEqual({ is: 'failed', reason: 'invalid' })
    const [logged] = world.server.logged
    expect(logged).toMatchObject({
      message: 'social login failed',
      fields: { provider: 'google', reason: 'invalid' },
    })
    expect(JSON.stringify(world.server.logged)).not.toMatch(/eyJ|hunter-2/)
  })
})

describe('faults of providers', () => {
  afterEach(() => providers.x.failWith(undefined))

  it.each<[string, Fault | undefined, Fault | undefined, string]>([
    ['token: 500', { status: 500, body: {} }, undefined, 'unavailable'],
    ['token: 429', { status: 429, body: {} }, undefined, 'unavailable'],
    ['token: 302', { status: 302, body: {} }, undefined, 'unavailable'],
    ['token: too large', { status: 200, body: 'x'.repeat(100_000) }, undefined, 'unavailable'],
    ['token: HTML', 'garbage', undefined, 'invalid'],
    ['token: empty object', { status: 200, body: {} }, undefined, 'invalid'],
    ['token: list', { status: 200, body: [] }, undefined, 'invalid'],
    ['token: null', { status: 200, body: null }, undefined, 'invalid'],
    [
      'token: of another type',
      { status: 200, body: { access_token: 'a', token_type: 'mac' } },
      undefined,
      'invalid',
    ],
    ['token: error with 200', { status: 200, body: { error: 'bad_code' } }, undefined, 'rejected'],
    ['token: error', { status: 400, body: { error: 'invalid_grant' } }, undefined, 'rejected'],
    ['user: 401', undefined, { status: 401, body: {} }, 'rejected'],
    ['user: 503', undefined, { status: 503, body: {} }, 'unavailable'],
    ['user: HTML', undefined, 'garbage', 'invalid'],
    ['user: no id', undefined, { status: 200, body: { data: { username: 'ada' } } }, 'invalid'],
    [
      'user: id is a number',
      undefined,
      { status: 200, body: { data: { id: 7, username: 'ada' } } },
      'invalid',
    ],
    ['user: empty id', undefined, { status: 200, body: { data: { id: '', username: 'ada' } } }, 'invalid'],
  ])('%s › failed', async (_, token, user, reason) => {
    await open()
    providers.x.failWith(token, user)
    const { page, state } = await stateAfter('x')
    expect(state).toEqual({ is: 'failed', reason })
    expect(page).toMatchObject({ status: 200, html: expect.stringContaining('The login failed') })
  })

  it.each([
    ['token', 'no-response', undefined],
    ['user', undefined, 'no-response'],
  ] as const)('%s: no response › unavailable', async (_, token, user) => {
    await open({ timeoutMs: 300 })
    providers.x.failWith(token, user)
    expect((await stateAfter('x')).state).toEqual({ is: 'failed', reason: 'unavailable' })
  })

  it('wrong client secret › rejected, and the log says so', async () => {
    await open({ credentials: { x: { ...app, clientSecret: 'former' } } })
    expect((await stateAfter('x')).state).toEqual({ is: 'failed', reason: 'rejected' })
    expect(world.server.logged).toMatchObject([
      { fields: { message: 'X: status 401 (invalid_client)' }, message: 'social login failed' },
    ])
  })
})

describe('attacks on Apple’s form', () => {
  /** The page whose script posts the provider's response. */
  const formOf = async () => {
    const attempt = await world.create(client, 'apple')
    return { attempt, form: await browser.open(attempt.url) }
  }

  it('client secret signed by another key › rejected', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credentials = { clientId: 'app.drawbridge', teamId: 'TEAM', keyId: 'KEY', privateKey }
    await open({ credentials: { apple: credentials } })
    const { attempt, form } = await formOf()
    await passForm(browser, form)
    expect(await world.stateOf(client, attempt.id)).toEqual({ is: 'failed', reason: 'rejected' })
  })

  it('form in another browser › refused there', async () => {
    await open()
    const { attempt, form } = await formOf()
    expect((await passForm(world.createBrowser(), form)).status).toBe(403)
    expect((await passForm(browser, form)).status).toBe(200)
    expect(await world.stateOf(client, attempt.id)).toEqual({ is: 'waiting' })
  })

  it('code in the URL, changed, or passed on to another provider › 404', async () => {
    await open()
    const { form } = await formOf()
    const [, code = ''] = /name="code" value="([^"]+)"/.exec(form.html) ?? []
    const [, state = ''] = /name="state" value="([^"]+)"/.exec(form.html) ?? []
    const callback = new URL(callbackOf('apple'), serverOrigin)
    callback.search = new URLSearchParams({ code, state }).toString()
    expect((await browser.open(callback)).status).toBe(404)
    callback.search = new URLSearchParams({ returned: 'v1.a.AAAA' }).toString()
    expect((await browser.open(callback)).status).toBe(404)
    const body = new URLSearchParams({ code, state })
    const posted = await browser.request(new URL(callbackOf('google'), serverOrigin), {
      method: 'POST',
      body,
    })
    expect(posted.status).toBe(404)
  })

  it.each([
    ['no state', { code: 'x' }],
    ['a long code', { code: 'x'.repeat(3_000), state: 'ab'.repeat(32) }],
    ['a long name', { code: 'x', state: 'ab'.repeat(32), user: 'x'.repeat(3_000) }],
  ])('form with %s › 404', async (_, fields) => {
    await open()
    const body = new URLSearchParams(fields)
    const posted = await browser.request(new URL(callbackOf('apple'), serverOrigin), { method: 'POST', body })
    expect(posted.status).toBe(404)
  })
})
