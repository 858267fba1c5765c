import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { testChangingSession } from '../../store/testing/changing-session.ts'
import { testAudit } from '../../store/testing/embedded-user-suite.ts'
import { stepUpLifetimeMs } from '../embedded/sessions.ts'
import {
  type EmbeddedWorld,
  openEmbeddedWorld,
  site,
  vaultHeaders,
} from '../embedded/testing/embedded-world.ts'
import { createWalletKeys, type WalletKeys } from '../embedded/testing/wallet-keys.ts'

const email = 'ada@example.org'
const newEmail = 'lovelace@example.org'

const idSchema = z.object({ id: z.string() })

let world: EmbeddedWorld
let keys: WalletKeys
beforeEach(async () => {
  world = await openEmbeddedWorld()
  keys = await createWalletKeys()
})
afterEach(() => world.server.close())

type Opened = Awaited<ReturnType<EmbeddedWorld['openVault']>>

const post = async ({ vault, vaultToken: token }: Opened, path: string, body: object = {}) =>
  vault.call('POST', path, { token, body })

/** A user with a wallet, whose login is older than a step-up lasts. */
async function createWallet(address = email): Promise<Opened> {
  const opened = await world.openVault(address)
  const { vault, vaultToken: token, account } = opened
  const { id } = z.parse(idSchema, (await post(opened, '/envelopes', { kind: 'device' })).body)
  const signatures = await keys.prove(account.userId, id)
  const body = { accounts: keys.accounts, signatures }
  expect((await vault.call('PUT', `/envelopes/${id}`, { token, body })).status).toBe(200)
  world.server.advance(stepUpLifetimeMs)
  return opened
}

/** Proves the user and the wallet's keys again. */
async function control({ vault, vaultToken, account }: Opened, address = email) {
  expect((await world.stepUp(vault, vaultToken, address)).status).toBe(200)
  expect((await world.proveWallet(vault, vaultToken, account.userId, keys)).status).toBe(200)
  world.server.advance(31_000)
}

const requestEmail = async (opened: Opened, address = newEmail) => {
  const { status, body } = await post(opened, '/email', { email: address, site })
  return { status, id: status === 200 ? z.parse(idSchema, body).id : '' }
}

describe('e-mail address', () => {
  it('changed › the new one logs in, the former gets a notice, and its login creates another user', async () => {
    const opened = await createWallet()
    await control(opened)
    const { id } = await requestEmail(opened, 'Lovelace@Example.org')
    const changed = await post(opened, `/email/${id}`, { code: world.codeTo(newEmail) })
    expect(changed).toMatchObject({
      status: 200,
      body: { account: { identities: [{ provider: 'email', name: newEmail }] } },
    })
    await expect.poll(() => world.mails.at(-1)?.to).toBe(email)
    expect(world.mails.at(-1)?.subject).toBe('The e-mail address of your wallet was changed')
    world.server.advance(31_000)
    const { isNew, account } = await world.logIn(await world.createClient(), newEmail)
    expect([isNew, account.userId]).toEqual([false, opened.account.userId])
    expect((await world.logIn(await world.createClient(), email)).isNew).toBe(true)
  })

  it('hacked e-mail account › changes nothing', async () => {
    await createWallet()
    const thief = await world.openVault()
    expect((await requestEmail(thief)).status).toBe(403)
    expect((await post(thief, '/identities/remove', { provider: 'email' })).status).toBe(403)
    expect((await post(thief, '/delete', { confirm: 'delete' })).status).toBe(403)
  })

  it('address of another user › 409 for who has its code, nothing changed', async () => {
    await createWallet('bob@example.org')
    const opened = await createWallet()
    await control(opened)
    const { id } = await requestEmail(opened, 'bob@example.org')
    const { status } = await post(opened, `/email/${id}`, { code: world.codeTo('bob@example.org') })
    expect(status).toBe(409)
    const { body } = await opened.vault.call('GET', '/account', { token: opened.vaultToken })
    expect(body).toMatchObject({ identities: [{ name: email }] })
  })

  it('code for a new address › neither logs in nor steps up, and the reverse', async () => {
    const opened = await createWallet()
    await control(opened)
    const { id } = await requestEmail(opened)
    const code = world.codeTo(newEmail)
    expect((await world.attempt(opened.vault, id, code)).status).toBe(404)
    expect((await post(opened, `/step-up/${id}`, { code })).status).toBe(404)
    const stepUp = z.parse(idSchema, (await post(opened, '/step-up')).body)
    expect((await post(opened, `/email/${stepUp.id}`, { code: world.codeTo(email) })).status).toBe(404)
    expect((await post(opened, `/email/${id}`, { code })).status).toBe(200)
  })

  it('site that the project does not list › 403, no mail', async () => {
    const opened = await createWallet()
    await control(opened)
    const count = world.mails.length
    const { status } = await post(opened, '/email', { email: newEmail, site: 'https://evil.example' })
    expect([status, world.mails.length]).toEqual([403, count])
  })
})

describe('thief who has logged in by a hacked account', () => {
  const statusOf = async (client: Opened['frame'], token: string) =>
    (await client.call('GET', '/account', { token })).status

  /** Proves the user and the wallet's keys in the session of the widget. */
  async function controlFrame({ frame, frameToken, account }: Opened) {
    expect((await world.stepUp(frame, frameToken)).status).toBe(200)
    expect((await world.proveWallet(frame, frameToken, account.userId, keys)).status).toBe(200)
    world.server.advance(31_000)
  }

  it('login removed › thief is out, the widget stays and opens the vault anew', async () => {
    const opened = await createWallet()
    const { frame, frameToken: token, vault, vaultToken } = opened
    const google = { provider: 'google', subject: '117', name: 'ada@gmail.example' } as const
    const session = { ...testChangingSession(), user: { id: opened.account.userId } }
    await world.server.stores.embeddedIdentities.set(session, google, testAudit('linked'))
    const thief = await world.openVault()
    await controlFrame(opened)
    const { body } = await thief.frame.call('POST', '/tickets', { token: thief.frameToken, body: {} })
    const removed = await frame.call('POST', '/identities/remove', { token, body: { provider: 'google' } })
    expect(removed.status).toBe(200)
    expect(await statusOf(thief.frame, thief.frameToken)).toBe(401)
    expect(await statusOf(thief.vault, thief.vaultToken)).toBe(401)
    const exchanged = await thief.vault.call('POST', '/vault-session', {
      body: Object(body),
      headers: vaultHeaders,
    })
    expect(exchanged.status).toBe(404)
    expect([await statusOf(frame, token), await statusOf(vault, vaultToken)]).toEqual([200, 401])
    const ticket = await frame.call('POST', '/tickets', { token, body: {} })
    const reopened = await vault.call('POST', '/vault-session', {
      body: Object(ticket.body),
      headers: vaultHeaders,
    })
    const { token: newToken } = z.parse(z.looseObject({ token: z.string() }), reopened.body)
    const [envelope] = Object(reopened.body).account.envelopes
    const key = await vault.call('POST', `/envelopes/${envelope.id}/key`, { token: newToken, body: {} })
    expect(key.status).toBe(200)
  })

  it('e-mail address changed › thief is out, the session that changed it stays', async () => {
    const opened = await createWallet()
    const thief = await world.openVault()
    await control(opened)
    const { id } = await requestEmail(opened)
    expect((await post(opened, `/email/${id}`, { code: world.codeTo(newEmail) })).status).toBe(200)
    expect(await statusOf(thief.frame, thief.frameToken)).toBe(401)
    expect(await statusOf(thief.vault, thief.vaultToken)).toBe(401)
    expect(await statusOf(opened.vault, opened.vaultToken)).toBe(200)
  })
})

describe('identities', () => {
  it('last way to log in › stays', async () => {
    const opened = await createWallet()
    await control(opened)
    expect((await post(opened, '/identities/remove', { provider: 'email' })).status).toBe(409)
    expect((await post(opened, '/identities/remove', { provider: 'google' })).status).toBe(404)
  })
})

describe('deletion', () => {
  it('deleted › no session and no login finds the user; the log has the event', async () => {
    const opened = await createWallet()
    await control(opened)
    expect((await post(opened, '/delete', { confirm: 'delete' })).status).toBe(200)
    const { vault, vaultToken: token, frame, frameToken } = opened
    expect((await vault.call('GET', '/account', { token })).status).toBe(401)
    expect((await frame.call('GET', '/account', { token: frameToken })).status).toBe(401)
    const dump = await world.server.dump()
    expect(dump).toContain('"event":"user-deleted"')
    expect(dump).not.toContain(keys.accounts.eip155)
    expect((await world.logIn(await world.createClient())).isNew).toBe(true)
  })

  it('deleted › no row but the log states the user', async () => {
    const opened = await createWallet()
    const { vault, vaultToken: token, frame, frameToken, account } = opened
    const { id } = Object((await post(opened, '/envelopes', { kind: 'recovery' })).body)
    await control(opened)
    await post(opened, `/envelopes/${id}/key`)
    await post(opened, '/email', { email: newEmail, site })
    world.server.advance(31_000)
    await vault.call('POST', '/step-up', { token, body: {} })
    await frame.call('POST', '/tickets', { token: frameToken, body: {} })
    await post(opened, '/frame-tickets', { site, keyThumbprint: frame.thumbprint })
    const rowsOfUser = async () =>
      (await world.server.dump())
        .split('\n')
        .filter((line) => line.includes(account.userId) && !line.includes('"table":"audit_events"'))
    const tables = (await rowsOfUser()).map((line) => /"table":"(\w+)"/.exec(line)?.[1])
    expect(tables).toEqual(expect.arrayContaining(['vault_tickets', 'one_time_codes', 'counters']))
    expect((await post(opened, '/delete', { confirm: 'delete' })).status).toBe(200)
    expect(await rowsOfUser()).toEqual([])
  })

  it('user without a wallet › needs the step-up alone', async () => {
    const opened = await world.openVault()
    world.server.advance(stepUpLifetimeMs)
    expect((await post(opened, '/delete', { confirm: 'delete' })).status).toBe(403)
    await world.stepUp(opened.vault, opened.vaultToken)
    expect((await post(opened, '/delete')).status).toBe(400)
    expect((await post(opened, '/delete', { confirm: 'delete' })).status).toBe(200)
  })
})

describe('log', () => {
  it('events › those of the user, without the client', async () => {
    const opened = await createWallet()
    await world.openVault('eve@example.org')
    const { body } = await opened.vault.call('GET', '/events', { token: opened.vaultToken })
    const { events } = z.parse(z.object({ events: z.array(z.looseObject({ event: z.string() })) }), body)
    expect(events.map(({ event }) => event).sort()).toEqual([
      ...['envelope-completed', 'envelope-created', 'login', 'vault-opened', 'wallet-proved'],
    ])
    expect(JSON.stringify(body)).not.toContain('client')
  })
})
