import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ExitStatus, type SpawnedProcess, spawnProcess } from '../own-process.ts'

/** A running Solana chain in another process. `stop` discards its state. */
export type SvmNode = SpawnedProcess & { readonly rpcUrl: string; readonly wsUrl: string }

export type SvmOptions = {
  /** Port for HTTP; the WebSocket uses the next one. */
  readonly port: number
  /** Duration of a slot; defaults to 400 ms, as on the real network. */
  readonly slotMs?: number
  /** Base58; defaults to that of the local world. */
  readonly genesisHash?: string
}

const mainPath = fileURLToPath(new URL('./main.ts', import.meta.url))
const tsxLoader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const healthDeadlineMs = 15_000

/** Starts a local Solana chain on loopback. */
export function startSvm({ port, slotMs = 400, genesisHash }: SvmOptions): SvmNode {
  const options = JSON.stringify({ port, slotMs, genesisHash })
  return {
    ...spawnProcess(process.execPath, ['--import', tsxLoader, mainPath, options]),
    rpcUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port + 1}`,
  }
}

/**
 * Waits until a node responds to its health check.
 * @throws Error when it exits before, or does not respond within 15 s.
 */
export async function svmReady(node: SvmNode): Promise<void> {
  let exit: { readonly code: ExitStatus } | undefined
  node.exited.then((code) => {
    exit = { code }
  })
  const isHealthy = () =>
    fetch(`${node.rpcUrl}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  const deadline = Date.now() + healthDeadlineMs
  while (!(await isHealthy())) {
    if (exit !== undefined) throw new Error(`The Solana node ended with ${exit.code}`)
    if (Date.now() > deadline) throw new Error('The Solana node does not answer')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
