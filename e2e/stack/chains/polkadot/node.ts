import { type Blockchain, BuildBlockMode, type GenesisProvider, setup } from '@acala-network/chopsticks-core'
import { acalaGenesis } from './acala-genesis.ts'
import { localGenesis } from './genesis.ts'
import { nodeHandlers } from './handlers.ts'
import { jsonRpcServer } from './json-rpc.ts'
import type { NodeOptions } from './node-options.ts'
import { serveNode } from './node-server.ts'
import { createDollar } from './test-token.ts'

type Plan = {
  readonly genesis: (accounts: readonly string[], identity: NodeOptions['identity']) => GenesisProvider
  /** Adds to the state of the first block. */
  readonly seed?: (chain: Blockchain, accounts: readonly string[]) => Promise<void>
}

const plans: Readonly<Record<NodeOptions['chain'], Plan>> = {
  'asset-hub': { genesis: localGenesis, seed: createDollar },
  acala: { genesis: acalaGenesis },
}

/** Runs the chain in this process: a block for each transaction, real signature verification, no upstream node. */
export async function runNode({ port, accounts, ...options }: NodeOptions): Promise<void> {
  const plan = plans[options.chain]
  const chain = await setup({
    genesis: plan.genesis(accounts, options.identity),
    buildBlockMode: BuildBlockMode.Instant,
    mockSignatureHost: false,
  })
  await plan.seed?.(chain, accounts)
  await serveNode(port, jsonRpcServer(chain, nodeHandlers(chain)), () => chain.head.number)
}
