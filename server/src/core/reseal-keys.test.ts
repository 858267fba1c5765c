import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSecretBox } from '../adapters/secret-box/secret-box.ts'
import type { SecretBox } from '../ports/secret-box.ts'
import { testSmartSession } from '../store/testing/smart-session-suite.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { createResealJob, resealKeys, sealContext } from './reseal-keys.ts'

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
  expect(await resealKeys(sessions(), boxOf('old'))).toMatchObject({
    resealed: 0,
    unreadable: 0,
    isComplete: true,
  })
  expect(await resealKeys(sessions(), boxOf('new', 'old'))).toMatchObject({
    resealed: 3,
    unreadable: 0,
    isComplete: true,
  })
  expect(await resealKeys(sessions(), boxOf('new', 'old'))).toMatchObject({
    resealed: 0,
    unreadable: 0,
    isComplete: true,
  })
  expect(await keysIn(boxOf('new'))).toEqual(pcis.map((pci) => `key of ${pci}`))
})

it('former key removed too early › stored keys stay unchanged', async () => {
  await addSessions()
  expect(await resealKeys(sessions(), boxOf('new'))).toMatchObject({
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
  expect(await resealKeys(sessions(), boxOf('new', 'old'))).toMatchObject({
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
  expect(await resealKeys(store, boxOf('new', 'old'))).toEqual({
    resealed: 20_000,
    unreadable: 0,
    isComplete: false,
  })
  expect(await resealKeys(store, boxOf('new', 'old'))).toEqual({
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
  await createResealJob(server.stores, boxOf('new'), logger)['reseal-keys'].run()
  await createResealJob(server.stores, boxOf('new', 'old'), logger)['reseal-keys'].run()
  await createResealJob(server.stores, boxOf('new', 'old'), logger)['reseal-keys'].run()
  expect(logged).toEqual([
    ['stored keys cannot be decrypted', { unreadable: 3 }],
    ['stored keys encrypted anew', { resealed: 3, isComplete: true }],
  ])
})
