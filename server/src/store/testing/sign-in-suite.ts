import { expect, test } from 'vitest'
import { parseChainId } from '../../../../shared/caip/chain-id.ts'
import type { StoredCode, StoredNonce, StoredSignIn } from '../../ports/stores/sign-ins.ts'
import { race, type StoreWorld } from './store-world.ts'

export const testNonce = (change: Partial<StoredNonce> = {}): StoredNonce => ({
  tokenHash: 't1',
  projectKey: 'k1',
  nonce: 'n1',
  expiresAtMs: 1_000,
  ...change,
})

export const testSignIn = (change: Partial<StoredSignIn> = {}): StoredSignIn => ({
  tokenHash: 't1',
  projectKey: 'k1',
  message: {
    accountAddress: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
    chainId: parseChainId('eip155:1'),
    domain: 'tidewater.example',
    uri: 'https://tidewater.example',
    version: '1',
    nonce: 'n1',
    statement: 'Sign in "now"\nwith é😀',
    resources: ['urn:a'],
    issuedAt: '2026-11-27T00:00:00Z',
  },
  email: undefined,
  expiresAtMs: 1_000,
  ...change,
})

export const testCode = (change: Partial<StoredCode> = {}): StoredCode => ({
  idHash: 'c1',
  projectKey: 'k1',
  email: 'ada@example.org',
  account: 'eip155:1:0x00000000219ab540356cbb839cbe05303d7705fa',
  codeHash: 'h1',
  expiresAtMs: 1_000,
  ...change,
})

export function signInSuite(world: StoreWorld): void {
  const signIns = () => world.stores().signIns
  const { projectKey, email, account } = testCode()
  const owner = { projectKey, account }

  test('nonce › taken twice › returned once', async () => {
    await signIns().addNonce(testNonce())
    await signIns().addNonce(testNonce({ tokenHash: 't2' }))
    expect(await signIns().consumeNonce('t1', 999)).toEqual(testNonce())
    expect(await signIns().consumeNonce('t1', 999)).toBeUndefined()
    expect(await signIns().consumeNonce('t2', 999)).toEqual(testNonce({ tokenHash: 't2' }))
  })

  test('nonce › expired › absent', async () => {
    await signIns().addNonce(testNonce())
    expect(await signIns().consumeNonce('t1', 1_000)).toBeUndefined()
  })

  test('nonce › taken by 200 callers at once › one gets it', async () => {
    await signIns().addNonce(testNonce())
    const results = await race(world, 200, ({ signIns: replicaSignIns }) =>
      replicaSignIns.consumeNonce('t1', 0),
    )
    expect(results.filter((nonce) => nonce !== undefined)).toEqual([testNonce()])
  })

  test('nonce › token in use › rejects, keeps the first', async () => {
    await signIns().addNonce(testNonce())
    await expect(signIns().addNonce(testNonce({ nonce: 'n2' }))).rejects.toThrow()
    expect(await signIns().consumeNonce('t1', 0)).toEqual(testNonce())
  })

  test('session › added › found until it expires', async () => {
    await signIns().addSession(testSignIn())
    await signIns().addSession(testSignIn({ tokenHash: 't2', email }))
    expect(await signIns().findSession('t1', 999)).toEqual(testSignIn())
    expect(await signIns().findSession('t2', 999)).toEqual(testSignIn({ tokenHash: 't2', email }))
    expect(await signIns().findSession('t1', 1_000)).toBeUndefined()
    expect(await signIns().findSession('t3', 0)).toBeUndefined()
  })

  test('session › removed › absent', async () => {
    await signIns().addSession(testSignIn())
    await signIns().removeSession('t1')
    await signIns().removeSession('t1')
    expect(await signIns().findSession('t1', 0)).toBeUndefined()
  })

  test('code › attempts up to the limit › then exhausted', async () => {
    await signIns().addCode(testCode())
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await signIns().attemptCode('c1', 3, 999)).toEqual({ is: 'open', codeHash: 'h1' })
    expect(await signIns().attemptCode('c1', 3, 999)).toEqual({ is: 'exhausted' })
  })

  test('code › unknown or expired › absent', async () => {
    await signIns().addCode(testCode())
    expect(await signIns().attemptCode('c2', 3, 0)).toEqual({ is: 'absent' })
    expect(await signIns().attemptCode('c1', 3, 1_000)).toEqual({ is: 'absent' })
  })

  test('code › 200 attempts at once › 5 are open', async () => {
    await signIns().addCode(testCode())
    const results = await race(world, 200, ({ signIns: replicaSignIns }) =>
      replicaSignIns.attemptCode('c1', 5, 0),
    )
    expect(results.filter(({ is }) => is === 'open')).toHaveLength(5)
    expect(results.filter(({ is }) => is === 'exhausted')).toHaveLength(195)
  })

  test('code › confirmed › address for its account and project until its new expiry', async () => {
    await signIns().addCode(testCode())
    expect(await signIns().confirmedEmail('c1', owner, 0)).toBeUndefined()
    await signIns().confirmCode('c1', 2_000)
    await signIns().confirmCode('c1', 2_000)
    expect(await signIns().confirmedEmail('c1', owner, 1_999)).toBe(email)
    expect(await signIns().confirmedEmail('c1', owner, 2_000)).toBeUndefined()
    expect(await signIns().confirmedEmail('c1', { ...owner, projectKey: 'k2' }, 0)).toBeUndefined()
    expect(await signIns().confirmedEmail('c2', owner, 0)).toBeUndefined()
  })

  test.each([
    'eip155:1:0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    'eip155:10:0x00000000219ab540356cbb839cbe05303d7705fa',
    '',
  ])('code › confirmed › no address for account %j', async (account) => {
    await signIns().addCode(testCode())
    await signIns().confirmCode('c1', 2_000)
    expect(await signIns().confirmedEmail('c1', { projectKey, account }, 0)).toBeUndefined()
  })

  test('code › confirmed › deleted at its new expiry, not at its former one', async () => {
    await signIns().addCode(testCode())
    await signIns().confirmCode('c1', 2_000)
    expect(await world.stores().deleteExpired(1_000)).toBe(0)
    expect(await signIns().confirmedEmail('c1', owner, 1_000)).toBe(email)
    expect(await world.stores().deleteExpired(2_000)).toBe(1)
    expect(await signIns().confirmedEmail('c1', owner, 0)).toBeUndefined()
  })

  test('code › confirmed after deletion › rejects', async () => {
    await expect(signIns().confirmCode('c1', 2_000)).rejects.toThrow('There is no such code')
  })
}
