import { freePort } from '../../ports.ts'
import { type LazyProcess, startLazyProcess } from '../lazy-process.ts'
import { type PolkadotNode, polkadotReady, startPolkadot } from './start-polkadot.ts'

export type AcalaNode = LazyProcess & Pick<PolkadotNode, 'rpcUrl' | 'wsUrl'>

/**
 * Serves Acala on a loopback port, with `accounts` (SS58) funded. The node takes seconds and a third of a gigabyte, and few
 * runs need it: it starts at the first connection, which waits for it.
 */
export async function startAcala({ port, accounts = [] }: StartOptions): Promise<AcalaNode> {
  const lazy = await startLazyProcess(port, async () => {
    const nodePort = await freePort()
    const node = startPolkadot({ chain: 'acala', port: nodePort, accounts })
    return { ...node, port: nodePort, ready: polkadotReady(node) }
  })
  return { ...lazy, rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}` }
}

type StartOptions = { readonly port: number; readonly accounts?: readonly string[] }
