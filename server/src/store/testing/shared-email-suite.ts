import { expect, test } from 'vitest'
import type { SharedEmail } from '../../ports/stores/shared-emails.ts'
import { testAudit, testEmbeddedSession, testIdentity } from './embedded-user-suite.ts'
import type { StoreWorld } from './store-world.ts'

export const testSharedEmail = (change: Partial<SharedEmail> = {}): SharedEmail => ({
  ...{ nonceHash: 'n1', projectKey: 'k1', userId: 'u1', site: 'https://shop.example:8443' },
  account: 'eip155:1:0x00000000219ab540356cbb839cbe05303d7705fa',
  email: 'ada@example.org',
  expiresAtMs: 1_000,
  ...change,
})

export function sharedEmailSuite(world: StoreWorld): void {
  const { nonceHash, projectKey, account, email } = testSharedEmail()
  const signIn = { nonceHash, projectKey, account, host: 'shop.example:8443' }
  const share = async (change: Partial<SharedEmail> = {}) => {
    const { embeddedUsers, sharedEmails } = world.stores()
    const user = { id: 'u1', walletId: 'w1' }
    await embeddedUsers.logIn(testIdentity(), user, testEmbeddedSession(), testAudit('a1'))
    await sharedEmails.set(testSharedEmail(change))
  }
  const find = (change: Partial<typeof signIn> = {}, nowMs = 999) =>
    world.stores().sharedEmails.find({ ...signIn, ...change }, nowMs)

  test('shared e-mail › its sign-in › found until it expires', async () => {
    await share()
    expect([await find(), await find({}, 1_000)]).toEqual([email, undefined])
  })

  test.each([
    ['nonce', { nonceHash: 'n2' }],
    ['project', { projectKey: 'k2' }],
    ['account', { account: account.replace('eip155:1:', 'eip155:10:') }],
    ['host', { host: 'shop.example' }],
  ])('shared e-mail › sign-in of another %s › absent', async (_, change) => {
    await share()
    expect(await find(change)).toBeUndefined()
  })

  test('shared e-mail › shared again › replaced', async () => {
    await share()
    await world.stores().sharedEmails.set(testSharedEmail({ email: 'new@example.org' }))
    expect(await find()).toBe('new@example.org')
  })

  test('shared e-mail › user deleted › deleted', async () => {
    await share()
    await world.stores().embeddedUsers.deleteUser('u1', testAudit('a2'))
    expect(await find()).toBeUndefined()
  })
}
