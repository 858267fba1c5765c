import { afterEach, beforeEach, expect, test } from 'vitest'
import { testAudit } from '../../../server/src/store/testing/embedded-user-suite.ts'
import { choose, confirm, enterPhrase, openVaultWorld, type VaultWorld } from './testing/vault-world.ts'
import { unlock } from './wallet-flows.ts'

let world: VaultWorld
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(() => world.server.close())

const dayMs = 86_400_000
/** A wallet whose user has a request to delete the account without its keys. */
async function requestedDeletion() {
  const wallet = await world.createdWallet()
  const { deletions } = world.server.stores
  const now = world.server.now()
  const userId = wallet.frame.userId()
  const times = { requestedAtMs: now, opensAtMs: now + 14 * dayMs, expiresAtMs: now + 44 * dayMs }
  await deletions.add({ id: 'q1', userId, deviceName: 'Firefox', cancelHash: 'c1', ...times }, now)
  expect(await deletions.begin('q1', testAudit('q1', { event: 'deletion-requested' }))).toBe(true)
  return { ...wallet, find: () => deletions.find(userId, world.server.now()) }
}

test('deletion requested, keys opened › the user reads it once, and it is cancelled', async () => {
  const { browser, frame, find } = await requestedDeletion()
  const { ports, session, names } = await browser.open(frame, [confirm])
  expect(session.account().deletion).toBe('requested')
  await unlock(ports)
  expect([names(), await find()]).toEqual([['deletion-alert'], undefined])
  expect(session.account().deletion).toBeUndefined()
  await unlock(ports)
  expect(names()).toEqual(['deletion-alert'])
})

test('user who does not continue › the keys stay closed, the request stays', async () => {
  const { browser, frame, find } = await requestedDeletion()
  const { ports } = await browser.open(frame)
  await expect(unlock(ports)).rejects.toThrow('No answer')
  expect(await find()).toBeDefined()
})

test('proof not accepted › the wallet opens, and the next opening cancels it', async () => {
  const { browser, frame, find } = await requestedDeletion()
  let isDown = true
  const fails = (path: string) => isDown && path.endsWith('/wallet-proof')
  const { ports } = await browser.open(frame, [confirm, confirm], fails)
  expect(await unlock(ports)).toHaveLength(16)
  expect(await find()).toBeDefined()
  isDown = false
  await unlock(ports)
  expect(await find()).toBeUndefined()
})

test('wallet restored by its words › the envelope that is completed cancels it', async () => {
  const { frame, phrase, find } = await requestedDeletion()
  const answers = [confirm, choose('phrase'), enterPhrase(phrase)]
  const { ports, session } = await world.openBrowser().open(frame, answers)
  await unlock(ports)
  expect([await find(), session.account().deletion]).toEqual([undefined, undefined])
})

test('no request › the user reads nothing', async () => {
  const { browser, frame } = await world.createdWallet()
  const { ports, names } = await browser.open(frame)
  await unlock(ports)
  expect(names()).toEqual([])
})
