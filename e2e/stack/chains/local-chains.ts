import { type Address, defineChain, type Chain as ViemChain } from 'viem'
import type { PortName } from '../ports.ts'

/** Canonical address of Multicall3 on almost every EVM chain. */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Contract to which test wallets delegate an account (EIP-7702) to execute a bundle. */
export const bundleAccountAddress: Address = '0x0000000000000000000000000000000000007821'

/** Contract to which such an account delegates once it has granted a smart session (ERC-7715). */
export const sessionAccountAddress: Address = '0x0000000000000000000000000000000000007715'

/** Configuration of an EVM chain of the local world. */
export type ChainPlan = {
  readonly chainId: number
  readonly name: string
  readonly port: PortName
  /** Rules of the node: `optimism` adds the features of OP-stack chains. */
  readonly network: 'ethereum' | 'optimism'
  /** False for the chain that no host page lists in its networks. */
  readonly configured: boolean
}

/** The three chains: with the id of mainnet, with the id of Base, and one that no host configures. */
export const chainPlans: readonly ChainPlan[] = [
  { chainId: 1, name: 'Ethereum', port: 'chain1', network: 'ethereum', configured: true },
  { chainId: 8453, name: 'Base', port: 'chain8453', network: 'optimism', configured: true },
  { chainId: 31337, name: 'Local chain', port: 'chainLocal', network: 'ethereum', configured: false },
]

/** Returns the viem chain of a running node. */
export function toViemChain(plan: ChainPlan, rpcUrl: string): ViemChain {
  return defineChain({
    id: plan.chainId,
    name: plan.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: multicall3Address } },
  })
}
