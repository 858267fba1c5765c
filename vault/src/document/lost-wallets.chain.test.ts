import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { vaultOrigin } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { testAudit } from '../../../server/src/store/testing/embedded-user-suite.ts'
import { deleteLostWallets } from '../wallet/lost-wallets.ts'
import { resumeVaultSession, startVaultSession } from '../wallet/vault-session.ts'
import {
  addressOf,
  confirm,
  type Fails,
  openVaultWorld,
  type TestBrowser,
  type VaultWorld,
} from './testing/vault-world.ts'
import { create, unlock } from './wallet-flows.ts'

const dayMs = 86_400_000
const other = 'bob@example.org'

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  await world.server.close()
})

const deleteUser = (userId: string) => {
  const audit = testAudit(crypto.randomUUID(), {
    event: 'user-deleted',
    expiresAtMs: Number.MAX_SAFE_INTEGER,
  })
  return world.server.stores.embeddedUsers.deleteUser(userId, audit)
}
const revokeVaultsOf = async (userId: string) => {
  const { embeddedUsers } = world.server.stores
  for (const { id, kind } of await embeddedUsers.devices(userId))
    if (kind === 'vault') await embeddedUsers.revokeDevice(userId, id, testAudit(crypto.randomUUID()))
}
/** What a browser has of a user. */
const kept = async ({ records }: TestBrowser, userId: string) => [
  ...((await records.wallet(userId)) ? ['wallet'] : []),
  ...((await records.session(userId)) ? ['session'] : []),
]
const another = { userId: 'another-0123456789', envelopes: [] }
/** Checks the records of a browser, in the name of a user who has just opened the vault. */
const check = (
  browser: Pick<TestBrowser, 'keys' | 'records'>,
  opened: Parameters<typeof deleteLostWallets>[1] = another,
  fails?: Fails,
) =>
  deleteLostWallets(
    { client: world.clientOf(vaultOrigin, browser.keys, fails), records: browser.records },
    opened,
  )

test('user deleted, logs in anew › the vault opens, the former wallet and session are deleted', async () => {
  const { browser, frame } = await world.createdWallet()
  const former = frame.userId()
  await deleteUser(former)
  const next = await world.openFrame()
  expect(next.userId()).not.toBe(former)
  const window = await browser.open(next, [confirm])
  await vi.waitFor(async () => expect(await kept(browser, former)).toEqual([]))
  expect(await create(window.ports)).toBe(true)
  const later = await browser.open(next)
  await check(browser, later.session.account())
  expect(await kept(browser, next.userId())).toEqual(['wallet', 'session'])
  expect(await addressOf(await unlock(later.ports))).toMatch(/^0x/)
})

test('user deleted, another user logs in by a passkey › the records are deleted', async () => {
  const { browser, frame } = await world.createdWallet()
  await deleteUser(frame.userId())
  const { session } = await world.openBrowser().open(await world.openFrame(other))
  const ports = { client: world.clientOf(vaultOrigin, browser.keys), records: browser.records }
  await startVaultSession(ports, { token: 'aa'.repeat(32), account: session.account() })
  await vi.waitFor(async () => expect(await kept(browser, frame.userId())).toEqual([]))
})

test('vault revoked, another user opens it › the sealed wallet is deleted', async () => {
  const { browser, frame } = await world.createdWallet()
  await revokeVaultsOf(frame.userId())
  await browser.open(await world.openFrame(other))
  await vi.waitFor(async () => expect(await kept(browser, frame.userId())).toEqual(['session']))
})

test('vault revoked, its own user opens it › the sealed wallet is deleted', async () => {
  const { browser, frame } = await world.createdWallet()
  await revokeVaultsOf(frame.userId())
  await browser.open(frame)
  await vi.waitFor(async () => expect(await kept(browser, frame.userId())).toEqual(['session']))
})

type Wallet = Awaited<ReturnType<VaultWorld['createdWallet']>>

/** The user's session and login expire. */
async function expire() {
  world.server.advance(179 * dayMs)
  await world.server.stores.deleteExpired(world.server.now())
}

/** The user loses another device. */
async function revokeAnother({ frame }: Wallet) {
  const { embeddedUsers } = world.server.stores
  const vaults = async () =>
    (await embeddedUsers.devices(frame.userId())).filter(({ kind }) => kind === 'vault').map(({ id }) => id)
  const own = await vaults()
  await world.openBrowser().open(frame)
  const [added] = (await vaults()).filter((id) => !own.includes(id))
  expect(await embeddedUsers.revokeDevice(frame.userId(), added ?? '', testAudit('revoked'))).toBe(true)
}

test.each([
  ['logged in', async () => undefined],
  ['logged out', async ({ frame }: Wallet) => frame.signOut()],
  ['not here for 179 days', expire],
  ['has revoked another vault', revokeAnother],
])('another user opens the vault, its first user %s › the wallet stays, and opens', async (_, change) => {
  const wallet = await world.createdWallet()
  const { browser, frame, address } = wallet
  await change(wallet)
  await browser.open(await world.openFrame(other))
  await check(browser)
  expect(await kept(browser, frame.userId())).toContain('wallet')
  await frame.logIn()
  const window = await browser.open(frame)
  expect(await addressOf(await unlock(window.ports))).toBe(address)
})

test('widget logs out › the vault’s session ends with it, and a new login opens another', async () => {
  const { browser, frame, address } = await world.createdWallet()
  const ports = { client: world.clientOf(vaultOrigin, browser.keys), records: browser.records }
  expect(await resumeVaultSession(ports, frame.userId())).toBeDefined()
  await frame.signOut()
  expect(await resumeVaultSession(ports, frame.userId())).toBeUndefined()
  await expect(browser.open(frame)).rejects.toMatchObject({ data: { status: 401 } })
  await frame.logIn()
  const window = await browser.open(frame)
  expect(await addressOf(await unlock(window.ports))).toBe(address)
})

test.each([
  ['request', true],
  ['response', 'response'],
] as const)('user deleted, %s lost › the records stay; deleted by the next window', async (_, how) => {
  const { browser, frame } = await world.createdWallet()
  await deleteUser(frame.userId())
  await check(browser, another, (path) => path.endsWith('/lost-wallets') && how)
  expect(await kept(browser, frame.userId())).toEqual(['wallet', 'session'])
  await check(browser)
  expect(await kept(browser, frame.userId())).toEqual([])
})

test('user deleted, records in another browser with its own key › stay', async () => {
  const { browser, frame } = await world.createdWallet()
  await deleteUser(frame.userId())
  const stranger = { ...world.openBrowser(), records: browser.records }
  await check(stranger)
  expect(await kept(browser, frame.userId())).toEqual(['wallet', 'session'])
})
