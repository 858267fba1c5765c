import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSecretBox } from '../adapters/secret-box/secret-box.ts'
import type { SecretBox } from '../ports/secret-box.ts'
import { testAudit, testEmbeddedSession, testIdentity } from '../store/testing/embedded-user-suite.ts'
import { testSmartSession } from '../store/testing/smart-session-suite.ts'
import { testSpendingLimit } from '../store/testing/spending-limit-suite.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import {
  createResealJob,
  envelopeKeyContext,
  envelopeKeys,
  sealContext,
  smartSessionKeys,
  spendingLimitKeyContext,
  spendingLimitKeys,
} from './reseal-keys.ts'

const boxOf = (...ids: readonly string[]) =>
  createSecretBox(ids.map((id) => ({ id, key: new Uint8Array(createHash('sha256').update(id).digest()) })))
const pcis = ['p1', 'p2', 'p3'] as const

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

const sessions = () => server.stores.smartSessions
const stored = testSmartSession()

/** Sessions whose keys are sealed under `old`. */
async function addSessions(): Promise<void> {
  for (const pci of pcis) {
    const sealedKey = boxOf('old').seal(`key of ${pci}`, sealContext({ projectKey: stored.projectKey, pci }))
    await sessions().add({ ...stored, session: { ...stored.session, pci }, sealedKey })
  }
}

async function keysIn(box: SecretBox): Promise<readonly string[]> {
  const found = await Promise.all(pcis.map((pci) => sessions().find(stored.projectKey, stored.account, pci)))
  return found.flatMap((one) =>
    one
      ? [box.open(one.sealedKey, sealContext({ projectKey: stored.projectKey, pci: one.session.pci }))]
      : [],
  )
}

it('new first key › reseals stored keys once, former key not needed to open', async () => {
  await addSessions()
  expect(await smartSessionKeys(sessions(), boxOf('old'))()).toMatchObject({
    resealed: 0,
    unreadable: 0,
    isComplete: true,
  })
  expect(await smartSessionKeys(sessions(), boxOf('new', 'old'))()).toMatchObject({
    resealed: 3,
    unreadable: 0,
    isComplete: true,
  })
  expect(await smartSessionKeys(sessions(), boxOf('new', 'old'))()).toMatchObject({
    resealed: 0,
    unreadable: 0,
    isComplete: true,
  })
  expect(await keysIn(boxOf('new'))).toEqual(pcis.map((pci) => `key of ${pci}`))
})

it('former key removed too early › stored keys stay unchanged', async () => {
  await addSessions()
  expect(await smartSessionKeys(sessions(), boxOf('new'))()).toMatchObject({
    resealed: 0,
    unreadable: 3,
    isComplete: true,
  })
  expect(await keysIn(boxOf('old'))).toEqual(pcis.map((pci) => `key of ${pci}`))
})

it('key changed meanwhile › stays unchanged, the others are resealed', async () => {
  await addSessions()
  const [first] = await sessions().keysNotSealedWith(boxOf('new').currentPrefix, undefined, 1)
  if (!first) throw new Error('The session is not stored')
  const changed = `${first.sealedKey.slice(0, -2)}AA`
  await sessions().reseal(first, changed)
  expect(await smartSessionKeys(sessions(), boxOf('new', 'old'))()).toMatchObject({
    resealed: 2,
    unreadable: 1,
    isComplete: true,
  })
  expect(await sessions().find(stored.projectKey, stored.account, first.pci)).toMatchObject({
    sealedKey: changed,
  })
})

it('more keys than one run › the next run continues', async () => {
  const key = (n: number) => ({ projectKey: 'k', pci: `p${n}`, sealedKey: '' })
  let left = 20_001
  const store = {
    keysNotSealedWith: async (_prefix: string, _after: object | undefined, limit: number) =>
      Array.from({ length: Math.min(left, limit) }, (_, n) => {
        const one = key(left - n)
        return { ...one, sealedKey: boxOf('old').seal('secret', sealContext(one)) }
      }),
    reseal: async () => {
      left -= 1
      return true
    },
  }
  expect(await smartSessionKeys(store, boxOf('new', 'old'))()).toEqual({
    resealed: 20_000,
    unreadable: 0,
    isComplete: false,
  })
  expect(await smartSessionKeys(store, boxOf('new', 'old'))()).toEqual({
    resealed: 1,
    unreadable: 0,
    isComplete: true,
  })
})

it('job › logs counts and no key', async () => {
  const logged: unknown[] = []
  const log = (fields: object, message: string) => void logged.push([message, fields])
  const logger = { debug: log, info: log, warn: log, error: log }
  await addSessions()
  const jobWith = (box: SecretBox) => createResealJob([smartSessionKeys(sessions(), box)], logger)
  await jobWith(boxOf('new'))['reseal-keys'].run()
  await jobWith(boxOf('new', 'old'))['reseal-keys'].run()
  await jobWith(boxOf('new', 'old'))['reseal-keys'].run()
  expect(logged).toEqual([
    ['stored keys cannot be decrypted', { unreadable: 3 }],
    ['stored keys encrypted anew', { resealed: 3, isComplete: true }],
  ])
})

it('envelopes › new first key › reseals keys that are not revoked', async () => {
  const { envelopes, embeddedUsers } = server.stores
  const session = testEmbeddedSession()
  await embeddedUsers.logIn(testIdentity(), { id: 'u1', walletId: 'w1' }, session, testAudit('a1'))
  for (const id of ['e1', 'e2', 'e3'])
    await envelopes.add(
      {
        ...{ id, userId: 'u1', kind: 'recovery', deviceId: undefined, passkeyId: undefined, createdAtMs: 0 },
        sealedKey: boxOf('old').seal(`key of ${id}`, envelopeKeyContext({ id })),
      },
      testAudit(`of ${id}`),
    )
  await envelopes.revoke('u1', 'e2', testAudit('a2'))
  const reseal = envelopeKeys(envelopes, boxOf('new', 'old'))
  expect(await reseal()).toEqual({ resealed: 2, unreadable: 0, isComplete: true })
  expect(await reseal()).toEqual({ resealed: 0, unreadable: 0, isComplete: true })
  const stored = await envelopes.list('u1')
  expect(stored.map(({ id, sealedKey }) => boxOf('new').open(sealedKey, envelopeKeyContext({ id })))).toEqual(
    ['key of e1', 'key of e3'],
  )
})

it('spending limits › new first key › reseals every key', async () => {
  const { spendingLimits, embeddedUsers } = server.stores
  const session = testEmbeddedSession()
  await embeddedUsers.logIn(testIdentity(), { id: 'u1', walletId: 'w1' }, session, testAudit('a1'))
  for (const id of ['l1', 'l2']) {
    const sealedKey = boxOf('old').seal(`key of ${id}`, spendingLimitKeyContext({ id }))
    await spendingLimits.add(testSpendingLimit({ id, keyThumbprint: id, sealedKey }), 2, testAudit(id))
  }
  const reseal = spendingLimitKeys(spendingLimits, boxOf('new', 'old'))
  expect(await reseal()).toEqual({ resealed: 2, unreadable: 0, isComplete: true })
  expect(await reseal()).toEqual({ resealed: 0, unreadable: 0, isComplete: true })
  const stored = await spendingLimits.keysNotSealedWith('.', undefined, 9)
  expect(
    stored.map(({ id, sealedKey }) => boxOf('new').open(sealedKey, spendingLimitKeyContext({ id }))),
  ).toEqual(['key of l1', 'key of l2'])
})
