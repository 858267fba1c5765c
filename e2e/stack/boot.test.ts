import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { bootStack } from './boot.ts'
import { freePorts, type Ports } from './ports.ts'
import { readStack, stackSchema } from './stack-file.ts'

const startFile = fileURLToPath(new URL('./start.ts', import.meta.url))
let scratchDirectory = ''
/** Ends a test whose world hangs; the parts of a world have their own time limits. */
const testTimeoutMs = 60_000
/** Where tsx caches compiled files. In a test's own folder it would compile everything again. */
const cacheFolder = tmpdir()

beforeEach(() => {
  // A world writes its files outside the checkout here, so that a test detects files it does not delete.
  scratchDirectory = mkdtempSync(join(tmpdir(), 'drawbridge-test-'))
  vi.stubEnv('TMPDIR', scratchDirectory)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(scratchDirectory, { recursive: true, force: true })
})

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
    () => true,
    () => false,
  )
const countListening = async (ports: Ports) =>
  (await Promise.all(Object.values(ports).map(isListening))).filter(Boolean).length
const chainDirectories = () =>
  readdirSync(scratchDirectory).filter((name) => name.startsWith('drawbridge-chain-'))

const environment = (ports: Ports): NodeJS.ProcessEnv => ({
  ...process.env,
  DRAWBRIDGE_PORT_WIDGET: String(ports.widget),
  DRAWBRIDGE_PORT_DAPP: String(ports.dapp),
  DRAWBRIDGE_PORT_EVIL: String(ports.evil),
  DRAWBRIDGE_PORT_EXCHANGE: String(ports.exchange),
  DRAWBRIDGE_PORT_IDENTITY: String(ports.identity),
  DRAWBRIDGE_PORT_ONRAMP: String(ports.onramp),
  DRAWBRIDGE_PORT_CHAIN_1: String(ports.chain1),
  DRAWBRIDGE_PORT_CHAIN_8453: String(ports.chain8453),
  DRAWBRIDGE_PORT_CHAIN_LOCAL: String(ports.chainLocal),
  DRAWBRIDGE_PORT_SOLANA: String(ports.solana),
  DRAWBRIDGE_PORT_POLKADOT: String(ports.polkadot),
  DRAWBRIDGE_PORT_ACALA: String(ports.acala),
  DRAWBRIDGE_PORT_RELAY: String(ports.relay),
  DRAWBRIDGE_STACK_FILE: join(scratchDirectory, 'stack.json'),
})

/** Runs the file of `npm run stack` in a separate process. */
function launch(ports: Ports) {
  const moveTemporaryFiles = `process.env.TMPDIR = ${JSON.stringify(scratchDirectory)}`
  const imports = ['tsx', `data:text/javascript,${encodeURIComponent(moveTemporaryFiles)}`]
  const child = spawn(process.execPath, [...imports.flatMap((each) => ['--import', each]), startFile], {
    env: { ...environment(ports), TMPDIR: cacheFolder },
    stdio: 'pipe',
  })
  let output = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  /** Resolves when the process prints `ready`; rejects with its output if it exits first. */
  const ready = new Promise<void>((resolve, reject) => {
    const collectOutput = (chunk: Buffer): void => {
      output += chunk
      if (/^ready$/m.test(output)) resolve()
    }
    child.stdout.on('data', collectOutput)
    child.stderr.on('data', collectOutput)
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready: ${output}`)))
  })
  // Tests of a world that does not start do not await it.
  ready.catch(() => undefined)
  return { child, exited, ready, output: () => output }
}

describe('bootStack', { timeout: testTimeoutMs }, () => {
  it('boot and stop › describes itself, is healthy, deletes its files and processes', async () => {
    const ports = await freePorts()
    const file = pathToFileURL(join(scratchDirectory, 'described', 'stack.json'))
    const world = await bootStack({ ports, file })
    expect(z.parse(stackSchema, JSON.parse(readFileSync(file, 'utf8')))).toEqual(world.stack)
    const health: unknown = await (await fetch(`${world.stack.widget.loopback}/health`)).json()
    expect(health).toMatchObject({ ok: true })
    expect(chainDirectories()).toHaveLength(3)

    await world.stop()
    expect(await countListening(ports)).toBe(0)
    expect(chainDirectories()).toEqual([])
    expect(existsSync(file)).toBe(false)
  })

  it('boot fails midway › stops what it has started', async () => {
    const ports = await freePorts()
    // The description cannot be written to this path, and it is written last.
    const world = bootStack({ ports, file: pathToFileURL('/dev/null/stack.json') })
    await expect(world).rejects.toThrow('ENOTDIR')
    expect(await countListening(ports)).toBe(0)
    expect(chainDirectories()).toEqual([])
  })
})

describe('start.ts', { timeout: testTimeoutMs }, () => {
  it('SIGINT › stops everything, after it printed the demo page and ready', async () => {
    const ports = await freePorts()
    const { child, exited, ready, output } = launch(ports)
    await ready
    expect(output()).toContain(`http://dapp.localhost:${ports.dapp}`)
    child.kill('SIGINT')
    expect(await exited).toBe(130)
    expect(await countListening(ports)).toBe(0)
    expect(chainDirectories()).toEqual([])
    const file = pathToFileURL(join(scratchDirectory, 'stack.json'))
    expect(() => readStack(file)).toThrow('No local world runs. It got SIGINT.')
  })

  it('SIGKILL › no node outlives the world', async () => {
    const ports = await freePorts()
    const { child, exited, ready } = launch(ports)
    await ready
    child.kill('SIGKILL')
    await exited
    await vi.waitFor(async () => expect(await countListening(ports)).toBe(0), { timeout: testTimeoutMs })
    await vi.waitFor(() => expect(chainDirectories()).toEqual([]), { timeout: testTimeoutMs })
  })

  it('port in use › prints one sentence, exits with code 1', async () => {
    const ports = await freePorts()
    const otherServer = createServer()
    await new Promise<void>((resolve) => otherServer.listen(ports.dapp, '127.0.0.1', () => resolve()))
    const { exited, output } = launch(ports)
    expect(await exited).toBe(1)
    await new Promise<void>((resolve) => otherServer.close(() => resolve()))
    expect(output()).toBe(
      `Port ${ports.dapp} (dapp) is already in use. Stop what uses it, or set DRAWBRIDGE_PORT_DAPP to another port.\n`,
    )
  })
})
