import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Exit, type OwnProcess, ownProcess } from '../own-process.ts'

/** A Solana chain that runs now, in a process of its own; nothing of it stays after `stop`. */
export type SvmNode = OwnProcess & { readonly rpcUrl: string; readonly wsUrl: string }

export type SvmOptions = {
  /** Port of HTTP; the WebSocket takes the next one. */
  readonly port: number
  /** How long a slot lasts; 400 ms as on the real network unless given. */
  readonly slotMs?: number
  /** Base58; the local world's unless given. */
  readonly genesisHash?: string
}

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const typescript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const healthDeadlineMs = 15_000

/** Starts a local Solana chain on loopback. */
export function startSvm({ port, slotMs = 400, genesisHash }: SvmOptions): SvmNode {
  const options = JSON.stringify({ port, slotMs, genesisHash })
  return {
    ...ownProcess(process.execPath, ['--import', typescript, main, options]),
    rpcUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port + 1}`,
  }
}

/**
 * Waits until a node answers its health check.
 * @throws Error when it ends before, or does not answer in 15 s.
 */
export async function svmReady(node: SvmNode): Promise<void> {
  let exit: { readonly code: Exit } | undefined
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
