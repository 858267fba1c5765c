import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReplicaSet, startReplicas } from './replica-set.ts'
import { startCaddy, startNginx } from './reverse-proxies.ts'
import { createLoadClient, load } from './steady-load.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'
/** Restarts of all replicas. */
const rounds = isLong ? 10 : 1
const [caddy, nginx] = [
  { name: 'Caddy', start: startCaddy },
  { name: 'nginx', start: startNginx },
]
/** nginx detects a stopped server by a failed request, unless the port stays open. */
const settings = [
  { servers: 'two replicas, ports closed', count: 2, keepsPortsOpen: false, proxies: [caddy] },
  {
    ...{ servers: 'two replicas, ports kept', count: 2, keepsPortsOpen: true },
    proxies: isLong ? [caddy, nginx] : [nginx],
  },
  ...(isLong
    ? [
        {
          ...{ servers: 'one server, port kept', count: 1, keepsPortsOpen: true },
          proxies: [caddy, nginx],
        },
      ]
    : []),
]

describe.each(settings)('$servers', ({ count, keepsPortsOpen, proxies: testProxies }) => {
  let replicas: ReplicaSet
  beforeAll(async () => {
    const config = { shutdownDelaySeconds: 3, logLevel: 'warn' }
    replicas = await startReplicas({ count, config, keepsPortsOpen: keepsPortsOpen })
  }, 120_000)
  afterAll(() => replicas?.stop(), 60_000)

  it.each(testProxies)(
    'rolling restart under load › no request through $name fails',
    {
      timeout: rounds * 90_000,
    },
    async ({ start }) => {
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
    },
  )
})
