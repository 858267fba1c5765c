import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nodeCall, reservePort } from '../../testing/node-call.ts'

/** A real Ethereum node for tests. It has no accounts, so it never signs anything itself. */
export type Anvil = {
  readonly url: string
  /** One JSON-RPC call; rejects with the node's error. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

const packages = dirname(dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')))

function anvilBinary(): string {
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  return join(packages, `anvil-${process.platform}-${machine}`, 'bin', 'anvil')
}

/** Starts a node on a free loopback port and waits until it responds. */
export async function startAnvil(chainId: number, ...flags: readonly string[]): Promise<Anvil> {
  const directory = mkdtempSync(join(tmpdir(), `drawbridge-anvil-${chainId}-`))
  const port = await reservePort()
  const options = [
    '--host',
    '127.0.0.1',
    '--port',
    `${port}`,
    '--chain-id',
    `${chainId}`,
    '--accounts',
    '0',
    '--quiet',
  ]
  const disk = ['--cache-path', directory, '--max-persisted-states', '10']
  const child = spawn(anvilBinary(), [...options, ...disk, ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  const url = `http://127.0.0.1:${port}`
  const isUp = () => nodeCall(url, 'eth_chainId', []).then(Boolean, () => false)
  const deadline = Date.now() + 20_000
  while (!(await isUp())) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('Anvil did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    call: (method, ...params) => nodeCall(url, method, params),
    stop: async () => {
      child.kill('SIGINT')
      await exited
      process.off('exit', killOnExit)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
