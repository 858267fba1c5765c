import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EmbeddedClient } from '../testing/embedded-client.ts'
import { serverOrigin, site } from '../testing/embedded-world.ts'
import {
  callbackOf,
  openSocialWorld,
  type Providers,
  type SocialWorld,
  startProviders,
} from '../testing/social/social-world.ts'
import type { WindowBrowser } from '../testing/social/window-browser.ts'
import { attemptLifetimeMs, attemptsPerClient } from './attempts.ts'

let providers: Providers
let world: SocialWorld
let client: EmbeddedClient
let browser: WindowBrowser
beforeAll(async () => {
  providers = await startProviders()
})
afterAll(() => providers.close())
beforeEach(async () => {
  providers.github.logInAs({ id: 7, login: 'ada' })
  world = await openSocialWorld({ origins: providers })
  client = await world.createClient()
  browser = world.createBrowser()
})
afterEach(() => world.close())

const create = (secret?: string) => world.create(client, 'github', secret === undefined ? {} : { secret })
const startUrl = (secret: string) => `${serverOrigin}/embedded/v1/social/start?attempt=${secret}`

describe('attacks on the window', () => {
  it('state reused › refused, the attempt goes on', async () => {
    const { id, url } = await create()
    const page = await browser.open(url)
    const again = await browser.open(browser.lastVisit(callbackOf('github')))
    expect([again.status, again.html]).toEqual([403, expect.stringContaining('used before')])
    await browser.answer(page, 'continue')
    expect(await world.stateOf(client, id)).toMatchObject({ is: 'completed' })
  })

  it('state of another browser’s attempt › refused in both, each goes on', async () => {
    const other = world.createBrowser()
    const [own, foreign] = [
      await world.returnUrl(browser, await create()),
      await world.returnUrl(other, await create()),
    ]
    expect((await browser.open(foreign)).status).toBe(403)
    expect((await other.open(own)).status).toBe(403)
    expect((await browser.open(own)).status).toBe(200)
  })

  it('callback in a browser without the cookie › refused, the right one goes on', async () => {
    const url = await world.returnUrl(browser, await create())
    expect((await world.createBrowser().open(url)).status).toBe(403)
    expect((await browser.open(url)).status).toBe(200)
  })

  it.each(['', 'x', '0'.repeat(64), undefined])('state %j › refused', async (state) => {
    const url = await world.returnUrl(browser, await create())
    if (state === undefined) url.searchParams.delete('state')
    else url.searchParams.set('state', state)
    expect((await browser.open(url)).status).toBe(403)
  })

  it('callback 20 times at once › one redeems the code', async () => {
    const url = await world.returnUrl(browser, await create())
    const before = providers.github.requests.length
    const pages = await Promise.all(Array.from({ length: 20 }, () => browser.request(url, { method: 'GET' })))
    expect(pages.map(({ status }) => status).toSorted()).toEqual([303, ...Array(19).fill(403)])
    expect(providers.github.requests.slice(before)).toEqual(['/login/oauth/access_token', '/user'])
  })

  it('link to an attacker’s attempt › completes nothing without the press', async () => {
    const attacker = await world.createClient()
    const attempt = await world.create(attacker, 'github')
    const page = await browser.open(attempt.url)
    expect(await world.stateOf(attacker, attempt.id)).toEqual({ is: 'waiting' })
    expect(page.html).toContain(`Continue only if <b><bdi>${site}</bdi></b> shows this number`)
    expect(page.html).toContain(`<p class="number">${attempt.number}</p>`)
    await browser.answer(page, 'cancel')
    expect(await world.stateOf(attacker, attempt.id)).toEqual({ is: 'cancelled' })
  })

  it.each(['https://evil.example', 'null', undefined])('press from a page of %s › refused', async (from) => {
    const { id, url } = await create()
    const page = await browser.open(url)
    const body = new URLSearchParams({
      ...{ attempt: page.url.searchParams.get('attempt') ?? '', answer: 'continue' },
    })
    const cookie = [...browser.cookies()].map(([name, { value }]) => `${name}=${value}`).join()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      // Of a browser that does not know SameSite.
      cookie,
      ...(from !== undefined && { origin: from }),
    }
    const sent = await world.server.app.request(`${serverOrigin}/embedded/v1/social/confirm`, {
      ...{ method: 'POST', headers, body: body.toString() },
    })
    expect(sent.status).toBe(403)
    expect(await world.stateOf(client, id)).toEqual({ is: 'waiting' })
  })

  it.each([
    ['multipart', new FormData()],
    ['plain text', 'attempt=x'],
    ['no type', new Uint8Array()],
  ])('form as %s › unknown page', async (_, body) => {
    for (const path of [callbackOf('apple'), '/embedded/v1/social/confirm']) {
      const headers = { origin: serverOrigin }
      const response = await world.server.app.request(path, { method: 'POST', body, headers })
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining('The login is unknown or expired'),
      ])
    }
  })

  it('press as another form type › counts nothing, the right one does', async () => {
    const { id, url } = await create()
    const page = await browser.open(url)
    const body = new FormData()
    body.set('attempt', page.url.searchParams.get('attempt') ?? '')
    body.set('answer', 'cancel')
    const [[name = '', cookie] = []] = [...browser.cookies()]
    const headers = { origin: serverOrigin, cookie: `${name}=${cookie?.value}` }
    await world.server.app.request('/embedded/v1/social/confirm', { method: 'POST', body, headers })
    await browser.answer(page, 'continue')
    expect(await world.stateOf(client, id)).toMatchObject({ is: 'completed' })
  })

  it('page or press in another browser › refused', async () => {
    const { id, url } = await create()
    const page = await browser.open(url)
    const other = world.createBrowser()
    await other.open((await create()).url)
    for (const foreign of [other, world.createBrowser()]) {
      expect((await foreign.open(page.url)).status).toBe(403)
      expect((await foreign.answer(page, 'continue')).status).toBe(403)
    }
    expect(await world.stateOf(client, id)).toEqual({ is: 'waiting' })
  })

  it('two presses › the first one counts', async () => {
    for (const [first, second, is] of [
      ['continue', 'cancel', 'completed'],
      ['cancel', 'continue', 'cancelled'],
    ] as const) {
      const { id, url } = await create()
      const page = await browser.open(url)
      await browser.answer(page, first)
      await browser.answer(page, second)
      expect(await world.stateOf(client, id)).toMatchObject({ is })
    }
  })

  it('start secret › used up by the first browser, and guessed by none', async () => {
    const { url } = await create()
    const callback = await world.returnUrl(browser, { url })
    expect((await world.createBrowser().open(url)).status).toBe(403)
    expect((await browser.open(callback)).status).toBe(200)
    expect((await world.createBrowser().open(url)).status).toBe(403)
    for (const guess of ['', 'x', 'AB'.repeat(32), 'cd'.repeat(32)])
      expect((await world.createBrowser().open(startUrl(guess))).status).toBe(404)
  })

  it('parameters with other URLs › redirects to the provider and to this server only', async () => {
    const { url } = await create()
    const evil = 'https://evil.example/'
    const names = ['redirect_uri', 'redirect', 'next', 'return_to', 'url', 'state', 'client_id', 'returned']
    const page = await browser.open(`${url}&${new URLSearchParams(names.map((name) => [name, evil]))}`)
    expect(page.status).toBe(200)
    const callback = browser.lastVisit(callbackOf('github'))
    for (const name of names.filter((one) => one !== 'state')) callback.searchParams.set(name, evil)
    await browser.open(callback)
    const origins = browser.visited.map(({ origin }) => origin)
    expect(new Set(origins)).toEqual(new Set([serverOrigin, providers.github.origin]))
  })

  it('user name with HTML and control characters › text', async () => {
    providers.github.logInAs({ id: 8, login: `<script>alert(1)</script>"'&\u202e\n${'x'.repeat(500)}` })
    const { id, url } = await create()
    const page = await browser.open(url)
    expect(page.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;  x')
    expect(page.html).not.toMatch(/<script|\u202e/)
    await browser.answer(page, 'continue')
    const { account } = await world.stateOf(client, id)
    const stored = `<script>alert(1)</script>"'&  ${'x'.repeat(500)}`.slice(0, 254)
    expect(account?.identities).toEqual([{ provider: 'github', name: stored }])
  })

  it('pages and cookie › allow no frame, no other script, no cache, no script access', async () => {
    const { url } = await create()
    const page = await browser.open(url)
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(page.headers.get('cache-control')).toBe('no-store')
    const cookies = [...browser.cookies()]
    expect(cookies).toMatchObject([
      ['__Host-drawbridge-social', { value: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    ])
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=600'])
      expect(cookies[0]?.[1].attributes).toContain(`; ${attribute}`)
  })

  it('server on http › cookie without the prefix that needs TLS', async () => {
    await world.close()
    const origin = 'http://localhost:8787'
    world = await openSocialWorld({ origins: providers, origin })
    const local = world.createBrowser()
    const { url } = await world.create(await world.createClient(), 'github')
    await local.request(new URL(url), { method: 'GET' })
    const [[name = '', cookie] = []] = [...local.cookies()]
    expect([name, cookie?.attributes]).toEqual(['drawbridge-social', expect.not.stringContaining('Secure')])
  })
})

describe('attacks on attempts', () => {
  it('attempt read with another key › 404, and still completes for its own', async () => {
    const { id, url } = await create()
    await browser.answer(await browser.open(url), 'continue')
    const thief = await world.createClient()
    expect(await world.read(thief, id)).toMatchObject({ status: 404 })
    const { token } = await world.logIn(thief)
    expect(await world.read(thief, id, token)).toMatchObject({ status: 404 })
    expect(await world.read(client, id)).toMatchObject({ status: 200 })
  })

  it('completed attempt read by 20 calls at once › one gets it', async () => {
    const { id, url } = await create()
    await browser.answer(await browser.open(url), 'continue')
    const reads = await Promise.all(Array.from({ length: 20 }, () => world.read(client, id)))
    expect(reads.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(reads.filter(({ status }) => status === 404)).toHaveLength(19)
  })

  it.each(['start', 'callback', 'page', 'press', 'read'] as const)(
    'attempt expired before its %s › refused',
    async (step) => {
      const { id, url } = await create()
      const expire = () => world.server.advance(attemptLifetimeMs)
      const opened = async () => {
        if (step === 'start') expire()
        if (step === 'start') return browser.open(url)
        const back = await world.returnUrl(browser, { url })
        if (step === 'callback') expire()
        const page = await browser.open(back)
        if (step === 'page' || step === 'press') expire()
        if (step === 'page') return browser.open(page.url)
        return step === 'callback' ? page : browser.answer(page, 'continue')
      }
      const { status } = await opened()
      if (step === 'read') expire()
      expect(status).toBe(step === 'read' ? 200 : step === 'start' ? 404 : 403)
      expect(await world.read(client, id)).toMatchObject({ status: 404 })
    },
  )

  it.each(['https://evil.example', 'https://shop.example/path', 'null'])(
    'site %j › refused',
    async (foreign) => {
      const body = { provider: 'github', site: foreign, secret: 'ab'.repeat(32) }
      expect((await client.call('POST', '/social/attempts', { body })).status).toBe(403)
    },
  )

  it('secret used before, or not random › refused', async () => {
    const post = (secret: string) =>
      client.call('POST', '/social/attempts', { body: { provider: 'github', site, secret } })
    const secret = 'ab'.repeat(32)
    expect((await post(secret)).status).toBe(200)
    expect((await post(secret)).status).toBe(409)
    for (const short of ['', 'ab', 'ab'.repeat(31)]) expect((await post(short)).status).toBe(400)
  })

  it(`attempts by the dozen › ${attemptsPerClient} an hour for one client`, async () => {
    for (let n = 0; n < attemptsPerClient; n++) await create()
    const body = { provider: 'github', site, secret: 'ab'.repeat(32) }
    const refused = await client.call('POST', '/social/attempts', { body })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  })

  it('database and log › contain no secret', async () => {
    const secret = 'ab'.repeat(32)
    const { id, url } = await create(secret)
    const page = await browser.open(url)
    const callback = browser.lastVisit(callbackOf('github')).searchParams
    const cookie = browser.cookies().get('__Host-drawbridge-social')?.value ?? 'none'
    const before = await world.server.dump()
    await browser.answer(page, 'continue')
    const { token } = await world.stateOf(client, id)
    const texts = `${before}${await world.server.dump()}${JSON.stringify(world.server.logged)}`
    for (const hidden of [secret, id, cookie, callback.get('state'), callback.get('code'), token, 'hunter-2'])
      expect(texts).not.toContain(hidden)
  })
})
