import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultyNode, type NodeMode, startFaultyNode } from './faulty-node.ts'
import { request } from './https-client.ts'
import { type ReplicaSet, startReplicas } from './replica-set.ts'

/** Seconds of each phase; a healthy and a failing node alternate. */
const phaseSeconds = Number(process.env.DRAWBRIDGE_FAULT_SECONDS ?? 15)
const phases = 6
/** Requests of each chain per second. */
const perSecond = 20
const responseMaxMs = 10_000
const common = 'projectId=demo&st=drawbridge&sv=1'
const token = 'x'.repeat(32)
const [healthy, failing] = ['eip155:1', 'eip155:10']

let nodes: readonly [FaultyNode, FaultyNode]
let servers: ReplicaSet
beforeAll(async () => {
  nodes = [await startFaultyNode(1), await startFaultyNode(10)]
  servers = await startReplicas({
    count: 1,
    config: {
      logLevel: 'error',
      metrics: { token },
      networks: [
        { id: healthy, rpcUrls: [nodes[0].url] },
        { id: failing, rpcUrls: [nodes[1].url] },
      ],
    },
  })
}, 120_000)
afterAll(async () => {
  await servers?.stop()
  for (const node of nodes ?? []) await node.stop()
}, 60_000)

const url = () => servers.replicas[0]?.url ?? ''

/** A call that no cache contains. @returns its duration in milliseconds, and whether it has a result */
async function call(chainId: string): Promise<{ readonly ms: number; readonly hasResult: boolean }> {
  const params = [`0x${randomBytes(20).toString('hex')}`, 'latest']
  const startedAt = performance.now()
  const { body } = await request(`${url()}/v1?chainId=${chainId}&${common}`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params }),
  })
  return { ms: performance.now() - startedAt, hasResult: body.includes('"result"') }
}

/** Calls both chains at a steady rate. @returns durations of each, in milliseconds */
async function runPhase() {
  const calls: Record<'healthy' | 'failing', Promise<{ ms: number; hasResult: boolean }>[]> = {
    healthy: [],
    failing: [],
  }
  for (let n = 0; n < phaseSeconds * perSecond; n += 1) {
    calls.healthy.push(call(healthy))
    calls.failing.push(call(failing))
    await setTimeout(1_000 / perSecond)
  }
  return { healthy: await Promise.all(calls.healthy), failing: await Promise.all(calls.failing) }
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}

async function isBreakerOpen(): Promise<boolean> {
  const { body } = await request(`${url()}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return body
    .toString()
    .split('\n')
    .some((line) => line.includes(`chain="${failing}"`) && line.endsWith('state="open"} 1'))
}

it.each<NodeMode>(['hang', 'fail', 'reset'])(
  'node of one chain › %s › fails within 10 s, breaker opens, other chains fast',
  { timeout: phases * (phaseSeconds + 40) * 1_000 },
  async (mode) => {
    const baseline: number[] = []
    const healthyDurations: number[] = []
    let wasOpen = false
    for (let phase = 0; phase < phases; phase += 1) {
      const isFault = phase % 2 === 1
      nodes[1].setMode(isFault ? mode : 'answer')
      const { healthy: healthyOnly, failing: other } = await runPhase()
      expect(healthyOnly.every(({ hasResult }) => hasResult)).toBe(true)
      ;(isFault ? healthyDurations : baseline).push(...healthyOnly.map(({ ms }) => ms))
      if (isFault) {
        expect(Math.max(...other.map(({ ms }) => ms))).toBeLessThanOrEqual(responseMaxMs)
        wasOpen ||= await isBreakerOpen()
      }
    }
    expect(wasOpen).toBe(true)
    console.log(
      `${mode}: p99 ${p99(baseline).toFixed(1)} ms, beside the fault ${p99(healthyDurations).toFixed(1)} ms`,
    )
    expect(p99(healthyDurations)).toBeLessThanOrEqual(p99(baseline) * 1.1)
  },
)
