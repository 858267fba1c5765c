import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from '#shared/zod.ts'
import { BootError } from '../../ports.ts'
import { type ExitStatus, type SpawnedProcess, spawnProcess } from '../own-process.ts'
import type { NodeOptions } from './node-options.ts'

/** A running Polkadot node. */
export type PolkadotNode = SpawnedProcess & {
  /** JSON-RPC over POST, single or batched. */
  readonly rpcUrl: string
  /** JSON-RPC with subscriptions, on the same port. */
  readonly wsUrl: string
}

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/**
 * Starts a chain on loopback: the runtime of Rococo Asset Hub, or of Acala, with a local genesis in which `accounts`
 * (SS58) are funded. It responds once `polkadotReady` resolves, and it never outlives this process.
 */
export function startPolkadot({
  chain = 'asset-hub',
  port,
  accounts = [],
  identity,
}: StartOptions): PolkadotNode {
  const options: NodeOptions = { chain, port, accounts: [...accounts], identity }
  return {
    ...spawnProcess(process.execPath, ['--import', loader, program, JSON.stringify(options)]),
    rpcUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
  }
}

type StartOptions = {
  readonly chain?: NodeOptions['chain']
  readonly port: number
  readonly accounts?: readonly string[]
  readonly identity?: NodeOptions['identity']
}

/** Acala takes seconds to start, and on a busy machine many. */
const readyDeadlineMs = 60_000
const pollIntervalMs = 50
const healthSchema = z.object({ ok: z.literal(true), head: z.int().check(z.gte(1)) })

/**
 * Resolves when the node responds and has a block.
 * @throws BootError when it exits instead, or does not start within 60 s.
 */
export async function polkadotReady(node: Pick<PolkadotNode, 'rpcUrl' | 'exited'>): Promise<void> {
  let exit: { readonly code: ExitStatus } | undefined
  void node.exited.then((code) => {
    exit = { code }
  })
  const deadline = Date.now() + readyDeadlineMs
  for (;;) {
    const status: unknown = await fetch(`${node.rpcUrl}/health`)
      .then((response) => response.json())
      .catch(() => undefined)
    if (z.safeParse(healthSchema, status).success) return
    if (exit !== undefined) throw new BootError(`The Polkadot node ended with ${exit.code}`)
    if (Date.now() > deadline) throw new BootError('The Polkadot node does not answer')
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}
