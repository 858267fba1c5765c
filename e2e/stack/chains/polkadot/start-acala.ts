import { freePort } from '../../ports.ts'
import { type LazyProcess, lazyProcess } from '../lazy-process.ts'
import { type PolkadotNode, polkadotReady, startPolkadot } from './start-polkadot.ts'

export type AcalaNode = LazyProcess & Pick<PolkadotNode, 'rpcUrl' | 'wsUrl'>

/**
 * Serves Acala on a loopback port, with `accounts` (SS58) funded. The node takes seconds and a third of a gigabyte, and few
 * runs need it: it starts at the first connection, which waits for it.
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
