import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Wakeups } from '../../ports/wakeups.ts'
import { startPostgres, type TestPostgres } from '../../store/testing/postgres.ts'
import { startRedis, type TestRedis } from '../../testing/redis.ts'
import { createMemoryWakeups } from './memory-wakeups.ts'
import { createPostgresWakeups } from './postgres-wakeups.ts'
import { createRedisWakeups } from './redis-wakeups.ts'
import { wakeupSuite } from './testing/wakeup-suite.ts'
import { wakeupChannel } from './topic-listeners.ts'

let postgres: TestPostgres
let redis: TestRedis
let databaseUrl: string
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
  databaseUrl = await postgres.createDatabase()
  redis = await startRedis()
}, 60_000)
afterAll(async () => {
  await redis?.stop()
  await postgres?.stop()
}, 60_000)

const never = new AbortController().signal
const hour = 3_600_000
/** Waits end by a notification, or when the connection is made or lost. */
const noRecheck = { connectedMs: hour, disconnectedMs: hour }

const kinds = [
  {
    name: 'Redis',
    open: (recheck = noRecheck) => createRedisWakeups({ url: redis.url, recheck }),
    /** Ends every listening connection, as a restart of a proxy would. */
    cut: async () => {
      const client = new Redis(redis.url)
      await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
      client.disconnect()
    },
    crash: () => redis.kill(),
    revive: () => redis.start(),
  },
  {
    name: 'Postgres',
    open: (recheck = noRecheck) => createPostgresWakeups({ url: databaseUrl, recheck }),
    cut: async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'drawbridge wakeups'",
      )
      await client.end()
    },
    crash: () => postgres.crash(),
    revive: async () => undefined,
  },
] as const

/** Resolves once the replica listens: the first connection ends a wait. */
async function connected(wakeups: Wakeups): Promise<Wakeups> {
  const listener = wakeups.listen('connected')
  await listener.wait(never)
  listener.close()
  return wakeups
}

describe('memory', () => {
  wakeupSuite(async () => {
    const wakeups = createMemoryWakeups()
    return [wakeups, wakeups]
  })
})

describe.each(kinds)('$name', ({ open, cut, crash, revive }) => {
  const openConnected = () => connected(open())

  wakeupSuite(async () => [await openConnected(), await openConnected()])

  /** Reads `stored` on each wakeup, as a request does, until something is stored. */
  async function readWhenStored(replica: Wakeups, isStored: () => boolean): Promise<void> {
    const listener = replica.listen('a')
    while (!isStored()) await listener.wait(never)
    listener.close()
  }

  test('connection › lost while something is stored › ends the wait, listens again', async () => {
    const [reader, writer] = [await openConnected(), await openConnected()]
    let isStored = false
    const reading = readWhenStored(reader, () => isStored)
    await cut()
    isStored = true
    writer.notify('a')
    await reading
    // The loss of the former connection and the new one end at most two waits: a notification ends the third.
    const listener = reader.listen('b')
    const notifying = setInterval(() => writer.notify('b'), 5)
    for (let wakes = 0; wakes < 3; wakes += 1) expect(await listener.wait(never)).toBe('woken')
    clearInterval(notifying)
    await reader.close()
    await writer.close()
  })

  test('server › killed while something is stored › the store is read again without it', async () => {
    const recheck = { connectedMs: hour, disconnectedMs: 20 }
    const [reader, writer] = [await connected(open(recheck)), await openConnected()]
    let isStored = false
    const reading = readWhenStored(reader, () => isStored)
    await crash()
    isStored = true
    writer.notify('a')
    await reading
    await revive()
    await reader.close()
    await writer.close()
  })

  test('notification › never sent › the store is read again after some time', async () => {
    const reader = await connected(open({ connectedMs: 20, disconnectedMs: hour }))
    expect(await reader.listen('a').wait(never)).toBe('woken')
    await reader.close()
  })

  test('server › unavailable when the replica starts › connects once it is available', async () => {
    await crash()
    const reader = open()
    await revive()
    await connected(reader)
    await reader.close()
  })
})

describe('topics', () => {
  test('mailbox ids › not in clear on the channel', async () => {
    const watcher = new Redis(redis.url)
    const received = new Promise<string>((resolve) => watcher.on('message', (_, text) => resolve(text)))
    await watcher.subscribe(wakeupChannel)
    const writer = await connected(createRedisWakeups({ url: redis.url, recheck: noRecheck }))
    writer.notify('mailbox SECRET to-frame')
    expect(await received).toMatch(/^[\w-]{22}$/)
    watcher.disconnect()
    await writer.close()
  })
})
