import { freePort } from '../../ports.ts'
import { type LazyProcess, lazyProcess } from '../lazy-process.ts'
import { type PolkadotNode, polkadotReady, startPolkadot } from './start-polkadot.ts'

export type AcalaNode = LazyProcess & Pick<PolkadotNode, 'rpcUrl' | 'wsUrl'>

/**
 * Acala on a port of loopback, with coins for the given accounts (SS58). The node takes seconds and a third of a
 * gigabyte that few ever need: it starts with the first connection, which waits for it.
 */
export async function startAcala({ port, accounts = [] }: StartOptions): Promise<AcalaNode> {
  const lazy = await lazyProcess(port, async () => {
    const own = await freePort()
    const node = startPolkadot({ chain: 'acala', port: own, accounts })
    return { ...node, port: own, ready: polkadotReady(node) }
  })
  return { ...lazy, rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}` }
}

type StartOptions = { readonly port: number; readonly accounts?: readonly string[] }
