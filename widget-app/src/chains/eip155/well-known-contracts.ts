import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { permit2, permit2OfZksync } from './call-facts.ts'

/** Contracts that are no tokens, by what their functions mean. */
export type ServiceKind =
  | 'permit2'
  | 'multicall'
  | 'entry-point'
  | 'router-v2'
  | 'router-v3'
  | 'router-v3-2'
  | 'universal-router'

const kindsOf = (kinds: Readonly<Record<string, ServiceKind>>): ReadonlyMap<string, ServiceKind> =>
  new Map(Object.entries(kinds).map(([address, kind]) => [address.toLowerCase(), kind]))

/**
 * Contracts that have one code at their address on every chain, because the address follows from the code. Sources: viem
 * (`account-abstraction/constants/address`, `chains/definitions`), docs.uniswap.org.
 */
const onEveryChain = kindsOf({
  [permit2]: 'permit2',
  [permit2OfZksync]: 'permit2',
  // Multicall3
  '0xcA11bde05977b3631167028862bE2a173976CA11': 'multicall',
  // Entry points of ERC-4337: 0.6, 0.7, 0.8, 0.9
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789': 'entry-point',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032': 'entry-point',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108': 'entry-point',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009': 'entry-point',
})

const ethereum = parseChainId('eip155:1')

/** Routers of Uniswap on Ethereum (docs.uniswap.org). On other chains they have other addresses. */
const onEthereum = kindsOf({
  '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D': 'router-v2',
  '0xE592427A0AEce92De3Edee1F18E0157C05861564': 'router-v3',
  // SwapRouter02
  '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45': 'router-v3-2',
  '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD': 'universal-router',
  '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af': 'universal-router',
})

/** What a contract is, where it is one of a few that behave as their functions are named. */
export const serviceKind = (chain: ChainId, contract: string): ServiceKind | undefined => {
  const address = contract.toLowerCase()
  return onEveryChain.get(address) ?? (chain === ethereum ? onEthereum.get(address) : undefined)
}

/** Whether a contract is an entry point of ERC-4337, which makes the operations that it is called with. */
export const isEntryPoint = (contract: string): boolean =>
  onEveryChain.get(contract.toLowerCase()) === 'entry-point'
