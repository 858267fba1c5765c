import { type ChainRpcGateway, createChainRpc } from '#server/adapters/rpc/chain-rpc.ts'
import { rpcCallPolicy } from '#server/core/rpc-methods.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import type { Stack } from '../stack-file.ts'

/** Covers the start of a node that starts at its first call. */
const timeoutMs = 9_000

/** Creates the server's gateway over the local nodes. */
export function createLocalRpc(chains: readonly RunningChain[], stack: Stack): ChainRpcGateway {
  const evm = chains.map(({ plan, rpcUrl }) => ({ chainId: `eip155:${plan.chainId}`, urls: [rpcUrl] }))
  const others = [stack.solana, stack.polkadot, stack.acala]
  return createChainRpc({
    chains: [...evm, ...others.map(({ id, rpcUrl }) => ({ chainId: id, urls: [rpcUrl] }))],
    policyOf: (chainId, call) => {
      const policy = rpcCallPolicy(chainId, call)
      // Tests change balances and prices without a new block, so a cached response would be stale.
      const cache = policy.cache.is === 'latest' ? { is: 'never' as const } : policy.cache
      return { ...policy, cache, timeoutMs }
    },
  })
}
