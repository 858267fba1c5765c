/**
 * `npm run bench:server [-- --short]`: measures the built server (`npm run build:server`) in a separate process, with the
 * load on the same machine, and prints JSON. Fails below half of a bar, or, for the cached GET, below a third of bare Hono
 * measured in the same run. The bars of durations are those of a machine on which bare Hono responds 10,000 times a second;
 * a slower one has proportionally higher ones.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import * as z from '#shared/zod.ts'
import { closedLoop, type LoadRequest, type LoadResult, openLoop, type Step, send } from './load.ts'

const isShort = process.argv.includes('--short')
const seconds = isShort ? 3 : 15
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'drawbridge-bench-'))
const children: ChildProcessWithoutNullStreams[] = []
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A line of the report: a value with a minimum or maximum. */
type Line = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly bar: number
  readonly isAtLeast: boolean
}

/** Responses of bare Hono per second on the machine of the bars. */
const referencePerSecond = 10_000

function start(args: readonly string[]): { child: ChildProcessWithoutNullStreams; lines: Interface } {
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH } })
  child.stderr.pipe(process.stderr)
  children.push(child)
  return { child, lines: createInterface(child.stdout) }
}

const nextLine = async (lines: Interface): Promise<string> =>
  z.parse(z.tuple([z.string()]), await once(lines, 'line'))[0]

const tsx = here('../../node_modules/tsx/dist/cli.mjs')
const node = start([tsx, here('./slow-node.ts')])
const nodeUrl = await nextLine(node.lines)
const bare = start([tsx, here('./bare-hono.ts')])
const bareUrl = new URL(await nextLine(bare.lines))

/** Effectively no rate limit: all requests have one address. */
const budget = { pointsPerMinute: 1_000_000_000 }
writeFileSync(
  join(folder, 'drawbridge.config.json'),
  JSON.stringify({
    port: 0,
    networks: [{ id: 'eip155:1', rpcUrls: [nodeUrl] }],
    limits: { project: budget, ip: budget, account: budget },
  }),
)
const startedAt = performance.now()
const server = start([here('../../server/dist/drawbridge.js'), 'serve'])
const portSchema = z.object({ port: z.int() })
const { port } = z.parse(portSchema, JSON.parse(await nextLine(server.lines)))
// The log continues, but this process, which generates the load, does not read it line by line.
server.lines.close()
server.child.stdout.removeAllListeners('data').resume()
const base = new URL(`http://127.0.0.1:${port}`)
const readyMs = performance.now() - startedAt

const common = 'projectId=demo&st=drawbridge&sv=html-eip155-0.1.0'
const requests =
  (to: URL, next: () => LoadRequest): Step =>
  async (agent) =>
    (await send(agent, to, next())) !== undefined
const json = { 'content-type': 'application/json' }
const rpc = (method: string, params: readonly unknown[]): LoadRequest => ({
  method: 'POST',
  path: `/v1?chainId=eip155:1&${common}`,
  headers: json,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})
let counter = 0
/** A call that no cache contains. */
const uncachedCall = () => {
  counter += 1
  return rpc('eth_estimateGas', [{ to: `0x${counter.toString(16).padStart(40, '0')}` }])
}
/** Nine of ten calls are of a finalized block that was read before. */
const mostlyCachedCall = () => {
  counter += 1
  return counter % 10 === 0
    ? uncachedCall()
    : rpc('eth_getBlockByNumber', [`0x${(counter % 32).toString(16)}`, false])
}

const nonceSchema = z.object({ nonce: z.string(), token: z.string() })
const accounts = Array.from({ length: 32 }, () => privateKeyToAccount(generatePrivateKey()))

/** Requests a nonce, signs, and requests a session. The duration includes signing, which is the wallet's work. */
const signIn: Step = async (agent) => {
  const account = accounts[counter % accounts.length]
  counter += 1
  const text = await send(agent, base, { path: `/auth/v1/nonce?${common}` })
  if (account === undefined || text === undefined) return false
  const { nonce, token } = z.parse(nonceSchema, JSON.parse(text))
  const data = {
    accountAddress: account.address,
    chainId: parseChainId('eip155:1'),
    domain: 'localhost:3000',
    uri: 'http://localhost:3000/',
    version: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  }
  const message = signInText(data)
  const signature = await account.signMessage({ message })
  const response = await send(agent, base, {
    method: 'POST',
    path: `/auth/v1/authenticate?${common}`,
    headers: { ...json, 'x-nonce-jwt': `Bearer ${token}` },
    body: JSON.stringify({ data, message, signature }),
  })
  return response !== undefined
}

const lines: Line[] = []
const atLeast = (name: string, value: number, unit: string, bar: number) =>
  lines.push({ name, value, unit, bar, isAtLeast: true })
const atMost = (name: string, value: number, unit: string, bar: number) =>
  lines.push({ name, value, unit, bar, isAtLeast: false })

/** Number of calls that have reached the node. */
async function nodeCalls(): Promise<number> {
  node.child.stdin.write('count\n')
  return Number(await nextLine(node.lines))
}

/** Requests without a status of 200, of all loads. */
let failed = 0
const countFailures = (result: LoadResult): LoadResult => {
  failed += result.failed
  return result
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
/** Rounds of a measurement, of which the median counts: a pause of the machine affects only one of them. */
const rounds = Array.from({ length: 5 })
const roundSeconds = seconds / 2

/** The 99th percentile in milliseconds at a fixed rate, with open connections. */
async function p99At(step: Step, perSecond: number): Promise<number> {
  countFailures(await openLoop(step, perSecond, 1))
  const values: number[] = []
  for (const _ of rounds) values.push(countFailures(await openLoop(step, perSecond, roundSeconds)).p99Ms)
  return median(values)
}

const cachedGet = requests(base, () => ({ path: `/appkit/v1/config?${common}` }))
const bareGet = requests(bareUrl, () => ({ path: '/bare' }))
await closedLoop(cachedGet, 64, 1)
await closedLoop(bareGet, 64, 1)
const rates: { readonly server: number; readonly bare: number }[] = []
// Alternate, so that both run under the same conditions.
for (const _ of rounds) {
  const bare = countFailures(await closedLoop(bareGet, 64, roundSeconds)).perSecond
  rates.push({ bare, server: countFailures(await closedLoop(cachedGet, 64, roundSeconds)).perSecond })
}
/** How many times slower this machine is than that of the bars; at least 1. */
const slowness = Math.max(1, referencePerSecond / median(rates.map(({ bare }) => bare)))
const atMostMs = (name: string, value: number, bar: number) => atMost(name, value, 'ms', bar * slowness)
atLeast('GET through all middleware', median(rates.map(({ server }) => server)), 'per second', 3_000)
atLeast('GET / bare Hono', median(rates.map(({ server, bare }) => server / bare)), 'ratio', 2 / 3)
atMostMs('GET at 1,500/s, p99', await p99At(cachedGet, 1_500), 25)
const misses = countFailures(await closedLoop(requests(base, uncachedCall), 100, seconds))
atLeast('gateway, no hits', misses.perSecond, 'per second', 800)
const [direct, throughGateway] = [requests(new URL(nodeUrl), uncachedCall), requests(base, uncachedCall)]
for (const step of [direct, throughGateway]) countFailures(await openLoop(step, 400, 1))
const overheads: number[] = []
// Subtract the time of the node and of the machine; alternate, so that both run under the same conditions.
for (const _ of rounds) {
  const directP99 = countFailures(await openLoop(direct, 400, roundSeconds)).p99Ms
  overheads.push(countFailures(await openLoop(throughGateway, 400, roundSeconds)).p99Ms - directP99)
}
atMostMs('gateway overhead at 400/s, p99', median(overheads), 8)
await closedLoop(requests(base, mostlyCachedCall), 16, 1)
const hits = countFailures(await closedLoop(requests(base, mostlyCachedCall), 100, seconds))
atLeast('gateway, 90 % hits', hits.perSecond, 'per second', 2_500)
const before = await nodeCalls()
const equalRequest = rpc('eth_createAccessList', [{ to: `0x${'0'.repeat(40)}` }])
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
const responses = await Promise.all(Array.from({ length: 1_000 }, () => send(agent, base, equalRequest)))
agent.destroy()
failed += responses.filter((one) => one === undefined).length
atMost('calls to the node of 1,000 equal requests', (await nodeCalls()) - before, 'count', 1)
const signIns = countFailures(await closedLoop(signIn, 24, seconds))
atLeast('sign-ins with a key', signIns.perSecond, 'per second', 150)
// At the target rate: at the maximum rate 24 users wait for each other, and for this process, which signs.
atMostMs('sign-in at 150/s, p99', await p99At(signIn, 150), 100)
atMostMs('start to ready', readyMs, 2_000)
atMost('failed requests', failed, 'count', 0)

/** True below half of a minimum, and above twice a maximum. */
const isMissed = ({ value, bar, isAtLeast }: Line) =>
  !(isAtLeast ? value >= bar / 2 : value <= Math.max(bar * 2, 0))
console.log(
  JSON.stringify(
    lines.map((line) => ({ ...line, value: Number(line.value.toFixed(2)), isMissed: isMissed(line) })),
    null,
    2,
  ),
)
for (const child of children) child.kill('SIGTERM')
process.exitCode = lines.some(isMissed) ? 1 : 0
