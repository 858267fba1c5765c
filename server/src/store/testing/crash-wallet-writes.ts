import type { Stores } from '../../ports/stores/stores.ts'
import type { Database } from '../database.ts'
import { factsAfter, type Step, steps, stepsOfUser } from './crash-wallet-steps.ts'
import type { Report } from './crash-writes.ts'

/** Number of concurrent writers, so that commits have several writes. */
const writers = 8

/** Names of the steps that `writeWalletsUntilFailure` reports. */
export const walletSteps: readonly string[] = steps.map(({ name }) => name)

/**
 * Runs the steps of users concurrently until a store rejects, and reports each step before the call (`began`) and once the store has
 * acknowledged (`stored`) or refused it.
 * @param round creates ids that no other round uses.
 */
export async function writeWalletsUntilFailure(
  stores: Stores,
  round: string,
  report: (report: Report) => void,
): Promise<void> {
  const writeUser = async (user: string, count: number) => {
    for (const { name, run } of stepsOfUser(count)) {
      report({ did: 'began', id: `${user} ${name}` })
      const isStored = await run(stores, user)
      report({ did: isStored ? 'stored' : 'refused', id: `${user} ${name}` })
    }
  }
  await Promise.allSettled(
    Array.from({ length: writers }, async (_, writer) => {
      // Commits have writes of several writers: with other writes first, each commit has different steps.
      for (let write = 0; write < 2 * writer; write++)
        await stores.settings.getOrAdd(`${round}-${writer}-${write}`, '')
      for (let iteration = 0; ; iteration++)
        await writeUser(`${round}-${writer}-${iteration}`, writer + iteration)
    }),
  )
}

/**
 * What the tables state of each user. Rows of a user who is in no other table are facts too.
 * @param pattern of ids of users.
 */
function readFacts(database: Database, pattern: string): Promise<ReadonlyMap<string, readonly string[]>> {
  return database.snapshot(async (db) => {
    const facts = new Map<string, string[]>()
    const add = (user: string, fact: string) => {
      const known = facts.get(user)
      if (known === undefined) facts.set(user, [fact])
      else known.push(fact)
    }
    /** The part of an id after the user's id. */
    const ownPart = (id: string) => id.slice(id.indexOf(' ') + 1)
    for (const { id, accounts: stored } of await db
      .selectFrom('embedded_users')
      .selectAll()
      .where('id', 'like', pattern)
      .execute()) {
      add(id, 'user')
      if (stored !== null) add(id, 'accounts')
    }
    for (const row of await db
      .selectFrom('embedded_identities')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute())
      add(row.user_id, 'identity')
    for (const row of await db
      .selectFrom('embedded_devices')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute())
      add(row.user_id, `device ${ownPart(row.id)} ${row.revoked_at_ms === null ? 'active' : 'revoked'}`)
    for (const row of await db
      .selectFrom('embedded_sessions')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute())
      add(row.user_id, `session ${ownPart(row.token_hash)}`)
    for (const row of await db
      .selectFrom('envelopes')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute()) {
      const state = row.is_complete === 1 ? 'complete' : 'incomplete'
      add(row.user_id, `envelope ${ownPart(row.id)} ${row.sealed_key === null ? 'revoked' : state}`)
    }
    for (const row of await db
      .selectFrom('recovery_requests')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute()) {
      const state = row.is_begun === 1 ? 'begun' : 'stored'
      add(row.user_id, `recovery ${row.answer === null ? state : 'answered'}`)
    }
    for (const row of await db
      .selectFrom('deletion_requests')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute())
      add(row.user_id, `deletion ${ownPart(row.id)} ${row.is_begun === 1 ? 'begun' : 'stored'}`)
    for (const row of await db
      .selectFrom('spending_limits')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute())
      add(row.user_id, `limit ${ownPart(row.id)} claimed ${row.claimed}`)
    for (const row of await db
      .selectFrom('audit_events')
      .selectAll()
      .where('user_id', 'like', pattern)
      .execute())
      add(row.user_id, `event ${row.subject}`)
    return facts
  })
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join('\n') === other.toSorted().join('\n')

/**
 * Compares the tables of a reopened database with the reports. Each user must be exactly as after the acknowledged steps, or as after
 * these and the one that had begun. Then sends a repeatable step that had begun again, which must count once.
 * @returns the differences: an empty list if there are none.
 */
export async function findWalletLosses(
  database: Database,
  stores: Stores,
  reports: readonly Report[],
): Promise<readonly string[]> {
  const begun = new Map<string, Step[]>()
  const stored = new Set<string>()
  for (const { did, id } of reports) {
    if (did === 'stored') stored.add(id)
    if (did !== 'began') continue
    const [user = '', name] = id.split(' ')
    const step = steps.find((known) => known.name === name)
    if (step !== undefined) begun.set(user, [...(begun.get(user) ?? []), step])
  }
  const rounds = new Set([...begun.keys()].map((user) => user.split('-')[0]))
  const pattern = rounds.size === 1 ? `${[...rounds][0]}-%` : '%'
  const differences = reports.flatMap(({ did, id }) => (did === 'refused' ? [`${id} was refused`] : []))
  const found = await readFacts(database, pattern)
  for (const [user, userSteps] of begun) {
    const state = found.get(user) ?? []
    const acknowledged = userSteps.filter(({ name }) => stored.has(`${user} ${name}`))
    const before = acknowledged.reduce(factsAfter, [])
    const after = userSteps.reduce(factsAfter, [])
    if (!isSame(state, before) && !isSame(state, after))
      differences.push(`${user} after ${acknowledged.at(-1)?.name}: ${state.join(', ')}`)
  }
  for (const user of found.keys()) if (!begun.has(user)) differences.push(`${user} was not reported`)

  const repeated = new Map<string, readonly Step[]>()
  for (const [user, userSteps] of begun) {
    const last = userSteps.at(-1)
    if (!last?.isRepeatable || stored.has(`${user} ${last.name}`)) continue
    if (!(await last.run(stores, user))) differences.push(`${user} cannot repeat ${last.name}`)
    repeated.set(user, userSteps)
  }
  const completed = await readFacts(database, pattern)
  for (const [user, userSteps] of repeated) {
    const state = completed.get(user) ?? []
    if (!isSame(state, userSteps.reduce(factsAfter, [])))
      differences.push(`${user} after a repeated ${userSteps.at(-1)?.name}: ${state.join(', ')}`)
  }
  return differences
}
