import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import type { EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import {
  type EmbeddedWorld,
  openEmbeddedWorld,
  site,
  ticketSchema,
  vaultHeaders,
  vaultOrigin,
} from '../embedded/testing/embedded-world.ts'
import { createSoftwareAuthenticator } from '../embedded/testing/software-authenticator.ts'
import { createWalletKeys, type WalletKeys } from '../embedded/testing/wallet-keys.ts'

const minuteMs = 60_000
const rpId = 'wallet.example'
const sealed = 'A'.repeat(80)
const name = 'Chrome on Linux'

const challengeSchema = z.object({ challenge: z.string(), rpId: z.string(), userId: z.optional(z.string()) })
const envelopeSchema = z.object({ id: z.string(), serverKey: z.string() })
const openedSchema = z.object({
  token: z.string(),
  isNew: z.boolean(),
  account: z.looseObject({ userId: z.string() }),
})

let world: EmbeddedWorld
let keys: WalletKeys
let authenticator = createSoftwareAuthenticator({ origin: vaultOrigin, rpId })
beforeEach(async () => {
  world = await openEmbeddedWorld()
  keys = await createWalletKeys()
  authenticator = createSoftwareAuthenticator({ origin: vaultOrigin, rpId })
})
afterEach(() => world.server.close())

type Opened = Awaited<ReturnType<EmbeddedWorld['openVault']>>
type Vault = Pick<Opened, 'vault' | 'vaultToken'>

/** Completes an envelope by the wallet's keys. */
async function complete({ vault, vaultToken: token, account }: Opened, id: string, change = {}) {
  const signatures = await keys.prove(account.userId, id)
  const body = { accounts: keys.accounts, signatures, ...change }
  return (await vault.call('PUT', `/envelopes/${id}`, { token, body })).status
}

/** Proves the user and the wallet's keys again. */
async function control({ vault, vaultToken, account }: Opened) {
  await world.stepUp(vault, vaultToken)
  expect((await world.proveWallet(vault, vaultToken, account.userId, keys)).status).toBe(200)
}

const post = ({ vault, vaultToken: token }: Vault, path: string, body: object = {}) =>
  vault.call('POST', path, { token, body })

const challengeFor = async (opened: Vault, purpose: string) =>
  z.parse(challengeSchema, (await post(opened, '/passkeys/challenge', { purpose })).body).challenge

const register = async (opened: Vault, by = authenticator, ceremony = {}) =>
  post(opened, '/passkeys', {
    registration: by.register(await challengeFor(opened, 'register'), ceremony),
    name,
  })

const assertIn = async (opened: Vault, by = authenticator, ceremony = {}) =>
  post(opened, '/passkeys/assertion', {
    assertion: by.assert(await challengeFor(opened, 'assert'), ceremony),
  })

/** A vault of a user who has a wallet with a device envelope and a passkey. */
async function openWithPasskey(email?: string) {
  const opened = await world.openVault(email)
  const { id } = z.parse(envelopeSchema, (await post(opened, '/envelopes', { kind: 'device' })).body)
  await complete(opened, id)
  expect((await register(opened)).status).toBe(200)
  world.server.advance(31_000)
  return { ...opened, deviceEnvelope: id }
}

const loginChallenge = async (client: EmbeddedClient, purpose: string) =>
  z.parse(
    challengeSchema,
    (await client.call('POST', '/passkeys/login-challenge', { body: { purpose } })).body,
  )

describe('passkeys', () => {
  it('registered › in the account, without its public key', async () => {
    const opened = await world.openVault()
    expect(await register(opened)).toMatchObject({
      status: 200,
      body: { account: { passkeys: [{ id: authenticator.id, name, isBackedUp: true }] } },
    })
    expect((await register(opened)).status).toBe(409)
  })

  it('log in › opens a session of the vault with the same user', async () => {
    const { account } = await openWithPasskey()
    const device = await world.createClient()
    const { challenge } = await loginChallenge(device, 'log-in')
    const { status, body } = await device.call('POST', '/passkeys/login', {
      headers: vaultHeaders,
      body: { assertion: authenticator.assert(challenge) },
    })
    expect(status).toBe(200)
    const { token } = z.parse(openedSchema, body)
    expect(await device.call('GET', '/account', { token })).toMatchObject({
      body: { userId: account.userId },
    })
  })

  it('sign up › a user with a passkey and no identity', async () => {
    const device = await world.createClient()
    const { challenge, userId } = await loginChallenge(device, 'sign-up')
    const body = { registration: authenticator.register(challenge), name }
    const opened = await device.call('POST', '/passkeys/sign-up', { body, headers: vaultHeaders })
    expect(opened).toMatchObject({
      status: 200,
      body: { isNew: true, account: { userId, identities: [], passkeys: [{ id: authenticator.id }] } },
    })
    const again = await loginChallenge(device, 'sign-up')
    const second = { registration: authenticator.register(again.challenge), name }
    expect(
      (await device.call('POST', '/passkeys/sign-up', { body: second, headers: vaultHeaders })).status,
    ).toBe(409)
  })

  it('sign-ups › 20 an hour of one client', async () => {
    const device = await world.createClient()
    for (let n = 0; n < 20; n++) await loginChallenge(device, 'sign-up')
    const { status } = await device.call('POST', '/passkeys/login-challenge', {
      body: { purpose: 'sign-up' },
    })
    expect(status).toBe(429)
  })

  it('envelope › key released to an assertion by its passkey, on any device', async () => {
    const opened = await openWithPasskey()
    const create = () => post(opened, '/envelopes', { kind: 'passkey', passkeyId: authenticator.id })
    expect((await create()).status).toBe(403)
    expect((await assertIn(opened)).status).toBe(200)
    const { id, serverKey } = z.parse(envelopeSchema, (await create()).body)
    expect(await complete(opened, id, { sealed })).toBe(200)
    const other = await world.openVault()
    expect((await post(other, `/envelopes/${id}/key`)).status).toBe(403)
    await assertIn(other)
    world.server.advance(15 * minuteMs - 1)
    expect(await post(other, `/envelopes/${id}/key`)).toMatchObject({
      status: 200,
      body: { serverKey, sealed },
    })
    world.server.advance(1)
    expect((await post(other, `/envelopes/${id}/key`)).status).toBe(403)
  })

  it('once there is a passkey › the device alone gets no key', async () => {
    const opened = await openWithPasskey()
    world.server.advance(5 * minuteMs)
    expect((await post(opened, `/envelopes/${opened.deviceEnvelope}/key`)).status).toBe(403)
    await assertIn(opened)
    expect((await post(opened, `/envelopes/${opened.deviceEnvelope}/key`)).status).toBe(200)
  })

  it('passkey lost, wallet restored without it › the device gets its key while the wallet is proved', async () => {
    const opened = await openWithPasskey()
    world.server.advance(5 * minuteMs)
    const key = async () => (await post(opened, `/envelopes/${opened.deviceEnvelope}/key`)).status
    expect(await key()).toBe(403)
    await world.proveWallet(opened.vault, opened.vaultToken, opened.account.userId, keys)
    world.server.advance(5 * minuteMs - 1)
    expect(await key()).toBe(200)
    world.server.advance(1)
    expect(await key()).toBe(403)
  })

  it('last way to log in › is not removed', async () => {
    const device = await world.createClient()
    const { challenge } = await loginChallenge(device, 'sign-up')
    const body = { registration: authenticator.register(challenge), name }
    const opened = await device.call('POST', '/passkeys/sign-up', { body, headers: vaultHeaders })
    const { token } = z.parse(openedSchema, opened.body)
    const remove = { token, body: { id: authenticator.id } }
    expect((await device.call('POST', '/passkeys/remove', remove)).status).toBe(409)
  })

  it('removed › needs the wallet’s keys, which an assertion does not prove', async () => {
    const opened = await openWithPasskey()
    world.server.advance(5 * minuteMs)
    const remove = () => post(opened, '/passkeys/remove', { id: authenticator.id })
    await assertIn(opened)
    expect((await remove()).status).toBe(403)
    await control(opened)
    expect(await remove()).toMatchObject({ status: 200, body: { account: { passkeys: [] } } })
    expect((await remove()).status).toBe(404)
  })
})

describe('attacks on passkeys', () => {
  it('removed › a thief who has logged in with it is logged out, the user’s window is not', async () => {
    const opened = await openWithPasskey()
    world.server.advance(5 * minuteMs)
    const thief = await world.createClient()
    const { challenge } = await loginChallenge(thief, 'log-in')
    const body = { assertion: authenticator.assert(challenge) }
    const login = await thief.call('POST', '/passkeys/login', { headers: vaultHeaders, body })
    const { token } = z.parse(openedSchema, login.body)
    expect((await thief.call('GET', '/account', { token })).status).toBe(200)
    await control(opened)
    expect((await post(opened, '/passkeys/remove', { id: authenticator.id })).status).toBe(200)
    expect((await thief.call('GET', '/account', { token })).status).toBe(401)
    const { vault, vaultToken, frame, frameToken } = opened
    expect((await vault.call('GET', '/account', { token: vaultToken })).status).toBe(200)
    expect((await frame.call('GET', '/account', { token: frameToken })).status).toBe(200)
  })

  it('session of the widget › runs no ceremony', async () => {
    const { frame: vault, frameToken: vaultToken } = await world.openVault()
    const purpose = { purpose: 'register' }
    expect((await post({ vault, vaultToken }, '/passkeys/challenge', purpose)).status).toBe(403)
    const registration = authenticator.register('AAAA')
    expect((await post({ vault, vaultToken }, '/passkeys', { registration, name })).status).toBe(403)
  })

  it('hacked e-mail account › adds no passkey to a wallet, removes none', async () => {
    await openWithPasskey()
    const thief = await world.openVault()
    const own = createSoftwareAuthenticator({ origin: vaultOrigin, rpId })
    expect((await register(thief, own)).status).toBe(403)
    expect((await post(thief, '/passkeys/remove', { id: authenticator.id })).status).toBe(403)
  })

  it('long after the login › no passkey is added without a step-up', async () => {
    const opened = await world.openVault()
    world.server.advance(5 * minuteMs)
    expect((await register(opened)).status).toBe(403)
  })

  it.each([
    ['origin of the widget', { origin: 'https://wallet.example' }],
    ['origin of a host', { origin: 'https://shop.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another ceremony', { type: 'webauthn.other' }],
    ['no user verification', { isUserVerified: false }],
    ['a frame of another origin', { crossOrigin: true }],
  ])('%s › neither registers nor proves', async (_, ceremony) => {
    const opened = await world.openVault()
    expect((await register(opened, authenticator, ceremony)).status).toBe(400)
    await register(opened)
    expect((await assertIn(opened, authenticator, ceremony)).status).toBe(400)
    expect((await assertIn(opened)).status).toBe(200)
  })

  it('challenge used twice, of another purpose, key or user, or old › 400', async () => {
    const opened = await openWithPasskey()
    const assert = (challenge: string, by: Vault = opened) =>
      post(by, '/passkeys/assertion', { assertion: authenticator.assert(challenge) })
    const once = await challengeFor(opened, 'assert')
    expect((await assert(once)).status).toBe(200)
    expect((await assert(once)).status).toBe(400)
    expect((await assert(await challengeFor(opened, 'register'))).status).toBe(400)
    const other = await world.openVault()
    expect((await assert(await challengeFor(other, 'assert'))).status).toBe(400)
    const { challenge } = await loginChallenge(opened.vault, 'log-in')
    expect((await assert(challenge)).status).toBe(400)
    const old = await challengeFor(opened, 'assert')
    world.server.advance(5 * minuteMs)
    expect((await assert(old)).status).toBe(400)
    expect((await assert(Buffer.from('x').toString('base64url'))).status).toBe(400)
  })

  it('one challenge by 20 calls at once › proves once', async () => {
    const opened = await openWithPasskey()
    const assertion = authenticator.assert(await challengeFor(opened, 'assert'))
    const results = await Promise.all(
      Array.from({ length: 20 }, () => post(opened, '/passkeys/assertion', { assertion })),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('passkey of another user › proves nothing, is not removed', async () => {
    await openWithPasskey()
    const eve = await world.openVault('eve@example.org')
    expect((await assertIn(eve)).status).toBe(404)
    const own = createSoftwareAuthenticator({ origin: vaultOrigin, rpId })
    await register(eve, own)
    await assertIn(eve, own)
    expect((await post(eve, '/passkeys/remove', { id: authenticator.id })).status).toBe(404)
    const foreign = { kind: 'passkey', passkeyId: authenticator.id }
    expect((await post(eve, '/envelopes', foreign)).status).toBe(403)
  })

  it('two users in one browser › a challenge of one is none of the other', async () => {
    const ada = await openWithPasskey()
    const eve = await world.openVault('eve@example.org', ada.vault)
    const assertion = authenticator.assert(await challengeFor(ada, 'assert'))
    expect((await post(eve, '/passkeys/assertion', { assertion })).status).toBe(400)
    const own = createSoftwareAuthenticator({ origin: vaultOrigin, rpId })
    const registration = own.register(await challengeFor(ada, 'register'))
    expect((await post(eve, '/passkeys', { registration, name })).status).toBe(400)
  })

  it('second passkey of the user › does not open the envelope of the first', async () => {
    const opened = await openWithPasskey()
    await assertIn(opened)
    const passkeyEnvelope = { kind: 'passkey', passkeyId: authenticator.id }
    const { id } = z.parse(envelopeSchema, (await post(opened, '/envelopes', passkeyEnvelope)).body)
    const second = createSoftwareAuthenticator({ origin: vaultOrigin, rpId })
    expect((await register(opened, second)).status).toBe(200)
    await assertIn(opened, second)
    expect((await post(opened, `/envelopes/${id}/key`)).status).toBe(403)
  })

  it('user logs an attacker’s frame in by passkey › its sessions get no server key', async () => {
    const opened = await openWithPasskey()
    await assertIn(opened)
    const passkeyEnvelope = { kind: 'passkey', passkeyId: authenticator.id }
    const created = z.parse(envelopeSchema, (await post(opened, '/envelopes', passkeyEnvelope)).body)
    expect(await complete(opened, created.id, { sealed })).toBe(200)
    const attacker = await world.createClient()
    const asked = { site, keyThumbprint: attacker.thumbprint }
    const forFrame = ticketSchema.parse((await post(opened, '/frame-tickets', asked)).body)
    const frame = z.parse(
      z.object({ token: z.string() }),
      (await attacker.call('POST', '/frame-session', { body: forFrame })).body,
    )
    const forVault = await attacker.call('POST', '/tickets', { token: frame.token, body: {} })
    // A program that is no browser states the vault's origin.
    const program = await world.createClient()
    const exchange = { body: ticketSchema.parse(forVault.body), headers: vaultHeaders }
    const vault = z.parse(
      z.object({ token: z.string() }),
      (await program.call('POST', '/vault-session', exchange)).body,
    )
    const keyStatus = async (id: string) =>
      (await program.call('POST', `/envelopes/${id}/key`, { token: vault.token, body: {} })).status
    expect(await keyStatus(created.id)).toBe(403)
    expect(await keyStatus(opened.deviceEnvelope)).toBe(404)
    expect((await post(opened, `/envelopes/${created.id}/key`)).status).toBe(200)
  })

  it('copied authenticator, whose count falls back › 409', async () => {
    const opened = await openWithPasskey()
    expect((await assertIn(opened, authenticator, { count: 7 })).status).toBe(200)
    expect((await assertIn(opened, authenticator, { count: 7 })).status).toBe(409)
    expect((await assertIn(opened, authenticator, { count: 0 })).status).toBe(409)
    expect((await assertIn(opened, authenticator, { count: 8 })).status).toBe(200)
  })

  it('signature of another credential › 400', async () => {
    const opened = await openWithPasskey()
    const other = createSoftwareAuthenticator({ origin: vaultOrigin, rpId })
    const assertion = { ...other.assert(await challengeFor(opened, 'assert')), id: authenticator.id }
    expect((await post(opened, '/passkeys/assertion', { assertion })).status).toBe(400)
  })

  it('results of extensions › refused, so that no output of prf reaches the server', async () => {
    const opened = await openWithPasskey()
    const assertion = authenticator.assert(await challengeFor(opened, 'assert'))
    for (const extra of [{ clientExtensionResults: { prf: {} } }, { prf: 'x' }])
      expect(
        (await post(opened, '/passkeys/assertion', { assertion: { ...assertion, ...extra } })).status,
      ).toBe(400)
  })
})
