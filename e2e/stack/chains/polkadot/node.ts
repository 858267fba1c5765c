import { type Blockchain, BuildBlockMode, type GenesisProvider, setup } from '@acala-network/chopsticks-core'
import { createAcalaGenesis } from './acala-genesis.ts'
import { createLocalGenesis } from './genesis.ts'
import { createNodeHandlers } from './handlers.ts'
import { createJsonRpcServer } from './json-rpc.ts'
import type { NodeOptions } from './node-options.ts'
import { serveNode } from './node-server.ts'
import { createUsdt } from './test-token.ts'

type ChainDefinition = {
  readonly genesis: (accounts: readonly string[], identity: NodeOptions['identity']) => GenesisProvider
  /** Adds to the state of the first block. */
  readonly seed?: (chain: Blockchain, accounts: readonly string[]) => Promise<void>
}

const chainDefinitions: Readonly<Record<NodeOptions['chain'], ChainDefinition>> = {
  'asset-hub': { genesis: createLocalGenesis, seed: createUsdt },
  acala: { genesis: createAcalaGenesis },
}

/** Runs the chain in this process: a block for each transaction, real signature verification, no upstream node. */
export async function runNode({ port, accounts, ...options }: NodeOptions): Promise<void> {
  const definition = chainDefinitions[options.chain]
  const chain = await setup({
    genesis: definition.genesis(accounts, options.identity),
    buildBlockMode: BuildBlockMode.Instant,
    mockSignatureHost: false,
  })
  await definition.seed?.(chain, accounts)
  await serveNode(port, createJsonRpcServer(chain, createNodeHandlers(chain)), () => chain.head.number)
}
