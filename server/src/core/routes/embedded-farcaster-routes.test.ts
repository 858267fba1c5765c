import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageChange } from '../../adapters/farcaster/testing/phone.ts'
import { openTestServer } from '../../testing/test-server.ts'
import {
  farcasterAttemptsPerClient,
  farcasterLifetimeMs,
  farcasterReadIntervalMs,
} from '../embedded/farcaster.ts'
import { createEmbeddedClient, type EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import { openEmbeddedWorld, site } from '../embedded/testing/embedded-world.ts'
import {
  createFarcasterAccount,
  createMemoryRegistries,
  type FarcasterWorld,
  openFarcasterWorld,
} from '../embedded/testing/farcaster-world.ts'

const minuteMs = 60_000

let registries: ReturnType<typeof createMemoryRegistries>
let world: FarcasterWorld
let client: EmbeddedClient
const ada = createFarcasterAccount(3_621, 'ada')

beforeEach(async () => {
  registries = createMemoryRegistries()
  registries.setOwner(ada.fid, ada.address)
  world = await openFarcasterWorld(registries.rpc)
  client = await world.createClient()
})
afterEach(() => world.close())

/** A login of which the phone signs a changed message. */
async function logInWith(change: MessageChange, account = ada) {
  const { id, url } = await world.begin(client)
  await world.phone.approve(url, account, change)
  return world.poll(client, id)
}

const failed = (reason: string) => ({ status: 200, body: { is: 'failed', reason } })
const waiting = { status: 200, body: { is: 'waiting' } }
const completed = { status: 200, body: { is: 'completed' } }
const problems = () => world.server.logged.map(({ fields }) => ('problem' in fields ? fields.problem : ''))

/** No user, session or event is stored. */
async function expectNoLogin() {
  const dump = await world.server.dump()
  for (const table of ['embedded_users', 'embedded_sessions', 'audit_events'])
    expect(dump).not.toContain(`"table":"${table}"`)
}

describe('login with Farcaster', () => {
  it('phone approves › logs in, creates the user once', async () => {
    const { id, url } = await world.begin(client)
    expect(await world.poll(client, id)).toMatchObject(waiting)
    await world.phone.approve(url, ada)
    const first = await world.poll(client, id)
    expect(first).toMatchObject({
      status: 200,
      body: {
        ...{ is: 'completed', isNew: true, token: expect.stringMatching(/^[0-9a-f]{64}$/) },
        account: { identities: [{ provider: 'farcaster', name: 'ada' }] },
      },
    })
    expect(await logInWith({})).toMatchObject({ body: { is: 'completed', isNew: false } })
    expect(await world.server.dump()).toMatch(/"event":"login",.*"subject":"farcaster"/)
  })

  it('request › names the widget, the site and a lifetime; its nonce has 128 bits', async () => {
    const { body } = await client.call('POST', '/farcaster', { body: { site } })
    expect(body).toMatchObject({ lifetimeSeconds: 600, pollSeconds: 2 })
    const { url } = await world.begin(client)
    expect(await world.phone.show(url)).toEqual({
      domain: 'wallet.example',
      siweUri: 'https://wallet.example/?site=https%3A%2F%2Fshop.example',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      expirationTime: new Date(world.server.now() + farcasterLifetimeMs).toISOString(),
    })
  })

  it.each([
    ['none', '!7', undefined],
    ['of ENS', 'ada.eth', 'ada.eth'],
    ['text of a relay', '!7', 'ada (verified)'],
    ['too long', '!7', 'a'.repeat(65)],
  ])('user name › %s › displayed as %s', async (_, name, username) => {
    const account = createFarcasterAccount(7, username)
    registries.setOwner(7, account.address)
    expect(await logInWith({}, account)).toMatchObject({
      body: { account: { identities: [{ provider: 'farcaster', name }] } },
    })
  })

  it('reads within a second › one of them reaches the relay', async () => {
    const { id } = await world.begin(client)
    await world.poll(client, id)
    await client.call('GET', `/farcaster/${id}`)
    expect(world.relay.reads()).toBe(1)
    world.server.advance(farcasterReadIntervalMs)
    await client.call('GET', `/farcaster/${id}`)
    expect(world.relay.reads()).toBe(2)
  })

  it('not configured › 501 with the reason', async () => {
    const without = await openEmbeddedWorld()
    const other = await without.createClient()
    expect(await other.call('POST', '/farcaster', { body: { site } })).toMatchObject({
      status: 501,
      body: { reasons: [{ description: 'This deployment has no Sign in with Farcaster configured' }] },
    })
    await without.server.close()
    const server = await openTestServer()
    const none = await createEmbeddedClient(server)
    expect(await none.call('GET', '/farcaster/abc', { proof: 'x' })).toMatchObject({ status: 501 })
    await server.close()
  })
})

describe('attacks on the signed message', () => {
  it.each<[string, MessageChange, string, string]>([
    ['wrong domain', { domain: 'shop.example' }, 'invalid-message', 'domain'],
    ['domain of a host below', { domain: 'evil.wallet.example' }, 'invalid-message', 'domain'],
    [
      'wrong URI',
      { uri: 'https://wallet.example/?site=https%3A%2F%2Fevil.example' },
      'invalid-message',
      'uri',
    ],
    ['wrong nonce', { nonce: 'f'.repeat(32) }, 'invalid-message', 'nonce'],
    ['wrong chain id', { chainId: 1 }, 'invalid-message', 'chain'],
    ['another statement', { statement: 'I accept the terms' }, 'invalid-message', 'statement'],
    ['former statement', { statement: 'Farcaster Connect' }, 'invalid-message', 'statement'],
    ['statement with more words', { statement: 'Farcaster Auth.' }, 'invalid-message', 'statement'],
    ['expired', { expirationTime: new Date(0) }, 'invalid-message', 'text'],
    ['not before tomorrow', { notBefore: new Date(Date.UTC(2026, 10, 28)) }, 'invalid-message', 'text'],
    ['no account', { resources: [] }, 'invalid-message', 'account'],
    ['account of another scheme', { resources: ['https://fid/3621'] }, 'invalid-message', 'account'],
    [
      'two accounts',
      { resources: ['farcaster://fid/3621', 'farcaster://fid/1'] },
      'invalid-message',
      'account',
    ],
    [
      'second account in other letter case',
      { resources: ['farcaster://fid/3621', 'FARCASTER://fid/1'] },
      'invalid-message',
      'account',
    ],
    ['account with zeros before', { resources: ['farcaster://fid/03621'] }, 'invalid-message', 'account'],
    [
      'statement of two lines',
      { rewrite: (text) => text.replace('Farcaster Auth', 'Farcaster Auth\nURI: https://evil.example') },
      'invalid-message',
      'text',
    ],
    [
      'statement in look-alike letters',
      { rewrite: (text) => text.replace('Farcaster Auth', 'Fаrcaster Auth') },
      'invalid-message',
      'text',
    ],
    ['text before it', { rewrite: (text) => `Harmless.\n${text}` }, 'invalid-message', 'text'],
    ['text after it', { rewrite: (text) => `${text}\n\nHarmless.` }, 'invalid-message', 'text'],
    ['scheme before the domain', { rewrite: (text) => `http://${text}` }, 'invalid-message', 'text'],
    [
      'second nonce',
      { rewrite: (text) => text.replace(/^(Nonce: .*)$/m, '$1\nNonce: aaaaaaaaaaaaaaaa') },
      'invalid-message',
      'text',
    ],
  ])('%s › failed, no login', async (_, change, reason, problem) => {
    expect(await logInWith(change)).toMatchObject(failed(reason))
    expect(problems()).toContain(problem)
    await expectNoLogin()
  })

  it('expired before it arrives › failed', async () => {
    const expirationTime = new Date(world.server.now() + 500)
    expect(await logInWith({ expirationTime })).toMatchObject(failed('expired'))
    await expectNoLogin()
  })

  it('not valid before the next minute › failed', async () => {
    const notBefore = new Date(world.server.now() + minuteMs)
    expect(await logInWith({ notBefore })).toMatchObject(failed('invalid-message'))
    expect(problems()).toContain('not-yet-valid')
    await expectNoLogin()
  })
})

describe('attacks with the account', () => {
  it('signature of another key › failed', async () => {
    const thief = createFarcasterAccount(ada.fid)
    expect(await logInWith({}, { ...ada, sign: thief.sign })).toMatchObject(failed('wrong-signer'))
    expect(problems()).toContain('signature')
    await expectNoLogin()
  })

  it('key that controls no account › failed', async () => {
    const thief = createFarcasterAccount(ada.fid)
    expect(await logInWith({}, thief)).toMatchObject(failed('wrong-signer'))
    expect(problems()).toContain('registries')
    await expectNoLogin()
  })

  it('message for the account of another user › failed', async () => {
    const thief = createFarcasterAccount(7)
    registries.setOwner(7, thief.address)
    expect(await logInWith({}, { ...thief, fid: ada.fid })).toMatchObject(failed('wrong-signer'))
    await expectNoLogin()
  })

  it('relay states another account than the message › failed', async () => {
    world.relay.changeAnswers((answer) => ({ ...answer, fid: 7 }))
    expect(await logInWith({})).toMatchObject(failed('invalid-message'))
    await expectNoLogin()
  })

  it('relay and message state the account of another user › failed', async () => {
    world.relay.changeAnswers((answer) => ({ ...answer, fid: 7 }))
    expect(await logInWith({ fid: 7 })).toMatchObject(failed('wrong-signer'))
    await expectNoLogin()
  })

  it('relay lies about the custody address and the method › ignored', async () => {
    const thief = createFarcasterAccount(ada.fid)
    world.relay.changeAnswers((answer) => ({ ...answer, custody: thief.address, authMethod: 'custody' }))
    expect(await logInWith({}, thief)).toMatchObject(failed('wrong-signer'))
    expect(await logInWith({})).toMatchObject(completed)
  })

  it('custody transferred after the signature › failed', async () => {
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    registries.setOwner(ada.fid, createFarcasterAccount(ada.fid).address)
    expect(await world.poll(client, id)).toMatchObject(failed('wrong-signer'))
    await expectNoLogin()
  })
})

describe('attacks on the attempt', () => {
  it('message of another attempt › failed', async () => {
    const other = await world.begin(client)
    const signed = await world.phone.approve(other.url, ada)
    expect(await world.poll(client, other.id)).toMatchObject(completed)
    const { id, url } = await world.begin(client)
    await world.phone.send(url, signed)
    expect(await world.poll(client, id)).toMatchObject(failed('invalid-message'))
    expect(problems()).toContain('nonce')
  })

  it('nonce of another open attempt › failed, the other completes', async () => {
    const [one, other] = [await world.begin(client), await world.begin(client)]
    const signed = await world.phone.sign(other.url, ada)
    await world.phone.send(one.url, signed)
    expect(await world.poll(client, one.id)).toMatchObject(failed('invalid-message'))
    await world.phone.send(other.url, signed)
    expect(await world.poll(client, other.id)).toMatchObject(completed)
  })

  it('attempt of another key › unknown there, completes here', async () => {
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    const thief = await world.createClient()
    expect(await world.poll(thief, id)).toMatchObject({ status: 404 })
    expect(await world.poll(client, id)).toMatchObject(completed)
  })

  it('completed or failed › unknown from then on', async () => {
    for (const change of [{}, { chainId: 1 }]) {
      const { id, url } = await world.begin(client)
      await world.phone.approve(url, ada, change)
      expect(await world.poll(client, id)).toMatchObject({ status: 200 })
      expect(await world.poll(client, id)).toMatchObject({ status: 404 })
    }
  })

  it('20 reads at once after the answer › one session', async () => {
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    registries.setDown(true)
    expect(await world.poll(client, id)).toMatchObject({ status: 503 })
    registries.setDown(false)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => client.call('GET', `/farcaster/${id}`)),
    )
    expect(results.filter(({ status }) => status === 200)).toMatchObject([completed])
    expect(results.filter(({ status }) => status === 404)).toHaveLength(19)
    expect((await world.server.dump()).match(/"table":"embedded_sessions"/g)).toHaveLength(1)
  })

  it('20 reads at once before the answer is read › one reaches the relay, the others wait', async () => {
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => client.call('GET', `/farcaster/${id}`)),
    )
    expect(results.filter(({ body }) => JSON.stringify(body).includes('completed'))).toHaveLength(1)
    expect(JSON.stringify(results)).not.toContain('"failed"')
    expect((await world.server.dump()).match(/"table":"embedded_sessions"/g)).toHaveLength(1)
  })

  it('after 10 minutes › unknown', async () => {
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    world.server.advance(farcasterLifetimeMs)
    expect(await world.poll(client, id)).toMatchObject({ status: 404 })
  })

  it('21st attempt of one client › 429 for an hour, for other browsers too', async () => {
    for (let count = 0; count < farcasterAttemptsPerClient; count++) await world.begin(client)
    const another = await world.createClient()
    const refused = await another.call('POST', '/farcaster', { body: { site } })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3600')
    world.server.advance(60 * minuteMs)
    expect((await client.call('POST', '/farcaster', { body: { site } })).status).toBe(200)
  })

  it('site that the project does not list › 403, no channel', async () => {
    const { status } = await client.call('POST', '/farcaster', { body: { site: 'https://evil.example' } })
    expect([status, await world.server.dump()]).toEqual([
      403,
      expect.not.stringContaining('farcaster_attempts","row'),
    ])
  })
})
