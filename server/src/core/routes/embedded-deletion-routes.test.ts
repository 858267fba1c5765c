import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deletionOpenMs, deletionWaitMs } from '../../../../shared/api/embedded-deletion.ts'
import * as z from '../../../../shared/zod.ts'
import { testChangingSession } from '../../store/testing/changing-session.ts'
import { testAudit } from '../../store/testing/embedded-user-suite.ts'
import { emailHoldMs } from '../embedded/recoveries.ts'
import { stepUpLifetimeMs } from '../embedded/sessions.ts'
import type { EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import { type EmbeddedWorld, openEmbeddedWorld, site } from '../embedded/testing/embedded-world.ts'
import { createWalletKeys, type WalletKeys } from '../embedded/testing/wallet-keys.ts'

const email = 'ada@example.org'
const idSchema = z.looseObject({ id: z.string() })

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
const read = async ({ vault, vaultToken: token }: Opened) =>
  (await vault.call('GET', '/deletion', { token })).body
const account = async (client: EmbeddedClient, token: string) =>
  (await client.call('GET', '/account', { token })).body
const stateOf = async ({ vault, vaultToken }: Opened): Promise<unknown> =>
  Object(await account(vault, vaultToken)).deletion
const events = async (userId: string) =>
  (await world.server.stores.auditEvents.list(userId, 100)).map(({ event }) => event)

/** Completes an envelope of the vault's device by the wallet's keys. */
async function completeEnvelope(opened: Opened) {
  const { vault, vaultToken: token, account: user } = opened
  const { id } = z.parse(idSchema, (await post(opened, '/envelopes', { kind: 'device' })).body)
  const body = { accounts: keys.accounts, signatures: await keys.prove(user.userId, id) }
  return { id, put: () => vault.call('PUT', `/envelopes/${id}`, { token, body }) }
}

/** A user with a wallet. */
async function createWallet(address = email): Promise<Opened> {
  const opened = await world.openVault(address)
  const { put } = await completeEnvelope(opened)
  expect((await put()).status).toBe(200)
  world.server.advance(stepUpLifetimeMs)
  return opened
}

/** Proves the user of a session by a code. */
async function stepUp({ vault, vaultToken }: Opened) {
  world.server.advance(31_000)
  expect((await world.stepUp(vault, vaultToken)).status).toBe(200)
}

/** Requests the deletion from a browser that has logged in, and has none of the keys. */
async function requested() {
  const owner = await createWallet()
  const other = await world.openVault()
  expect(await post(other, '/deletion')).toMatchObject({
    status: 200,
    body: { account: { deletion: 'requested' } },
  })
  return { owner, other }
}

const remove = async (opened: Opened) => (await post(opened, '/delete', { confirm: 'delete' })).status

/** Path and query of the link in the last notice. */
const linkInMail = () => {
  const mail = world.mails.findLast(({ text }) => text.includes('/deletion/link'))
  return /https:\/\/wallet\.example(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const open = (path: string, init?: RequestInit) =>
  world.server.app.request(`https://wallet.example${path}`, { headers: { host: 'wallet.example' }, ...init })
const followLink = (link: string) =>
  open('/embedded/v1/deletion/link', {
    method: 'POST',
    headers: { host: 'wallet.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      token: new URL(link, 'https://wallet.example').searchParams.get('token') ?? '',
    }).toString(),
  })

describe('deletion without the keys', () => {
  it('request › states its times, mails the link, is in the log and in every account', async () => {
    const { owner, other } = await requested()
    const now = world.server.now()
    const opensAtMs = now + deletionWaitMs
    expect(deletionWaitMs).toBe(14 * 86_400_000)
    const request = { requestedAtMs: now, opensAtMs, expiresAtMs: opensAtMs + deletionOpenMs, nowMs: now }
    expect(await read(owner)).toMatchObject({ request })
    expect(await read(other)).toMatchObject({ request })
    expect(await account(owner.frame, owner.frameToken)).toMatchObject({ deletion: 'requested' })
    const mail = world.mails.at(-1)
    expect(mail).toMatchObject({
      to: email,
      subject: 'The deletion of your wallet’s account was requested',
    })
    expect(mail?.text).toContain(new Date(opensAtMs).toUTCString())
    expect(await events(owner.account.userId)).toContain('deletion-requested')
  })

  it('thief of the login › cannot delete before 14 days by the server’s clock', async () => {
    const { other: thief } = await requested()
    expect(await remove(thief)).toBe(403)
    const headers = { date: new Date(world.server.now() + 2 * deletionWaitMs).toUTCString() }
    const call = { token: thief.vaultToken, body: { confirm: 'delete' }, headers }
    expect((await thief.vault.call('POST', '/delete', call)).status).toBe(403)
    world.server.advance(deletionWaitMs - 31_000 - 1)
    await stepUp(thief)
    expect(await stateOf(thief)).toBe('requested')
    expect(await remove(thief)).toBe(403)
    world.server.advance(1)
    expect(await stateOf(thief)).toBe('open')
    expect(await remove(thief)).toBe(200)
  })

  it('open › any session deletes with a step-up; then the login gives a new user', async () => {
    const { owner } = await requested()
    world.server.advance(deletionWaitMs)
    expect(await remove(owner)).toBe(403)
    await stepUp(owner)
    expect((await post(owner, '/delete')).status).toBe(400)
    expect(await remove(owner)).toBe(200)
    expect((await owner.vault.call('GET', '/account', { token: owner.vaultToken })).status).toBe(401)
    expect(await events(owner.account.userId)).toContain('user-deleted')
    const dump = await world.server.dump()
    expect(dump).not.toContain(keys.accounts.eip155)
    expect(dump).not.toContain('"table":"deletion_requests"')
    world.server.advance(31_000)
    const next = await world.logIn(await world.createClient())
    expect([next.isNew, next.account.userId === owner.account.userId]).toEqual([true, false])
    expect(next.account).not.toHaveProperty('accounts')
    expect(next.account).not.toHaveProperty('deletion')
  })

  it('open, not used › the user stays, and it expires', async () => {
    const { owner } = await requested()
    world.server.advance(deletionWaitMs + deletionOpenMs - 31_000 - 1)
    await world.server.stores.deleteExpired(world.server.now())
    const later = await world.openVault()
    expect([later.account.userId, await stateOf(later)]).toEqual([owner.account.userId, 'open'])
    world.server.advance(31_001)
    expect(await stateOf(later)).toBeUndefined()
    expect(await remove(later)).toBe(403)
    expect((await post(later, '/deletion/cancel')).status).toBe(404)
    expect((await followLink(linkInMail())).status).toBe(404)
    await stepUp(later)
    expect((await post(later, '/deletion')).status).toBe(200)
    expect(await remove(later)).toBe(403)
  })

  it('proof by the keys › cancels it, also after the wait', async () => {
    const { owner, other } = await requested()
    const { frame, frameToken, vault, vaultToken, account: user } = owner
    expect((await world.proveWallet(frame, frameToken, user.userId, keys)).status).toBe(200)
    expect(await stateOf(other)).toBeUndefined()
    expect(await events(user.userId)).toContain('deletion-cancelled')
    await stepUp(other)
    expect((await post(other, '/deletion')).status).toBe(200)
    world.server.advance(deletionWaitMs)
    await stepUp(other)
    expect((await world.proveWallet(vault, vaultToken, user.userId, keys)).status).toBe(200)
    expect(await remove(other)).toBe(403)
  })

  it('proof by other keys › cancels nothing', async () => {
    const { owner } = await requested()
    const others = await createWalletKeys()
    const { frame, frameToken, account: user } = owner
    expect((await world.proveWallet(frame, frameToken, user.userId, others)).status).toBe(400)
    expect(await stateOf(owner)).toBe('requested')
  })

  it('envelope completed by the keys › cancels it', async () => {
    const { owner, other } = await requested()
    const { put } = await completeEnvelope(owner)
    expect(await stateOf(other)).toBe('requested')
    const completed = await put()
    expect(completed.status).toBe(200)
    expect(Object(completed.body).account).not.toHaveProperty('deletion')
    expect(await stateOf(other)).toBeUndefined()
    expect(await events(owner.account.userId)).toContain('deletion-cancelled')
  })

  it('any session › cancels it once, without a step-up', async () => {
    const { owner, other } = await requested()
    const { frame, frameToken: token } = owner
    const cancel = () => frame.call('POST', '/deletion/cancel', { token, body: {} })
    const cancelled = await cancel()
    expect(cancelled.status).toBe(200)
    expect(Object(cancelled.body).account).not.toHaveProperty('deletion')
    expect((await cancel()).status).toBe(404)
    world.server.advance(deletionWaitMs)
    await stepUp(other)
    expect(await remove(other)).toBe(403)
    expect(await events(owner.account.userId)).toContain('deletion-cancelled')
  })

  it('session of another user › neither reads nor cancels it', async () => {
    const { owner } = await requested()
    world.server.advance(31_000)
    keys = await createWalletKeys()
    const eve = await createWallet('eve@example.org')
    expect(await read(eve)).toEqual({})
    expect((await post(eve, '/deletion/cancel')).status).toBe(404)
    expect(await stateOf(owner)).toBe('requested')
  })

  it('without a step-up, without a wallet, while one is open › refused', async () => {
    const owner = await createWallet()
    expect((await post(owner, '/deletion')).status).toBe(403)
    await stepUp(owner)
    expect((await post(owner, '/deletion')).status).toBe(200)
    expect((await post(owner, '/deletion')).status).toBe(409)
    const eve = await world.openVault('eve@example.org')
    expect((await post(eve, '/deletion')).status).toBe(404)
  })

  it('two devices at once › one request, the other gets 409', async () => {
    await createWallet()
    const one = await world.openVault()
    world.server.advance(31_000)
    const other = await world.openVault()
    const results = await Promise.all([post(one, '/deletion'), post(other, '/deletion')])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('deletion and proof by the keys at once › one of them, never both', async () => {
    const { owner, other } = await requested()
    world.server.advance(deletionWaitMs)
    await stepUp(other)
    const { frame, frameToken, account: user } = owner
    const [removed] = await Promise.all([
      remove(other),
      world.proveWallet(frame, frameToken, user.userId, keys),
    ])
    const isGone = (await frame.call('GET', '/account', { token: frameToken })).status === 401
    const isCancelled = (await events(user.userId)).includes('deletion-cancelled')
    expect([isGone, isCancelled]).toEqual([removed === 200, removed !== 200])
  })

  it('way to log in changed within 24 hours › no request, then again', async () => {
    const owner = await createWallet()
    await stepUp(owner)
    const { vault, vaultToken, account: user } = owner
    await world.proveWallet(vault, vaultToken, user.userId, keys)
    const sent = await post(owner, '/email', { email: 'new@example.org', site })
    const code = world.codeTo('new@example.org')
    expect((await post(owner, `/email/${z.parse(idSchema, sent.body).id}`, { code })).status).toBe(200)
    expect((await post(owner, '/deletion')).status).toBe(403)
    world.server.advance(emailHoldMs - 1)
    const later = await world.openVault('new@example.org')
    expect((await post(later, '/deletion')).status).toBe(403)
    world.server.advance(1)
    expect((await post(later, '/deletion')).status).toBe(200)
  })

  it.each(['identity-linked', 'identity-removed'] as const)(
    '%s within 24 hours › no request',
    async (event) => {
      const owner = await createWallet()
      const google = { provider: 'google', subject: '117', name: 'ada@gmail.example' } as const
      const session = { ...testChangingSession(), user: { id: owner.account.userId } }
      const audit = testAudit('change', { event, atMs: world.server.now() })
      await world.server.stores.embeddedIdentities.set(session, google, audit)
      await stepUp(owner)
      expect((await post(owner, '/deletion')).status).toBe(403)
    },
  )

  it('mail server that takes no notice › 503, nothing is requested', async () => {
    const owner = await createWallet()
    await stepUp(owner)
    world.sendMailsBy(async () => {
      throw new Error('connection refused')
    })
    expect((await post(owner, '/deletion')).status).toBe(503)
    expect(await read(owner)).toEqual({})
    expect(await events(owner.account.userId)).not.toContain('deletion-requested')
  })

  it('six requests in a day › the sixth gets 429', async () => {
    const owner = await createWallet()
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      world.server.advance(3_600_000)
      await stepUp(owner)
      statuses.push((await post(owner, '/deletion')).status)
      await post(owner, '/deletion/cancel')
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('link that cancels', () => {
  it('GET and HEAD › show the page, and change nothing; POST cancels once', async () => {
    const { owner } = await requested()
    const link = linkInMail()
    const page = await open(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('Cancel the deletion')
    await open(link, { method: 'HEAD' })
    expect(await stateOf(owner)).toBe('requested')
    const cancelled = await followLink(link)
    expect(cancelled.status).toBe(200)
    expect(await cancelled.text()).toContain('The deletion is cancelled')
    expect(await stateOf(owner)).toBeUndefined()
    expect((await followLink(link)).status).toBe(404)
    expect((await open(link)).status).toBe(404)
    expect(await events(owner.account.userId)).toContain('deletion-cancelled')
  })

  it('token › not in the database; a link of a recovery cancels no deletion', async () => {
    const { owner } = await requested()
    const link = linkInMail()
    const token = new URL(link, 'https://wallet.example').searchParams.get('token') ?? ''
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(await world.server.dump()).not.toContain(token)
    for (const other of ['0'.repeat(64), '<b>', ''])
      expect((await open(`/embedded/v1/deletion/link?token=${encodeURIComponent(other)}`)).status).toBe(404)
    expect((await open(`/embedded/v1/recovery/cancel?token=${token}`)).status).toBe(404)
    expect(await stateOf(owner)).toBe('requested')
  })
})
