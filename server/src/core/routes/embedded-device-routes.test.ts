import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listedDevices } from '../../../../shared/api/embedded-wallet.ts'
import * as z from '../../../../shared/zod.ts'
import { testAudit, testEmbeddedSession } from '../../store/testing/embedded-user-suite.ts'
import type { EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import {
  type EmbeddedWorld,
  openEmbeddedWorld,
  site,
  ticketSchema,
  vaultHeaders,
} from '../embedded/testing/embedded-world.ts'

const devicesSchema = z.object({ devices: z.array(z.object({ id: z.string() })) })
const idSchema = z.looseObject({ id: z.string() })
const flaggedSchema = z.object({
  devices: z.array(
    z.looseObject({
      ...{ id: z.string(), kind: z.enum(['frame', 'vault']), isCurrent: z.boolean() },
      isCurrentVault: z.optional(z.boolean()),
    }),
  ),
})

let world: EmbeddedWorld
beforeEach(async () => {
  world = await openEmbeddedWorld()
})
afterEach(() => world.server.close())

type Opened = Awaited<ReturnType<EmbeddedWorld['openVault']>>

const ticketOf = async ({ frame, frameToken: token }: Opened) =>
  z.parse(ticketSchema, (await frame.call('POST', '/tickets', { token, body: {} })).body).ticket
const openByTicket = (vault: EmbeddedClient, ticket: string) =>
  vault.call('POST', '/vault-session', { body: { ticket }, headers: vaultHeaders })

describe('vault session', () => {
  it('ticket › opens a session of the same user, names the site', async () => {
    const { account, vault, vaultToken } = await world.openVault()
    const { body } = await vault.call('GET', '/account', { token: vaultToken })
    expect(body).toMatchObject({ userId: account.userId, walletId: account.walletId })
  })

  it('ticket used twice, by 20 calls at once, or after a minute › unknown', async () => {
    const frame = await world.createClient()
    const { token } = await world.logIn(frame)
    const newTicket = async () =>
      Object((await frame.call('POST', '/tickets', { token, body: {} })).body).ticket
    const vault = await world.createClient()
    const open = (ticket: string) =>
      vault.call('POST', '/vault-session', { body: { ticket }, headers: vaultHeaders })
    const ticket = await newTicket()
    const results = await Promise.all(Array.from({ length: 20 }, () => open(ticket)))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(results.filter(({ status }) => status === 404)).toHaveLength(19)
    const late = await newTicket()
    world.server.advance(60_000)
    expect((await open(late)).status).toBe(404)
    expect((await open('0'.repeat(64))).status).toBe(404)
  })

  it.each([
    ['the widget', { origin: 'https://wallet.example' }],
    ['a site', { origin: 'https://shop.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no browser', {}],
  ])('ticket exchanged by %s › 403, and the ticket stays valid', async (_, headers) => {
    const frame = await world.createClient()
    const { token } = await world.logIn(frame)
    const { ticket } = Object((await frame.call('POST', '/tickets', { token, body: {} })).body)
    const script = await world.createClient()
    const open = (client: typeof script, stated: Record<string, string>) =>
      client.call('POST', '/vault-session', { body: { ticket }, headers: stated })
    expect((await open(script, headers)).status).toBe(403)
    expect((await open(await world.createClient(), vaultHeaders)).status).toBe(200)
  })

  it('ticket for a frame › opens a session of that key, for the site, once', async () => {
    const { vault, vaultToken, account } = await world.openVault()
    const frame = await world.createClient()
    const newTicket = async (body: object = { site, keyThumbprint: frame.thumbprint }) =>
      vault.call('POST', '/frame-tickets', { token: vaultToken, body })
    const open = async (client: typeof frame, { body }: Awaited<ReturnType<typeof newTicket>>) =>
      client.call('POST', '/frame-session', { body: { ticket: Object(body).ticket } })
    const thief = await world.createClient()
    expect((await open(thief, await newTicket())).status).toBe(404)
    const ticket = await newTicket()
    const opened = await open(frame, ticket)
    expect(opened).toMatchObject({ status: 200, body: { account: { userId: account.userId } } })
    expect((await open(frame, ticket)).status).toBe(404)
    const devices = await frame.call('GET', '/devices', { token: Object(opened.body).token })
    expect(devices.body).toMatchObject({
      devices: expect.arrayContaining([expect.objectContaining({ kind: 'frame', site, isCurrent: true })]),
    })
    const foreign = { site: 'https://evil.example', keyThumbprint: frame.thumbprint }
    expect((await newTicket(foreign)).status).toBe(403)
  })

  it('tickets of frames and of the vault › not one for the other; a frame issues none for a frame', async () => {
    const { vault, vaultToken, frame, frameToken } = await world.openVault()
    const body = { site, keyThumbprint: frame.thumbprint }
    const forFrame = Object((await vault.call('POST', '/frame-tickets', { token: vaultToken, body })).body)
    const asVault = { body: { ticket: forFrame.ticket }, headers: vaultHeaders }
    expect((await frame.call('POST', '/vault-session', asVault)).status).toBe(404)
    const forVault = Object((await frame.call('POST', '/tickets', { token: frameToken, body: {} })).body)
    const asFrame = { body: { ticket: forVault.ticket } }
    expect((await frame.call('POST', '/frame-session', asFrame)).status).toBe(404)
    expect((await frame.call('POST', '/frame-tickets', { token: frameToken, body })).status).toBe(403)
  })

  it('sessions by tickets › end with the login, however much they are used', async () => {
    const { frame, frameToken, vault } = await world.openVault()
    const day = 86_400_000
    const read = async (client: typeof frame, token: string) =>
      (await client.call('GET', '/account', { token })).status
    for (let week = 0; week < 25; week++) {
      world.server.advance(7 * day)
      expect(await read(frame, frameToken)).toBe(200)
    }
    const ticket = Object((await frame.call('POST', '/tickets', { token: frameToken, body: {} })).body)
    const opened = await vault.call('POST', '/vault-session', {
      body: { ticket: ticket.ticket },
      headers: vaultHeaders,
    })
    const { token: vaultToken } = Object(opened.body)
    const other = await world.createClient()
    const asked = { token: vaultToken, body: { site, keyThumbprint: other.thumbprint } }
    const frameTicket = Object((await vault.call('POST', '/frame-tickets', asked)).body)
    const started = await other.call('POST', '/frame-session', { body: { ticket: frameTicket.ticket } })
    const { token: otherToken } = Object(started.body)
    world.server.advance(5 * day - 1)
    // The vault's session is not used before its end.
    expect([await read(frame, frameToken), await read(other, otherToken)]).toEqual([200, 200])
    world.server.advance(1)
    for (const [client, token] of [
      [frame, frameToken],
      [vault, vaultToken],
      [other, otherToken],
    ] as const)
      expect(await read(client, token)).toBe(401)
  })

  it('tickets of one login › 30 new keys a day, known keys and other logins beyond', async () => {
    const frame = await world.createClient()
    const { token } = await world.logIn(frame)
    const open = async (vault: typeof frame, by = { frame, token }) => {
      const issued = await by.frame.call('POST', '/tickets', { token: by.token, body: {} })
      const body = { ticket: Object(issued.body).ticket }
      return vault.call('POST', '/vault-session', { body, headers: vaultHeaders })
    }
    const first = await world.createClient()
    const opened = await open(first)
    for (let n = 1; n < 30; n++) expect((await open(await world.createClient())).status).toBe(200)
    expect((await open(await world.createClient())).status).toBe(429)
    // A session of the vault passes its login on: its tickets count there too.
    const other = await world.createClient()
    const forFrame = { token: Object(opened.body).token, body: { site, keyThumbprint: other.thumbprint } }
    const frameTicket = Object((await first.call('POST', '/frame-tickets', forFrame)).body)
    const exchange = { body: { ticket: frameTicket.ticket } }
    expect((await other.call('POST', '/frame-session', exchange)).status).toBe(429)
    expect((await open(first)).status).toBe(200)
    world.server.advance(31_000)
    const owner = await world.createClient()
    const own = { frame: owner, token: (await world.logIn(owner)).token }
    expect((await open(await world.createClient(), own)).status).toBe(200)
    const listed = await owner.call('GET', '/devices', { token: own.token })
    expect(Object(listed.body).devices).toHaveLength(33)
    world.server.advance(86_400_000)
    expect((await open(await world.createClient())).status).toBe(200)
  })

  it('more devices than the list has › listed, the thief is revoked', async () => {
    const { vault, vaultToken: token, account } = await world.openVault()
    const { embeddedUsers } = world.server.stores
    for (let n = 0; n < listedDevices + 5; n++) {
      const device = { id: `device-of-thief-${n}`, keyThumbprint: `${n}`, nowMs: world.server.now() + 1 }
      const session = testEmbeddedSession({ ...device, tokenHash: `${n}` })
      await embeddedUsers.openSession(account.userId, session, { isByTicket: false }, testAudit(`thief ${n}`))
    }
    const list = async () => {
      const { status, body } = await vault.call('GET', '/devices', { token })
      expect(status).toBe(200)
      return z.parse(devicesSchema, body).devices
    }
    expect(await list()).toHaveLength(listedDevices)
    expect((await world.stepUp(vault, token)).status).toBe(200)
    for (const { id } of await list())
      expect((await vault.call('POST', `/devices/${id}/revoke`, { token, body: {} })).status).toBe(200)
    expect(await list()).toHaveLength(7)
  })

  it('session of the vault › issues no ticket', async () => {
    const { vault, vaultToken } = await world.openVault()
    expect((await vault.call('POST', '/tickets', { token: vaultToken, body: {} })).status).toBe(403)
  })
})

describe('log out on a site', () => {
  const read = async (client: EmbeddedClient, token: string) =>
    (await client.call('GET', '/account', { token })).status
  const signOut = ({ frame, frameToken: token }: Opened, body = {}) =>
    frame.call('POST', '/sign-out', { token, body })

  it('vault that it opened › logged out; by another site of the browser: stays, and opens anew', async () => {
    const shop = await world.openVault()
    world.server.advance(31_000)
    const games = await world.openVault('ada@example.org', shop.vault)
    expect((await signOut(shop)).status).toBe(200)
    expect(await read(shop.frame, shop.frameToken)).toBe(401)
    expect(await read(shop.vault, shop.vaultToken)).toBe(401)
    expect(await read(shop.vault, games.vaultToken)).toBe(200)
    expect((await openByTicket(shop.vault, await ticketOf(games))).status).toBe(200)
  })

  it('opened by mistake › the vault stays', async () => {
    const opened = await world.openVault()
    expect((await signOut(opened, { keepsSpendingLimits: true })).status).toBe(200)
    expect(await read(opened.vault, opened.vaultToken)).toBe(200)
  })

  it('ticket that was issued before › opens nothing', async () => {
    const opened = await world.openVault()
    const ticket = await ticketOf(opened)
    await signOut(opened)
    expect((await openByTicket(opened.vault, ticket)).status).toBe(404)
  })

  it('of the vault › the widget stays', async () => {
    const { vault, vaultToken: token, frame, frameToken } = await world.openVault()
    await vault.call('POST', '/sign-out', { token, body: {} })
    expect([await read(vault, token), await read(frame, frameToken)]).toEqual([401, 200])
  })
})

describe('devices', () => {
  /** Sites and vaults that a session lists: which one is current, and which is the vault of the current one. */
  const list = async (client: EmbeddedClient, token: string) => {
    const { body } = await client.call('GET', '/devices', { token })
    const { devices } = z.parse(flaggedSchema, body)
    return devices.map(({ kind, isCurrent, isCurrentVault }) =>
      [kind, ...(isCurrent ? ['current'] : []), ...(isCurrentVault ? ['here'] : [])].join(' '),
    )
  }

  it('vault of this browser › flagged for its sites, and for no other', async () => {
    const shop = await world.openVault()
    world.server.advance(31_000)
    const phone = await world.openVault()
    const seen = await list(shop.frame, shop.frameToken)
    expect(seen.toSorted()).toEqual(['frame', 'frame current', 'vault', 'vault here'])
    expect((await list(phone.frame, phone.frameToken)).toSorted()).toEqual(seen.toSorted())
    expect((await list(shop.vault, shop.vaultToken)).toSorted()).toEqual([
      ...['frame', 'frame', 'vault', 'vault current'],
    ])
    world.server.advance(31_000)
    const frame = await world.createClient()
    const { token } = await world.logIn(frame)
    expect((await list(frame, token)).filter((device) => device.includes('here'))).toEqual([])
  })
})

describe('lost wallets', () => {
  const envelopeId = 'envelope-0123456789'
  const ask = async (client: EmbeddedClient, wallets: readonly object[], headers: object = vaultHeaders) =>
    client.call('POST', '/lost-wallets', { body: { wallets }, headers: { ...headers } })
  const none = { deletedUserIds: [], revokedEnvelopeIds: [] }
  async function createEnvelope({ vault, vaultToken: token }: Opened): Promise<string> {
    const { body } = await vault.call('POST', '/envelopes', { token, body: { kind: 'device' } })
    return z.parse(idSchema, body).id
  }

  it('user deleted › the user’s vaults find out without a session, no other key does', async () => {
    const opened = await world.openVault()
    const eve = await world.openVault('eve@example.org')
    const { vault, vaultToken: token, account } = opened
    const wallets = [
      { userId: account.userId, envelopeId: await createEnvelope(opened) },
      { userId: eve.account.userId },
    ]
    expect(await ask(vault, wallets)).toMatchObject({ status: 200, body: none })
    await world.stepUp(vault, token)
    const deleted = await vault.call('POST', '/delete', { token, body: { confirm: 'delete' } })
    expect(deleted.status).toBe(200)
    expect((await ask(vault, wallets)).body).toEqual({ ...none, deletedUserIds: [account.userId] })
    for (const other of [eve.vault, opened.frame, await world.createClient()])
      expect((await ask(other, wallets)).body).toEqual(none)
    expect(await world.server.dump()).not.toMatch(new RegExp(`"vault_hash":"[^"]*${account.userId}`))
    world.server.advance(400 * 86_400_000)
    await world.server.stores.deleteExpired(world.server.now())
    expect((await ask(vault, wallets)).body).toEqual(none)
  })

  it('device revoked, logged in again › its former envelope is listed, the new one is not', async () => {
    const opened = await world.openVault()
    const { vault, vaultToken: token, account } = opened
    const userId = account.userId
    const former = await createEnvelope(opened)
    const { body } = await vault.call('GET', '/devices', { token })
    const current = z.parse(flaggedSchema, body).devices.find(({ isCurrent }) => isCurrent)
    await vault.call('POST', `/devices/${current?.id}/revoke`, { token, body: {} })
    world.server.advance(31_000)
    const again = await world.openVault('ada@example.org', vault)
    const next = await createEnvelope(again)
    const wallets = [former, next, envelopeId].map((id) => ({ userId, envelopeId: id }))
    expect((await ask(vault, wallets)).body).toEqual({ ...none, revokedEnvelopeIds: [former] })
    expect((await ask(opened.frame, wallets)).body).toEqual(none)
  })

  it('sessions ended, user and device unknown › nothing', async () => {
    const opened = await world.openVault()
    const wallets = [{ userId: opened.account.userId, envelopeId: await createEnvelope(opened) }]
    world.server.advance(200 * 86_400_000)
    await world.server.stores.deleteExpired(world.server.now())
    expect((await opened.vault.call('GET', '/account', { token: opened.vaultToken })).status).toBe(401)
    expect((await ask(opened.vault, wallets)).body).toEqual(none)
    expect((await ask(opened.vault, [{ userId: 'never-was-0123456789', envelopeId }])).body).toEqual(none)
    expect((await ask(opened.vault, [])).body).toEqual(none)
  })

  it.each([
    ['the widget', { origin: 'https://wallet.example' }],
    ['no browser', {}],
  ])('asked by %s › 403', async (_, headers) => {
    const { vault, account } = await world.openVault()
    expect((await ask(vault, [{ userId: account.userId }], headers)).status).toBe(403)
  })

  it('without a proof, more than 32, or no id › rejected', async () => {
    const { vault, account } = await world.openVault()
    const { userId } = account
    const unproved = { body: { wallets: [{ userId }] }, headers: vaultHeaders, proof: null }
    expect((await vault.call('POST', '/lost-wallets', unproved)).status).toBe(401)
    const many = Array.from({ length: 33 }, () => ({ userId }))
    expect((await ask(vault, many)).status).toBe(400)
    expect((await ask(vault, many.slice(1))).status).toBe(200)
    expect((await ask(vault, [{ userId: '%' }])).status).toBe(400)
  })
})
