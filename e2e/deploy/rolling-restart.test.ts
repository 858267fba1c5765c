import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReplicaSet, startReplicas } from './replica-set.ts'
import { startCaddy, startNginx } from './reverse-proxies.ts'
import { createLoadClient, load } from './steady-load.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'
/** Restarts of all replicas. */
const rounds = isLong ? 10 : 1
const proxies = [
  { name: 'Caddy', start: startCaddy },
  ...(isLong ? [{ name: 'nginx', start: startNginx }] : []),
]

let replicas: ReplicaSet
beforeAll(async () => {
  replicas = await startReplicas({ count: 2, config: { shutdownDelaySeconds: 3, logLevel: 'warn' } })
}, 120_000)
afterAll(() => replicas?.stop(), 60_000)

describe.each(proxies)('two replicas behind $name', ({ start }) => {
  it('one after the other restarted under load › no request fails', {
    timeout: rounds * 90_000,
  }, async () => {
    const proxy = await start(replicas.replicas.map(({ port }) => port))
    const client = createLoadClient(proxy)
    let isOver = false
    const loading = load(client, 8, () => isOver)
    try {
      for (let round = 0; round < rounds; round += 1) await replicas.restart()
    } finally {
      isOver = true
    }
    const { requests, failures } = await loading
    client.close()
    await proxy.stop()
    expect(failures.slice(0, 10)).toEqual([])
    expect(requests).toBeGreaterThan(20 * rounds)
  })
})
