import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeCall, reservePort } from '../../testing/node-call.ts'

/** The local world's Polkadot chain, run for one test file. */
export type LocalNode = {
  readonly url: string
  /** Makes one JSON-RPC call; rejects with the node's error. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

// By path and as a process: the widget's sources do not import those of the local world.
const program = fileURLToPath(new URL('../../../../../e2e/stack/chains/polkadot/main.ts', import.meta.url))
// Below the timeout of hooks; a busy machine needs more than half of it.
const startTimeoutMs = 55_000

/** Starts the chain with these accounts (SS58) funded, and waits until it has a block. It stops with this process. */
export async function startLocalNode(accounts: readonly string[]): Promise<LocalNode> {
  const port = await reservePort()
  const options = JSON.stringify({ chain: 'asset-hub', port, accounts })
  const child = spawn(process.execPath, ['--import', 'tsx', program, options], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const isUp = () => nodeCall(url, 'system_health', []).then(Boolean, () => false)
  const deadline = Date.now() + startTimeoutMs
  while (!(await isUp())) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('The Polkadot node did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    call: (method, ...params) => nodeCall(url, method, params),
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}
