import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresDatabase } from '#server/store/postgres-database.ts'
import { type FaultyNode, startFaultyNode } from './faulty-node.ts'
import { request } from './https-client.ts'
import { type ReplicaSet, startReplicas } from './replica-set.ts'
import { type ReverseProxy, startCaddy } from './reverse-proxies.ts'
import { createLoadClient, type LoadClient, load, visit } from './steady-load.ts'

const minutes = Number(process.env.DRAWBRIDGE_SOAK_MINUTES ?? 20)
const sampleEveryMs = 5_000
const [workers, pauseMs] = [4, 50]
const growthMax = 1.05
/** The server deletes expired rows every minute. */
const expiryDelayMs = 120_000
const common = 'projectId=demo&st=drawbridge&sv=1'
const token = 'x'.repeat(32)

let node: FaultyNode
let servers: ReplicaSet
let proxy: ReverseProxy
beforeAll(async () => {
  node = await startFaultyNode(1)
  servers = await startReplicas({
    count: 2,
    config: {
      logLevel: 'warn',
      metrics: { token },
      networks: [{ id: 'eip155:1', rpcUrls: [node.url] }],
      analytics: { sink: 'database', retentionDays: 1 },
      reports: { sink: 'database' },
    },
  })
  proxy = await startCaddy(servers.replicas.map(({ port }) => port))
}, 120_000)
afterAll(async () => {
  await proxy?.stop()
  await servers?.stop()
  await node?.stop()
}, 60_000)

/** Resident memory of each server, in bytes. */
const memory = () =>
  Promise.all(
    servers.replicas.map(async ({ url }) => {
      const { body } = await request(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      return Number(/^process_resident_memory_bytes (\S+)$/m.exec(body.toString())?.[1])
    }),
  )

/** The value that nine of ten samples exceed: memory after garbage collection, which a leak increases. */
function baselineOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN
}

let calls = 0
/** A visit that also fills caches and the table of events. */
async function longVisit(client: LoadClient): Promise<number> {
  calls += 1
  const params = [`0x${calls.toString(16).padStart(40, '0')}`, 'latest']
  await client.send(`/v1?chainId=eip155:1&${common}`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params }),
  })
  const event = { eventId: `${calls}`, url: 'https://shop.example', domain: 'shop.example', timestamp: calls }
  const props = { type: 'track', event: 'MODAL_OPEN', properties: {} }
  await client.send(`/batch?${common}`, { method: 'POST', body: JSON.stringify([{ ...event, props }]) })
  const requests = 2 + (await visit(client))
  await setTimeout(pauseMs)
  return requests
}

it(`${minutes} minutes of load › memory within 5 %, expired rows deleted, no failure`, {
  timeout: (minutes + 5) * 60_000,
}, async () => {
  const client = createLoadClient(proxy)
  const endsAt = Date.now() + minutes * 60_000
  const loading = load(client, workers, () => Date.now() >= endsAt, longVisit)
  const samples: (readonly number[])[] = []
  while (Date.now() < endsAt) {
    await setTimeout(sampleEveryMs)
    samples.push(await memory())
  }
  const { requests, failures } = await loading
  client.close()
  const between = (from: number, to: number) => samples.slice(samples.length * from, samples.length * to)
  const growth = servers.replicas.map((_, at) => {
    const baseline = (part: readonly (readonly number[])[]) =>
      baselineOf(part.map((sample) => sample[at] ?? 0))
    return baseline(between(0.7, 1)) / baseline(between(0.4, 0.7))
  })
  const { read, close } = openPostgresDatabase({ url: servers.databaseUrl })
  const expired = await Promise.all(
    (['nonces', 'mailboxes', 'events'] as const).map((table) =>
      read
        .selectFrom(table)
        .select('expires_at_ms')
        .where('expires_at_ms', '<', Date.now() - expiryDelayMs)
        .execute(),
    ),
  )
  await close()
  console.log(`${requests} requests; memory × ${growth.map((one) => one.toFixed(3)).join(', ')}`)
  expect(failures.slice(0, 10)).toEqual([])
  expect(expired.flat()).toEqual([])
  expect(Math.max(...growth)).toBeLessThanOrEqual(growthMax)
})
