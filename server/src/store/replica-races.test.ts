import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stores } from '../ports/stores/stores.ts'
import { migratePostgres, openPostgresStores } from './stores.ts'
import { testChangingSession } from './testing/changing-session.ts'
import { testAudit, testEmbeddedSession, testIdentity } from './testing/embedded-user-suite.ts'
import { startPostgres, type TestPostgres } from './testing/postgres.ts'

const rounds = process.env.DRAWBRIDGE_LONG === '1' ? 10_000 : 300
/** Concurrent rounds, so that each replica has other transactions at the same time. */
const concurrency = 5
const never = Number.MAX_SAFE_INTEGER

let postgres: TestPostgres
let replicas: readonly [Stores, Stores]
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
  const url = await postgres.createDatabase()
  await migratePostgres({ url })
  replicas = [await openPostgresStores({ url }), await openPostgresStores({ url })]
}, 60_000)
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await postgres.stop()
}, 60_000)

/**
 * Both replicas do the same in each round; each of them is first in every other one.
 * @returns how often each replica was the only one that succeeded, and rounds with another number of winners.
 */
async function race(
  succeeds: (replica: Stores, id: string, replicaNumber: number) => Promise<boolean>,
  prepare: (id: string) => Promise<unknown> = async () => undefined,
): Promise<{ readonly wins: readonly [number, number]; readonly others: readonly string[] }> {
  const wins: [number, number] = [0, 0]
  const others: string[] = []
  const slot = async (from: number) => {
    for (let round = from; round < rounds; round += concurrency) {
      const id = `r${round}`
      await prepare(id)
      const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
      const results = await Promise.all(
        order.map(async (number) => ((await succeeds(replicas[number], id, number)) ? [number] : [])),
      )
      const [winner, second] = results.flat()
      if (winner === undefined || second !== undefined) others.push(`${id}: ${results.flat().length} winners`)
      else wins[winner] += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, from) => slot(from)))
  return { wins, others }
}

const timeout = 30_000 + rounds * 20

test('name › registered by two replicas at once › belongs to one of them', { timeout }, async () => {
  const { wins, others } = await race(async ({ names }, name, number) => {
    const accounts = [{ coinType: 60, address: `${name}-${number}` }]
    const result = await names.register({
      ...{ registry: 'main', name, accounts },
      ...{ avatar: undefined, createdAtMs: 0 },
    })
    return result === 'registered'
  })
  expect(others).toEqual([])
  expect(wins[0] + wins[1]).toBe(rounds)
})

test('account › named by two replicas at once › has one name', { timeout }, async () => {
  const { wins, others } = await race(async ({ names }, address, number) => {
    const result = await names.register({
      ...{ registry: 'accounts', name: `${address}-${number}`, accounts: [{ coinType: 60, address }] },
      ...{ avatar: undefined, createdAtMs: 0 },
    })
    return result === 'registered'
  })
  expect(others).toEqual([])
  expect(wins[0] + wins[1]).toBe(rounds)
})

test('nonce › taken by two replicas at once › signs one user in', { timeout }, async () => {
  const { wins, others } = await race(
    async ({ signIns }, id) => (await signIns.consumeNonce(id, 0)) !== undefined,
    (id) => replicas[0].signIns.addNonce({ tokenHash: id, projectKey: 'k', nonce: id, expiresAtMs: never }),
  )
  expect(others).toEqual([])
  expect(wins[0] + wins[1]).toBe(rounds)
})

test('smart session allowance › spent by two replicas at once › spent once', {
  timeout,
}, async () => {
  const { wins, others } = await race(({ smartSessions }, pci) =>
    smartSessions.spend({ projectKey: 'k', pci, permission: 0, period: 0 }, 2n, 3n),
  )
  expect(others).toEqual([])
  expect(wins[0] + wins[1]).toBe(rounds)
})

test('login › its identity removed by another replica › leaves no session of the user', {
  timeout,
}, async () => {
  const enter = ({ embeddedUsers }: Stores, user: string, identity: ReturnType<typeof testIdentity>) =>
    embeddedUsers.logIn(
      identity,
      { id: user, walletId: user },
      testEmbeddedSession({ id: user, keyThumbprint: user, tokenHash: user }),
      testAudit(`login ${user}`),
    )
  const left: string[] = []
  for (let round = 0; round < rounds; round++) {
    const user = `u${round}`
    const google = testIdentity({ provider: 'google', subject: user })
    const [first, second] = round % 2 === 0 ? replicas : [replicas[1], replicas[0]]
    await enter(first, user, testIdentity({ subject: user }))
    const caller = testChangingSession(user, user)
    await first.embeddedIdentities.set(caller, google, testAudit(`set ${user}`))
    const [opened] = await Promise.all([
      enter(second, `new ${user}`, google),
      first.embeddedIdentities.remove(caller, 'google', testAudit(`removed ${user}`)),
    ])
    const session = await first.embeddedUsers.findSession(`new ${user}`, `new ${user}`, 0)
    if (opened.user.id === user && session !== undefined) left.push(user)
  }
  expect(left).toEqual([])
})
