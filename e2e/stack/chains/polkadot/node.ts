import { BuildBlockMode, setup } from '@acala-network/chopsticks-core'
import { createDollar } from './dollar.ts'
import { localGenesis } from './genesis.ts'
import { nodeHandlers } from './handlers.ts'
import { jsonRpcServer } from './json-rpc.ts'
import type { NodeOptions } from './node-options.ts'
import { serveNode } from './node-server.ts'

/** Runs the chain in this process: a block for each transaction, real signature checks, no upstream. */
export async function runNode({ port, accounts }: NodeOptions): Promise<void> {
  const chain = await setup({
    genesis: localGenesis(accounts),
    buildBlockMode: BuildBlockMode.Instant,
    mockSignatureHost: false,
  })
  await createDollar(chain, accounts)
  await serveNode(port, jsonRpcServer(chain, nodeHandlers(chain)), () => chain.head.number)
}
