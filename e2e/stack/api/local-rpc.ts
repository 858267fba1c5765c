import { type ChainRpcGateway, createChainRpc } from '#server/adapters/rpc/chain-rpc.ts'
import { rpcCallPolicy } from '#server/core/rpc-methods.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { Stack } from '../stack-file.ts'

/** A chain that starts when it is called first needs so long. */
const timeoutMs = 9_000

/** The server's gateway over the local nodes. */
export function localRpc(chains: readonly RunningChain[], stack: Stack): ChainRpcGateway {
  const evm = chains.map(({ plan, rpcUrl }) => ({ chainId: `eip155:${plan.chainId}`, urls: [rpcUrl] }))
  const others = [stack.solana, stack.polkadot, stack.acala]
  return createChainRpc({
    chains: [...evm, ...others.map(({ id, rpcUrl }) => ({ chainId: id, urls: [rpcUrl] }))],
    policyOf: (chainId, call) => {
      const policy = rpcCallPolicy(chainId, call)
      // Tests change balances and prices without a block, which no cache can notice.
      const cache = policy.cache.is === 'latest' ? { is: 'never' as const } : policy.cache
      return { ...policy, cache, timeoutMs }
    },
  })
}
