import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { bootStack } from './boot.ts'
import { freePorts, type Ports } from './ports.ts'
import { readStack, stackSchema } from './stack-file.ts'

const start = fileURLToPath(new URL('./start.ts', import.meta.url))
let scratch = ''
/** A world says when it is ready, and has limits of its own for its parts; this ends a test of one that hangs. */
const hangMs = 60_000
/** Where tsx caches what it has compiled: in the folder of one test it would compile everything anew. */
const cacheFolder = tmpdir()

beforeEach(() => {
  // Everything a world writes outside the checkout lands here, so that what it forgets is seen.
  scratch = mkdtempSync(join(tmpdir(), 'drawbridge-test-'))
  vi.stubEnv('TMPDIR', scratch)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(scratch, { recursive: true, force: true })
})

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
    () => true,
    () => false,
  )
const answering = async (ports: Ports) =>
  (await Promise.all(Object.values(ports).map(answers))).filter(Boolean).length
const chainDirectories = () => readdirSync(scratch).filter((name) => name.startsWith('drawbridge-chain-'))

const environment = (ports: Ports): NodeJS.ProcessEnv => ({
  ...process.env,
  DRAWBRIDGE_PORT_WIDGET: String(ports.widget),
  DRAWBRIDGE_PORT_DAPP: String(ports.dapp),
  DRAWBRIDGE_PORT_EVIL: String(ports.evil),
  DRAWBRIDGE_PORT_EXCHANGE: String(ports.exchange),
  DRAWBRIDGE_PORT_ONRAMP: String(ports.onramp),
  DRAWBRIDGE_PORT_CHAIN_1: String(ports.chain1),
  DRAWBRIDGE_PORT_CHAIN_8453: String(ports.chain8453),
  DRAWBRIDGE_PORT_CHAIN_LOCAL: String(ports.chainLocal),
  DRAWBRIDGE_PORT_SOLANA: String(ports.solana),
  DRAWBRIDGE_PORT_POLKADOT: String(ports.polkadot),
  DRAWBRIDGE_PORT_ACALA: String(ports.acala),
  DRAWBRIDGE_PORT_RELAY: String(ports.relay),
  DRAWBRIDGE_STACK_FILE: join(scratch, 'stack.json'),
})

/** Runs `npm run stack`'s file as a process of its own. */
function launch(ports: Ports) {
  const moveTemporaryFiles = `process.env.TMPDIR = ${JSON.stringify(scratch)}`
  const imports = ['tsx', `data:text/javascript,${encodeURIComponent(moveTemporaryFiles)}`]
  const child = spawn(process.execPath, [...imports.flatMap((each) => ['--import', each]), start], {
    env: { ...environment(ports), TMPDIR: cacheFolder },
    stdio: 'pipe',
  })
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  /** Resolves when it has printed that it is ready, and rejects with what it printed when it ends before. */
  const ready = new Promise<void>((resolve, reject) => {
    const print = (chunk: Buffer): void => {
      output += chunk
      if (/^ready$/m.test(output)) resolve()
    }
    child.stdout.on('data', print)
    child.stderr.on('data', print)
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready: ${output}`)))
  })
  // A test of a world that does not start has no use for it.
  ready.catch(() => undefined)
  return { child, exited, ready, output: () => output }
}

describe('bootStack', { timeout: hangMs }, () => {
  it('behavior: describes itself, passes its health check and leaves nothing behind', async () => {
    const ports = await freePorts()
    const file = pathToFileURL(join(scratch, 'described', 'stack.json'))
    const world = await bootStack({ ports, file })
    expect(z.parse(stackSchema, JSON.parse(readFileSync(file, 'utf8')))).toEqual(world.stack)
    const health: unknown = await (await fetch(`${world.stack.widget.loopback}/health`)).json()
    expect(health).toMatchObject({ ok: true })
    expect(chainDirectories()).toHaveLength(3)

    await world.stop()
    expect(await answering(ports)).toBe(0)
    expect(chainDirectories()).toEqual([])
    expect(existsSync(file)).toBe(false)
  })

  it('error: a boot that fails half-way ends what it had started', async () => {
    const ports = await freePorts()
    // The description cannot be written there, which turns out when everything runs already.
    const world = bootStack({ ports, file: pathToFileURL('/dev/null/stack.json') })
    await expect(world).rejects.toThrow('ENOTDIR')
    expect(await answering(ports)).toBe(0)
    expect(chainDirectories()).toEqual([])
  })
})

describe('start.ts', { timeout: hangMs }, () => {
  it('behavior: prints the demo page and ready, and ends everything on SIGINT', async () => {
    const ports = await freePorts()
    const { child, exited, ready, output } = launch(ports)
    await ready
    expect(output()).toContain(`http://dapp.localhost:${ports.dapp}`)
    child.kill('SIGINT')
    expect(await exited).toBe(130)
    expect(await answering(ports)).toBe(0)
    expect(chainDirectories()).toEqual([])
    const file = pathToFileURL(join(scratch, 'stack.json'))
    expect(() => readStack(file)).toThrow('No local world runs. It got SIGINT.')
  })

  it('behavior: no node outlives a world that is killed outright', async () => {
    const ports = await freePorts()
    const { child, exited, ready } = launch(ports)
    await ready
    child.kill('SIGKILL')
    await exited
    await vi.waitFor(async () => expect(await answering(ports)).toBe(0), { timeout: hangMs })
    await vi.waitFor(() => expect(chainDirectories()).toEqual([]), { timeout: hangMs })
  })

  it('error: a port in use gives one sentence and exit code 1', async () => {
    const ports = await freePorts()
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(ports.dapp, '127.0.0.1', () => resolve()))
    const { exited, output } = launch(ports)
    expect(await exited).toBe(1)
    await new Promise<void>((resolve) => squatter.close(() => resolve()))
    expect(output()).toBe(
      `Port ${ports.dapp} (dapp) is already in use. Stop what uses it, or set DRAWBRIDGE_PORT_DAPP to another port.\n`,
    )
  })
})
