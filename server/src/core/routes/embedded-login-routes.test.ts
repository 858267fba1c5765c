import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'
import { codesPerAddress, wrongAttemptsPerAddress } from '../embedded/codes.ts'
import { stepUpLifetimeMs } from '../embedded/sessions.ts'
import { createEmbeddedClient, type EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import { type EmbeddedWorld, openEmbeddedWorld, site } from '../embedded/testing/embedded-world.ts'

const email = 'ada@example.org'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let world: EmbeddedWorld
let client: EmbeddedClient
beforeEach(async () => {
  world = await openEmbeddedWorld()
  client = await world.createClient()
})
afterEach(() => world.server.close())

/** A code that differs from the right one. */
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const readDelivery = async (id: string) => (await client.call('GET', `/codes/${id}`)).body

describe('login by e-mail', () => {
  it('code › logs in, creates the user once', async () => {
    const first = await world.logIn(client)
    expect(first).toMatchObject({
      isNew: true,
      account: { identities: [{ provider: 'email', name: email }], envelopes: [] },
    })
    world.server.advance(31_000)
    const second = await world.logIn(await world.createClient(), 'Ada@Example.org'.toLowerCase())
    expect(second).toMatchObject({ isNew: false, account: { userId: first.account.userId } })
    expect(second.token).not.toBe(first.token)
  })

  it('address in other letter case › the same user', async () => {
    const { account } = await world.logIn(client)
    world.server.advance(31_000)
    const { id } = await world.requestCode(client, 'ADA@Example.org')
    const { body } = await world.attempt(client, id, world.codeTo(email))
    expect(body).toMatchObject({ isNew: false, account: { userId: account.userId } })
  })

  it('session › returns its account, until it is signed out', async () => {
    const { token, account } = await world.logIn(client)
    expect(await client.call('GET', '/account', { token })).toMatchObject({ status: 200, body: account })
    expect(await client.call('POST', '/sign-out', { token, body: {} })).toMatchObject({ status: 200 })
    expect(await client.call('GET', '/account', { token })).toMatchObject({ status: 401 })
  })

  it('mail › names the site and the lifetime; the code is not in the response', async () => {
    const { body } = await client.call('POST', '/codes', { body: { email, site } })
    expect(world.mails).toHaveLength(1)
    expect(world.mails[0]?.text).toContain(`on ${site}, and is valid for 10 minutes`)
    expect(JSON.stringify(body)).not.toContain(world.codeTo(email))
    expect(body).toMatchObject({ lifetimeSeconds: 600, resendSeconds: 30 })
  })

  it('delivery › sending, then what the mail server has answered', async () => {
    let answer = () => {}
    world.sendMailsBy(() => new Promise((resolve) => (answer = resolve)))
    const { id } = await world.requestCode(client, email)
    expect(await readDelivery(id)).toEqual({ delivery: 'sending' })
    answer()
    await expect.poll(() => readDelivery(id)).toEqual({ delivery: 'accepted' })
    world.server.advance(31_000)
    world.sendMailsBy(() => Promise.reject(new Error('550')))
    const refused = await world.requestCode(client, email)
    await expect.poll(() => readDelivery(refused.id)).toEqual({ delivery: 'failed' })
    expect(JSON.stringify(world.server.logged)).not.toContain(email)
  })

  it('no embedded wallets configured › 501 with the reason', async () => {
    const server = await openTestServer()
    const other = await createEmbeddedClient(server)
    expect(await other.call('GET', '/account', { proof: 'x' })).toMatchObject({
      status: 501,
      body: { reasons: [{ description: 'This deployment has no embedded wallet configured' }] },
    })
    await server.close()
  })
})

describe('attacks on codes', () => {
  it('code of another browser › unknown there', async () => {
    const { id } = await world.requestCode(client, email)
    const thief = await world.createClient()
    expect(await world.attempt(thief, id, world.codeTo(email))).toMatchObject({ status: 404 })
    expect(await thief.call('GET', `/codes/${id}`)).toMatchObject({ status: 404 })
    expect(await world.attempt(client, id, world.codeTo(email))).toMatchObject({ status: 200 })
  })

  it('code used twice › unknown the second time', async () => {
    const { id } = await world.requestCode(client, email)
    const code = world.codeTo(email)
    expect(await world.attempt(client, id, code)).toMatchObject({ status: 200 })
    expect(await world.attempt(client, id, code)).toMatchObject({ status: 404 })
  })

  it('code used by 20 calls at once › logs in once', async () => {
    const { id } = await world.requestCode(client, email)
    const code = world.codeTo(email)
    const results = await Promise.all(Array.from({ length: 20 }, () => world.attempt(client, id, code)))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('code after 10 minutes › unknown', async () => {
    const { id } = await world.requestCode(client, email)
    world.server.advance(10 * minuteMs)
    expect(await world.attempt(client, id, world.codeTo(email))).toMatchObject({ status: 404 })
  })

  it('five wrong attempts › the right code is refused', async () => {
    const { id } = await world.requestCode(client, email)
    const code = world.codeTo(email)
    for (let n = 0; n < 5; n++)
      expect(await world.attempt(client, id, wrongCode(code))).toMatchObject({ status: 400 })
    expect(await world.attempt(client, id, code)).toMatchObject({ status: 429 })
  })

  it('100 parallel guesses › five are compared', async () => {
    const { id } = await world.requestCode(client, email)
    const wrong = wrongCode(world.codeTo(email))
    const results = await Promise.all(Array.from({ length: 100 }, () => world.attempt(client, id, wrong)))
    expect(results.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(results.filter(({ status }) => status === 429)).toHaveLength(95)
  })

  it('wrong attempts at many codes › 15 a day for an address, then none', async () => {
    let compared = 0
    for (let n = 0; n < 5; n++) {
      const { id } = await world.requestCode(client, email)
      for (let guess = 0; guess < 5; guess++)
        if ((await world.attempt(client, id, wrongCode(world.codeTo(email)))).status === 400) compared++
      world.server.advance(20 * minuteMs)
    }
    expect(compared).toBe(wrongAttemptsPerAddress)
    world.server.advance(dayMs)
    await world.logIn(client)
  })

  it('right codes › are not counted as wrong ones', async () => {
    for (let n = 0; n <= wrongAttemptsPerAddress + 1; n++) {
      await world.logIn(client)
      world.server.advance(13 * minuteMs)
    }
  })

  it('wrong attempts of others › the browser that knows the user still logs in', async () => {
    await world.logIn(client)
    for (let n = 0; n < 4; n++) {
      const attacker = await world.createClient()
      world.server.advance(20 * minuteMs)
      const { id } = await world.requestCode(attacker, email)
      for (let guess = 0; guess < 5; guess++)
        await world.attempt(attacker, id, wrongCode(world.codeTo(email)))
    }
    world.server.advance(31_000)
    const stranger = await world.createClient()
    const { id } = await world.requestCode(stranger, email)
    expect(await world.attempt(stranger, id, world.codeTo(email))).toMatchObject({ status: 429 })
    expect((await world.logIn(client)).isNew).toBe(false)
  })

  it('resend › after 30 s, five codes an hour', async () => {
    const statuses: number[] = []
    statuses.push((await world.requestCode(client, email)).status)
    world.server.advance(29_000)
    const early = await client.call('POST', '/codes', { body: { email, site } })
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
    for (let n = 1; n < codesPerAddress; n++) {
      world.server.advance(31_000)
      statuses.push((await world.requestCode(client, email)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    world.server.advance(31_000)
    expect((await world.requestCode(client, email)).status).toBe(429)
    world.server.advance(60 * minuteMs)
    expect((await world.requestCode(client, email)).status).toBe(200)
  })

  it('known and unknown address › equal responses', async () => {
    await world.logIn(client)
    world.server.advance(31_000)
    const stranger = await world.createClient()
    const shapeFor = async (address: string) => {
      const sent = await stranger.call('POST', '/codes', { body: { email: address, site } })
      const { id, ...rest } = Object(sent.body)
      const wrong = await world.attempt(stranger, id, wrongCode(world.codeTo(address)))
      const names = [...sent.headers.keys()].sort()
      return [sent.status, typeof id, id.length, rest, names, wrong.status, wrong.body]
    }
    expect(await shapeFor(email)).toEqual(await shapeFor('unknown@example.org'))
  })

  it('database › contains neither code, token nor id of a code', async () => {
    const { id } = await world.requestCode(client, email)
    const code = world.codeTo(email)
    const before = await world.server.dump()
    for (const secret of [id, `"${code}"`, `${code}"`]) expect(before).not.toContain(secret)
    const { body } = await world.attempt(client, id, code)
    expect(await world.server.dump()).not.toContain(Object(body).token)
    expect(JSON.stringify(world.server.logged)).not.toContain(code)
  })

  it.each([
    'https://evil.example',
    'https://shop.example/path',
    'shop.example',
    'javascript:alert(1)',
    'null',
  ])('site %j › refused, no mail', async (foreign) => {
    const { status } = await client.call('POST', '/codes', { body: { email, site: foreign } })
    expect([status, world.mails]).toEqual([403, []])
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@localhost',
    'a b@example.org',
    'a@example.org,b@example.org',
    'ada@example.org\r\nBcc: x@y.example',
    `${'a'.repeat(65)}@example.org`,
  ])('address %j › 400, no mail', async (address) => {
    const { status } = await client.call('POST', '/codes', { body: { email: address, site } })
    expect([status, world.mails]).toEqual([400, []])
  })
})

describe('attacks on proofs', () => {
  const account = (token: string, options: object = {}) =>
    client.call('GET', '/account', { token, ...options })

  it('token without a proof, or with another key › 401', async () => {
    const { token } = await world.logIn(client)
    expect((await account(token, { proof: null })).status).toBe(401)
    const thief = await world.createClient()
    expect((await thief.call('GET', '/account', { token })).status).toBe(401)
    expect((await account(token)).status).toBe(200)
  })

  it('proof used twice, or by 20 calls at once › counts once', async () => {
    const { token } = await world.logIn(client)
    const proof = await client.proofFor('GET', '/account', token)
    const results = await Promise.all(Array.from({ length: 20 }, () => account(token, { proof })))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await account(token, { proof })).status).toBe(401)
  })

  it.each([
    ['another method', { claims: { htm: 'POST' } }],
    ['another path', { claims: { htu: 'https://wallet.example/embedded/v1/devices' } }],
    ['another host', { claims: { htu: 'https://evil.example/embedded/v1/account' } }],
    ['no URL', { claims: { htu: 'account' } }],
    ['another session', { claims: { ath: 'A'.repeat(43) } }],
    ['no session', { claims: { ath: undefined } }],
    ['short id', { claims: { jti: 'x' } }],
    ['no id', { claims: { jti: undefined } }],
    ['type of another token', { header: { typ: 'JWT' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['nonce of another server', { claims: { nonce: 'v1.a.AAAA' } }],
  ])('proof with %s › 401 with a new nonce', async (_, change) => {
    const { token } = await world.logIn(client)
    const { status, headers } = await account(token, { change })
    expect(status).toBe(401)
    expect(headers.get('dpop-nonce')).toMatch(/^v1\.a\./)
    expect(headers.get('access-control-expose-headers')).toContain('dpop-nonce')
  })

  it('query in the proof › does not matter', async () => {
    const { token } = await world.logIn(client)
    const htu = 'https://wallet.example/embedded/v1/account?projectId=demo'
    expect((await account(token, { change: { claims: { htu } } })).status).toBe(200)
  })

  it('nonce after 5 minutes › 401 with a new one, with which it works', async () => {
    const { token } = await world.logIn(client)
    const former = await client.nonce()
    world.server.advance(5 * minuteMs)
    const { status, headers } = await account(token, { change: { claims: { nonce: former } } })
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      'DPoP error="use_dpop_nonce", algs="ES256"',
    ])
    const claims = { nonce: headers.get('dpop-nonce') }
    expect((await account(token, { change: { claims } })).status).toBe(200)
  })

  it('key of another algorithm, or signature of another key › 401', async () => {
    const { token } = await world.logIn(client)
    const claims = {
      ...{ jti: crypto.randomUUID(), htm: 'GET', htu: 'https://wallet.example/embedded/v1/account' },
      nonce: await client.nonce(),
    }
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: client.jwk })
      .sign(privateKey)
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk: client.jwk })
      .sign(new TextEncoder().encode(JSON.stringify(client.jwk)))
    const [, payload = ''] = forged.split('.')
    const none = `${Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk: client.jwk })).toString('base64url')}.${payload}.`
    for (const proof of [forged, symmetric, none, 'x', 'a.b.c', 'x'.repeat(5_000)])
      expect((await account(token, { proof })).status).toBe(401)
  })

  it('session › 30 days unused or 180 days old › ended', async () => {
    const { token } = await world.logIn(client)
    for (let day = 0; day < 174; day += 29) {
      world.server.advance(29 * dayMs)
      expect((await account(token)).status, `after ${day + 29} days`).toBe(200)
    }
    world.server.advance(6 * dayMs)
    expect((await account(token)).status).toBe(401)
    world.server.advance(31_000)
    const { token: idle } = await world.logIn(client)
    world.server.advance(30 * dayMs)
    expect((await account(idle)).status).toBe(401)
  })
})

describe('step-up', () => {
  it('proved by the login for 5 minutes, then by a code', async () => {
    const client = await world.createClient()
    const { token } = await world.logIn(client, email)
    const isProved = async () => (await client.call('GET', '/step-up', { token })).body
    world.server.advance(stepUpLifetimeMs - 1)
    expect(await isProved()).toEqual({ isProved: true })
    world.server.advance(1)
    expect(await isProved()).toEqual({ isProved: false })
    await world.stepUp(client, token, email)
    expect(await isProved()).toEqual({ isProved: true })
  })

  it('code of a step-up › is no login code, and the reverse', async () => {
    const { token } = await world.logIn(client)
    world.server.advance(31_000)
    const sent = await client.call('POST', '/step-up', { token, body: {} })
    const stepUpId = Object(sent.body).id
    expect((await world.attempt(client, stepUpId, world.codeTo(email))).status).toBe(404)
    world.server.advance(31_000)
    const { id } = await world.requestCode(client, email)
    const code = world.codeTo(email)
    expect((await client.call('POST', `/step-up/${id}`, { token, body: { code } })).status).toBe(404)
  })

  it('code of another user › unknown', async () => {
    const { token } = await world.logIn(client)
    const other = await world.createClient()
    const { token: otherToken } = await world.logIn(other, 'bob@example.org')
    world.server.advance(31_000)
    const sent = await other.call('POST', '/step-up', { token: otherToken, body: {} })
    const body = { code: world.codeTo('bob@example.org') }
    expect((await client.call('POST', `/step-up/${Object(sent.body).id}`, { token, body })).status).toBe(404)
  })
})
