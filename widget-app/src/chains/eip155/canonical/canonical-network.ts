import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import type { Fact } from '../../request-facts.ts'
import { walletChain } from '../chain-number.ts'
import { invalid } from './canonical-values.ts'

type NetworkFact = Extract<Fact, { is: 'network' }>

/** A network that a dApp requests the wallet to add (EIP-3085), as the wallet gets it. */
export type CanonicalNetwork = Omit<NetworkFact, 'is'> & { readonly currencyName: string }

const httpUrl = z.string().check(z.maxLength(2_048), z.regex(/^https?:\/\//))
const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength))
const schema = z.object({
  chainId: z.string().check(z.regex(/^0x0*[1-9a-f][0-9a-f]{0,15}$/i)),
  chainName: text(64),
  nativeCurrency: z.object({
    name: z.string().check(z.maxLength(64)),
    symbol: text(16),
    decimals: z.int().check(z.gte(0), z.lte(36)),
  }),
  rpcUrls: z.array(httpUrl).check(z.minLength(1), z.maxLength(8)),
  blockExplorerUrls: z.nullish(z.array(httpUrl).check(z.maxLength(8))),
})

/** Parses the parameter of `wallet_addEthereumChain`; icons are dropped. @throws ProviderRpcError −32602. */
export function parseNetwork(value: unknown): CanonicalNetwork {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(['network', ...(parsed.error.issues[0]?.path ?? [])].join('.'))
  const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = parsed.data
  return {
    chain: parseChainId(`eip155:${BigInt(chainId)}`),
    name: chainName,
    currencyName: nativeCurrency.name,
    symbol: nativeCurrency.symbol,
    decimals: nativeCurrency.decimals,
    nodes: rpcUrls,
    explorers: blockExplorerUrls ?? [],
    isOwn: false,
  }
}

/**
 * The network as the widget knows it: a dApp cannot rename a known chain, its currency or its explorer. `isOwn` if the nodes
 * are the widget's too.
 */
export function withConfiguredNetwork(
  requested: CanonicalNetwork,
  configured: Network | undefined,
): CanonicalNetwork {
  if (configured === undefined) return requested
  const { name, nativeCurrency, explorer, rpcUrls = [] } = configured
  return {
    chain: requested.chain,
    name,
    currencyName: nativeCurrency.name,
    symbol: nativeCurrency.symbol,
    decimals: nativeCurrency.decimals,
    nodes: rpcUrls.length > 0 ? rpcUrls : requested.nodes,
    explorers: explorer ? [explorer.url] : requested.explorers,
    isOwn: rpcUrls.length > 0,
  }
}

/** The request to the wallet (EIP-3085). */
export const addNetworkRequest = (network: CanonicalNetwork): RpcRequest => ({
  method: 'wallet_addEthereumChain',
  params: [
    {
      chainId: walletChain(network.chain),
      chainName: network.name,
      nativeCurrency: {
        name: network.currencyName,
        symbol: network.symbol,
        decimals: network.decimals,
      },
      rpcUrls: network.nodes,
      ...(network.explorers.length === 0 ? {} : { blockExplorerUrls: network.explorers }),
    },
  ],
})

/** The fact that the review shows. */
export const networkFact = ({ currencyName: _, ...network }: CanonicalNetwork): Fact => ({
  is: 'network',
  ...network,
})
