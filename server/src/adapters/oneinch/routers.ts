import type { Address } from 'viem'

/** AggregationRouterV6, at the same address on all chains but one. */
const router = '0x111111125421cA6dc452d289314280a0f8842A65'

/**
 * The contract that 1inch swaps through, by chain (https://github.com/1inch/limit-order-protocol, "Deployments"). A
 * transaction to any other address is rejected.
 */
export const oneInchRouters = {
  'eip155:1': router,
  'eip155:10': router,
  'eip155:56': router,
  'eip155:100': router,
  'eip155:130': router,
  'eip155:137': router,
  'eip155:146': router,
  'eip155:324': '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF',
  'eip155:8453': router,
  'eip155:42161': router,
  'eip155:43114': router,
  'eip155:59144': router,
} as const satisfies { readonly [chainId: string]: Address }

export type OneInchChainId = keyof typeof oneInchRouters

/** CAIP-2 ids of the networks with a known router. */
export const oneInchChainIds: OneInchChainId[] = keysOf(oneInchRouters)

function keysOf<Key extends string>(of: Readonly<Record<Key, unknown>>): Key[]
function keysOf(of: object): string[] {
  return Object.keys(of)
}
