import { beforeEach, describe, expect, test } from 'vitest'
import type { NewSession } from '../../ports/stores/embedded-users.ts'
import { testVaultTicket } from './counter-suite.ts'
import { testAudit, testEmbeddedSession, testEnvelope, testIdentity } from './embedded-user-suite.ts'
import { testSpendingLimit } from './spending-limit-suite.ts'
import { race, type StoreWorld } from './store-world.ts'

const shop = 'https://shop.example'
const games = 'https://games.example'

/** Devices of a user: frames on sites, vaults, and what connects them. */
export function embeddedDeviceSuite(world: StoreWorld): void {
  const users = () => world.stores().embeddedUsers
  const envelopes = () => world.stores().envelopes

  /** A session of the device and with the token of this name, which belongs to the login that ends at `login`. */
  const sessionOf = (name: string, kind: 'frame' | 'vault', login: number, token = name, site = shop) => {
    const { end, ...session } = testEmbeddedSession({
      ...{ id: name, keyThumbprint: `key ${name}`, tokenHash: token, kind },
      site: kind === 'frame' ? site : undefined,
    })
    return { ...session, end: { ...end, absoluteExpiresAtMs: login } }
  }
  const logIn = (session: NewSession, userId = 'u1') =>
    users().logIn(
      testIdentity({ subject: userId }),
      { id: userId, walletId: `w ${userId}` },
      session,
      testAudit(crypto.randomUUID()),
    )
  /** Opens a session by a ticket of a device, or without one. */
  const open = (session: NewSession, issuerId?: string) =>
    users().openSession(
      'u1',
      session,
      { isByTicket: issuerId !== undefined, issuerId },
      testAudit(crypto.randomUUID()),
    )
  const find = async (token: string, device = token) => {
    const session = await users().findSession(token, `key ${device}`, 0)
    if (session === undefined) throw new Error('There is no session')
    return session
  }
  const signOut = async (token: string, device = token, keepsSpendingLimits = false) =>
    users().signOut(await find(token, device), { keepsSpendingLimits }, testAudit(crypto.randomUUID()))
  const tokens = async () => {
    const { read } = world.database()
    const rows = await read.selectFrom('embedded_sessions').select('token_hash').execute()
    return rows.map(({ token_hash }) => token_hash).toSorted()
  }
  const limitSites = async () => (await world.stores().spendingLimits.list('u1', 20)).map(({ site }) => site)

  describe('sign-out of a frame', () => {
    /** Two sites of one browser, each of which has opened the vault; another browser; another user. */
    beforeEach(async () => {
      await logIn(sessionOf('shop', 'frame', 100))
      await logIn(sessionOf('games', 'frame', 200, 'games', games))
      await open(sessionOf('vault', 'vault', 100, 'vault by shop'), 'shop')
      await open(sessionOf('vault', 'vault', 200, 'vault by games'), 'games')
      await logIn(sessionOf('phone', 'frame', 300))
      await open(sessionOf('vault of phone', 'vault', 300), 'phone')
      await logIn(sessionOf('eve', 'frame', 100), 'eve')
    })
    const others = ['eve', 'games', 'phone', 'vault by games', 'vault of phone']

    test('vault opened by its ticket › ends with it; those of other sites, browsers and users stay', async () => {
      await signOut('shop')
      expect(await tokens()).toEqual(others)
    })

    test('opened by mistake › ends alone', async () => {
      await signOut('shop', 'shop', true)
      expect(await tokens()).toEqual([...others, 'vault by shop'].toSorted())
    })

    test('of the vault › ends alone', async () => {
      await signOut('vault by shop', 'vault')
      expect(await tokens()).toEqual([...others, 'shop'].toSorted())
    })

    test('former login of the device opened the vault › ends too', async () => {
      await logIn(sessionOf('shop', 'frame', 400, 'shop again'))
      // The session of the former login has expired, and was deleted.
      await signOut('shop', 'shop', true)
      await signOut('shop again', 'shop')
      expect(await tokens()).toEqual(others)
    })

    test('repeated after the user has logged in again › the later login stays', async () => {
      const former = await find('shop')
      await logIn(sessionOf('shop', 'frame', 400, 'shop again'))
      await open(sessionOf('vault', 'vault', 400, 'vault again'), 'shop')
      await users().signOut(former, { keepsSpendingLimits: false }, testAudit('late'))
      expect(await tokens()).toEqual([...others, 'shop again', 'vault again'].toSorted())
    })

    test('logged in by a passkey of the vault › the vault’s session of that login ends', async () => {
      await open(sessionOf('vault', 'vault', 500, 'passkey'))
      await open(sessionOf('new site', 'frame', 500), 'vault')
      await signOut('new site')
      expect(await tokens()).toEqual([...others, 'shop', 'vault by shop'].toSorted())
    })

    test('tickets of the frame › deleted, and open no session; those of other devices stay', async () => {
      const { vaultTickets } = world.stores()
      const ticket = { userId: 'u1', absoluteExpiresAtMs: 100 }
      await vaultTickets.add(testVaultTicket({ ...ticket, tokenHash: 'of shop', issuerId: 'shop' }))
      await vaultTickets.add(testVaultTicket({ ...ticket, tokenHash: 'of vault', issuerId: 'vault' }))
      // A second device of the same login, whose session does not let a ticket of the first one pass.
      await open(sessionOf('same login', 'frame', 100), 'vault')
      await signOut('shop')
      expect(await vaultTickets.consume('of shop', 0)).toBeUndefined()
      expect(await vaultTickets.consume('of vault', 0)).toMatchObject({ issuerId: 'vault' })
      expect(await tokens()).toContain('same login')
      expect(await open(sessionOf('vault', 'vault', 100, 'late'), 'shop')).toBeUndefined()
    })

    test('ticket exchanged at the same time, 10 times › no session of the vault stays', async () => {
      for (let n = 0; n < 10; n++) {
        const login = 1_000 + n
        await logIn(sessionOf('shop', 'frame', login, `frame ${n}`))
        const session = await find(`frame ${n}`, 'shop')
        await race(world, 2, async ({ embeddedUsers }, at) => {
          const audit = testAudit(crypto.randomUUID())
          if (at === 1) return embeddedUsers.signOut(session, { keepsSpendingLimits: false }, audit)
          const opening = { isByTicket: true, issuerId: 'shop' }
          await embeddedUsers.openSession('u1', sessionOf('vault', 'vault', login, `v ${n}`), opening, audit)
        })
        expect((await tokens()).filter((token) => token.startsWith('v '))).toEqual([])
      }
    })

    test('spending limits › those of the site end, no others', async () => {
      const { spendingLimits } = world.stores()
      for (const site of [shop, games]) {
        const limit = testSpendingLimit({ id: site, site, deviceId: 'vault' })
        expect(await spendingLimits.add(limit, 9, testAudit(site))).toBe('added')
      }
      await signOut('shop')
      expect(await limitSites()).toEqual([games])
      await signOut('games', 'games', true)
      expect(await limitSites()).toEqual([games])
    })

    test('frame revoked › the vault’s sessions that it opened end', async () => {
      expect(await users().revokeDevice('u1', 'shop', testAudit('revoked'))).toBe(true)
      expect(await tokens()).toEqual(others)
    })
  })

  describe('vault of a frame', () => {
    const vaultOf = async (name: string) =>
      (await users().devices('u1')).find(({ id }) => id === name)?.vaultId

    test('ticket of the frame, of the vault, of the frame to another vault › the last one', async () => {
      await logIn(sessionOf('shop', 'frame', 100))
      expect(await vaultOf('shop')).toBeUndefined()
      await open(sessionOf('vault', 'vault', 100), 'shop')
      expect([await vaultOf('shop'), await vaultOf('vault')]).toEqual(['vault', undefined])
      await open(sessionOf('games', 'frame', 100, 'games', games), 'vault')
      expect([await vaultOf('games'), await vaultOf('shop')]).toEqual(['vault', 'vault'])
      await open(sessionOf('new vault', 'vault', 100), 'shop')
      expect([await vaultOf('games'), await vaultOf('shop')]).toEqual(['vault', 'new vault'])
      await logIn(sessionOf('shop', 'frame', 200, 'shop again'))
      expect(await vaultOf('shop')).toBe('new vault')
    })

    test('ticket refused, or of a device of another user › connects nothing', async () => {
      await logIn(sessionOf('shop', 'frame', 100))
      await logIn(sessionOf('of eve', 'frame', 200), 'eve')
      expect(await open(sessionOf('vault', 'vault', 200), 'shop')).toBeUndefined()
      expect(await open(sessionOf('vault', 'vault', 100), 'of eve')).toBeUndefined()
      const opening = { isByTicket: false, issuerId: 'of eve' }
      await users().openSession('u1', sessionOf('vault', 'vault', 100), opening, testAudit('x'))
      expect((await find('of eve')).device.vaultId).toBeUndefined()
      expect(await vaultOf('shop')).toBeUndefined()
    })
  })

  describe('lost wallets', () => {
    const deleted = (device: string, ...userIds: string[]) => users().deletedUsers(`key ${device}`, userIds)
    const revoked = (device: string, ...ids: string[]) => users().revokedEnvelopes(`key ${device}`, ids)

    test('user deleted › known to the keys of the user’s vaults, and to no others', async () => {
      await logIn(sessionOf('shop', 'frame', 100))
      await logIn(sessionOf('eve', 'vault', 100), 'eve')
      for (const vault of ['vault', 'revoked']) await open(sessionOf(vault, 'vault', 100), 'shop')
      await users().revokeDevice('u1', 'revoked', testAudit('revoked'))
      expect(await deleted('vault', 'u1', 'eve')).toEqual([])
      await users().deleteUser('u1', testAudit('gone', { event: 'user-deleted', expiresAtMs: 1_000 }))
      expect(await deleted('vault', 'u1', 'eve', 'never was')).toEqual(['u1'])
      expect(await deleted('revoked', 'u1')).toEqual(['u1'])
      for (const other of ['shop', 'eve', 'never was']) expect(await deleted(other, 'u1')).toEqual([])
      expect(await deleted('vault')).toEqual([])
      await world.stores().deleteExpired(999)
      expect(await deleted('vault', 'u1')).toEqual(['u1'])
      await world.stores().deleteExpired(1_000)
      expect(await deleted('vault', 'u1')).toEqual([])
    })

    test('user with 1,200 vaults deleted › known to each', async () => {
      await logIn(sessionOf('shop', 'frame', 100))
      const row = { user_id: 'u1', kind: 'vault' as const, site: null, name: 'n', vault_id: null }
      const times = { created_at_ms: 0, last_used_at_ms: 0, revoked_at_ms: null }
      for (let n = 0; n < 1_200; n++)
        await world.database().write((db) =>
          db
            .insertInto('embedded_devices')
            .values({ ...row, ...times, id: `${n}`, key_thumbprint: `key ${n}` })
            .execute(),
        )
      await users().deleteUser('u1', testAudit('gone', { event: 'user-deleted' }))
      for (const n of ['0', '499', '500', '1199']) expect(await deleted(n, 'u1')).toEqual(['u1'])
    })

    test('device envelope revoked, or its device › known to the key of the device only', async () => {
      for (const name of ['one', 'other']) await logIn(sessionOf(name, 'vault', 100))
      const ids = ['e1', 'e2', 'e3', 'code']
      for (const [id, deviceId] of [
        ['e1', 'one'],
        ['e2', 'one'],
        ['e3', 'other'],
      ] as const)
        await envelopes().add(testEnvelope({ id, deviceId }), testAudit(id))
      await envelopes().add(
        testEnvelope({ id: 'code', kind: 'recovery', deviceId: 'one' }),
        testAudit('code'),
      )
      expect(await revoked('one', ...ids)).toEqual([])
      await envelopes().revoke('u1', 'e1', testAudit('r1'))
      await envelopes().revoke('u1', 'code', testAudit('r code'))
      expect(await revoked('one', ...ids)).toEqual(['e1'])
      expect(await revoked('other', ...ids)).toEqual([])
      await users().revokeDevice('u1', 'one', testAudit('r2'))
      expect((await revoked('one', ...ids, 'never was')).toSorted()).toEqual(['e1', 'e2'])
      expect(await revoked('one')).toEqual([])
    })

    test('session ended, device not used › nothing', async () => {
      await logIn(sessionOf('vault', 'vault', 100))
      await envelopes().add(testEnvelope({ id: 'e1', deviceId: 'vault' }), testAudit('e1'))
      await signOut('vault')
      await world.stores().deleteExpired(1_000_000)
      expect([await deleted('vault', 'u1'), await revoked('vault', 'e1')]).toEqual([[], []])
    })
  })
}
