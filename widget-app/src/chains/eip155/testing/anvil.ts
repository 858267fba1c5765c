import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rpcResponse } from '#shared/api/rpc.ts'

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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = rpcResponse.parse(await response.json())
  if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
  return answer.result
}

/** Starts a node on a free loopback port and waits until it answers. */
export async function startAnvil(chainId: number, ...flags: readonly string[]): Promise<Anvil> {
  const directory = mkdtempSync(join(tmpdir(), `drawbridge-anvil-${chainId}-`))
  const port = await freePort()
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
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const url = `http://127.0.0.1:${port}`
  const isUp = () => call(url, 'eth_chainId', []).then(Boolean, () => false)
  const deadline = Date.now() + 20_000
  while (!(await isUp())) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('Anvil did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    call: (method, ...params) => call(url, method, params),
    stop: async () => {
      child.kill('SIGINT')
      await exited
      process.off('exit', endWithUs)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
