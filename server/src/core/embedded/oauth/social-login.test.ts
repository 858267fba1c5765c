import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OAuthProviderId } from '../../../../../shared/api/embedded-social.ts'
import type { EmbeddedClient } from '../testing/embedded-client.ts'
import { site } from '../testing/embedded-world.ts'
import {
  openSocialWorld,
  type Providers,
  passForm,
  type SocialWorld,
  startProviders,
} from '../testing/social/social-world.ts'
import type { WindowBrowser } from '../testing/social/window-browser.ts'
import { defaultWaits } from './attempts.ts'

let providers: Providers
let world: SocialWorld
let client: EmbeddedClient
let browser: WindowBrowser
beforeAll(async () => {
  providers = await startProviders()
})
afterAll(() => providers.close())
beforeEach(async () => {
  world = await openSocialWorld({ origins: providers })
  client = await world.createClient()
  browser = world.createBrowser()
})
afterEach(() => world.close())

const ada = { sub: '117', email: 'ada@example.org', email_verified: true }

/** Logs a user in at a provider, in the provider's own words. */
function logInAt(id: OAuthProviderId): void {
  providers.google.logInAs(ada)
  providers.apple.logInAs({ sub: '001.ab', email: 'x7@privaterelay.appleid.com' })
  providers.x.logInAs({ id: '2244', username: 'ada', name: 'Ada L.' })
  providers.discord.logInAs({ id: '8035', username: 'ada', discriminator: '0', global_name: 'Ada' })
  providers.github.logInAs({ id: 583_231, login: 'ada', name: 'Ada L.' })
  providers.facebook.logInAs({ id: '1022', name: 'Ada Lovelace' })
  expect(providers[id]).toBeDefined()
}

/** A world whose requests wait as long as those of users; returns its frame. */
async function reopen(): Promise<EmbeddedClient> {
  await world.close()
  world = await openSocialWorld({ origins: providers, waits: defaultWaits })
  return world.createClient()
}

const names = [
  ['google', 'Google', 'ada@example.org'],
  ['apple', 'Apple', 'x7@privaterelay.appleid.com'],
  ['x', 'X', 'ada'],
  ['discord', 'Discord', 'ada'],
  ['github', 'GitHub', 'ada'],
  ['facebook', 'Facebook', 'Ada Lovelace'],
] as const

describe('social login', () => {
  it.each(names)('%s › creates a user, and logs the same one in again', async (id, title, name) => {
    logInAt(id)
    const { attempt, page, state } = await world.logInBy(id, client, browser)
    expect(page.status).toBe(200)
    expect(page.html).toContain(`The ${title} account <b><bdi>${name}</bdi></b> opens your wallet on`)
    expect(page.html).toContain(`<bdi>${site}</bdi></b> shows this number`)
    expect(page.html).toContain(`>${attempt.number}<`)
    expect(state).toMatchObject({
      ...{ is: 'completed', isNew: true, token: expect.any(String) },
      account: { identities: [{ provider: id, name }] },
    })
    const account = await client.call('GET', '/account', { token: state.token ?? '' })
    expect(account).toMatchObject({ status: 200, body: { userId: state.account?.userId } })
    const other = await world.createClient()
    const again = await world.logInBy(id, other, world.createBrowser())
    expect(again.state).toMatchObject({ isNew: false, account: { userId: state.account?.userId } })
  })

  it('session › steps up, and is in the user’s log', async () => {
    logInAt('github')
    const { state } = await world.logInBy('github', client, browser)
    const token = state.token ?? ''
    expect(
      await client.call('POST', '/identities/remove', { token, body: { provider: 'github' } }),
    ).toMatchObject({ status: 409 })
    const { body } = await client.call('GET', '/events', { token })
    expect(body).toMatchObject({ events: [{ event: 'login', subject: 'github' }] })
  })

  it('window opened before its attempt exists › waits for it', async () => {
    logInAt('x')
    const secret = 'ab'.repeat(32)
    const own = await reopen()
    const opened = world
      .createBrowser()
      .open(`https://wallet.example/embedded/v1/social/start?attempt=${secret}`)
    await world.create(own, 'x', { secret })
    expect((await opened).html).toContain('Log in to your wallet?')
  })

  it('Apple’s name, which only the first login has › is displayed, after the second login too', async () => {
    providers.apple.logInAs({ sub: '001.cd', fullName: { firstName: 'Ada', lastName: 'Lovelace' } })
    for (const isNew of [true, false]) {
      const { state } = await world.logInBy('apple', await world.createClient(), browser)
      expect(state).toMatchObject({
        isNew,
        account: { identities: [{ provider: 'apple', name: 'Ada Lovelace' }] },
      })
    }
    expect(browser.visited.map(String).join()).not.toContain('Lovelace')
  })

  it('Discord user with a discriminator › keeps it in the name', async () => {
    providers.discord.logInAs({ id: '1', username: 'ada', discriminator: '0007' })
    const { state } = await world.logInBy('discord', client, browser)
    expect(state.account?.identities).toEqual([{ provider: 'discord', name: 'ada#0007' }])
  })

  it('back in the window › starts again, with other secrets', async () => {
    logInAt('github')
    const { id, url } = await world.create(client, 'github')
    await browser.request(new URL(url), { method: 'GET' })
    const page = await browser.open(url)
    await browser.answer(page, 'continue')
    expect(await world.stateOf(client, id)).toMatchObject({ is: 'completed' })
  })

  it('window opened again after the return from the service › asks, in its own browser only', async () => {
    logInAt('github')
    const { id, url } = await world.create(client, 'github')
    await browser.open(url)
    expect((await world.createBrowser().open(url)).status).toBe(403)
    const again = await browser.open(url)
    expect(again.html).toContain('Log in to your wallet?')
    await browser.answer(again, 'continue')
    expect(await world.stateOf(client, id)).toMatchObject({ is: 'completed' })
    expect((await browser.open(url)).html).toContain('Continue on the site')
  })

  it('two windows of one browser › each completes its own attempt', async () => {
    providers.github.logInAs({ id: 1, login: 'ada' })
    const [one, two] = [await world.create(client, 'github'), await world.create(client, 'github')]
    const first = await browser.open(one.url)
    providers.github.logInAs({ id: 2, login: 'bob' })
    const second = await browser.open(two.url)
    await browser.answer(second, 'continue')
    await browser.answer(first, 'continue')
    expect((await world.stateOf(client, one.id)).account?.identities).toMatchObject([{ name: 'ada' }])
    expect((await world.stateOf(client, two.id)).account?.identities).toMatchObject([{ name: 'bob' }])
  })

  it('frame › learns of the answer at once, and of nothing before', async () => {
    logInAt('github')
    const own = await reopen()
    const { id, url } = await world.create(own, 'github')
    const window = world.createBrowser()
    const page = await window.open(url)
    const reading = world.stateOf(own, id)
    await window.answer(page, 'continue')
    expect(await reading).toMatchObject({ is: 'completed' })
  })

  it('user who cancels on the page › cancelled', async () => {
    logInAt('google')
    const { id, url } = await world.create(client, 'google')
    const page = await browser.answer(await browser.open(url), 'cancel')
    expect(page.html).toContain('Nothing has changed')
    expect(await world.stateOf(client, id)).toEqual({ is: 'cancelled' })
  })

  it.each(['google', 'apple', 'x'] as const)('user who cancels at %s › cancelled', async (id) => {
    providers[id].logInAs(undefined)
    const attempt = await world.create(client, id)
    const page = await passForm(browser, await browser.open(attempt.url))
    expect(page.html).toContain('Cancelled')
    expect(await world.stateOf(client, attempt.id)).toEqual({ is: 'cancelled' })
  })

  it('unconfigured provider › 501', async () => {
    await world.close()
    world = await openSocialWorld({ origins: { x: providers.x } })
    const own = await world.createClient()
    const body = { provider: 'github', site, secret: 'ab'.repeat(32) }
    expect((await own.call('POST', '/social/attempts', { body })).status).toBe(501)
    const start = await world
      .createBrowser()
      .open('https://wallet.example/embedded/v1/social/callback/github')
    expect(start.status).toBe(404)
  })
})

describe('linked account', () => {
  /** Logs in by e-mail, and links an account of Google. */
  async function link(email: string) {
    const { token, account } = await world.logIn(client, email)
    const { id, url } = await world.create(client, 'google', { token })
    const page = await browser.open(url)
    await browser.answer(page, 'continue')
    return { token, account, id, page }
  }

  it('link › logs in to the same user, is unlinked by the user', async () => {
    providers.google.logInAs({ ...ada, sub: 'g1' })
    const { token, account, id, page } = await link('ada@example.org')
    expect(page.html).toContain('Add this Google account?')
    const state = await world.stateOf(client, id, token)
    expect(state).toMatchObject({ is: 'completed', isNew: false, account: { userId: account.userId } })
    expect(state.token).toBeUndefined()
    const other = await world.logInBy('google', await world.createClient(), world.createBrowser())
    expect(other.state).toMatchObject({ isNew: false, account: { userId: account.userId } })
    const removed = await client.call('POST', '/identities/remove', { token, body: { provider: 'google' } })
    expect(removed).toMatchObject({ status: 200, body: { account: { identities: [{ provider: 'email' }] } } })
    const { body } = await client.call('GET', '/events', { token })
    expect(JSON.stringify(body)).toContain('"identity-linked"')
    expect(world.mails.at(-1)).toMatchObject({
      ...{ to: 'ada@example.org', text: expect.stringContaining('An account of Google can now log in') },
    })
  })

  it('account of another user › 409, and stays there', async () => {
    providers.google.logInAs({ ...ada, sub: 'g2' })
    const owner = await world.logInBy('google', await world.createClient(), world.createBrowser())
    const { token, id } = await link('bob@example.org')
    expect(await world.read(client, id, token)).toMatchObject({ status: 409 })
    const again = await world.logInBy('google', await world.createClient(), world.createBrowser())
    expect(again.state.account?.userId).toBe(owner.state.account?.userId)
  })

  it('session without a recent step-up › 403', async () => {
    const { token } = await world.logIn(client)
    world.server.advance(6 * 60_000)
    const body = { provider: 'google', site, secret: 'ab'.repeat(32) }
    expect((await client.call('POST', '/social/attempts', { token, body })).status).toBe(403)
  })

  it('session that has ended meanwhile › nothing is linked', async () => {
    providers.google.logInAs({ ...ada, sub: 'g3' })
    const { token, id } = await link('ada@example.org')
    await client.call('POST', '/sign-out', { token, body: {} })
    expect(await world.read(client, id, token)).toMatchObject({ status: 401 })
    // Without the session it is no login either.
    expect(await world.read(client, id)).toMatchObject({ status: 404 })
  })

  it('equal e-mail address, verified or not › two users', async () => {
    const mail = await world.logIn(client, 'ada@example.org')
    for (const [sub, isVerified] of [
      ['e1', true],
      ['e2', false],
    ] as const) {
      providers.google.logInAs({ sub, email: 'ada@example.org', email_verified: isVerified })
      const { state } = await world.logInBy('google', await world.createClient(), world.createBrowser())
      expect(state).toMatchObject({ isNew: true, account: { identities: [{ name: 'ada@example.org' }] } })
      expect(state.account?.userId).not.toBe(mail.account.userId)
    }
  })
})
