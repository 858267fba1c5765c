import { permit2 } from './call-facts.ts'

/** Contracts with one address on every chain they are on, or that only their makers can have put there. */
const wellKnown: ReadonlySet<string> = new Set(
  [
    permit2,
    // Multicall3
    '0xcA11bde05977b3631167028862bE2a173976CA11',
    // Entry points of ERC-4337: 0.6, 0.7, 0.8
    '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
    '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    // Routers of Uniswap: V2, both of V3, the universal ones
    '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD',
    '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af',
  ].map((address) => address.toLowerCase()),
)

/** Whether a contract is one of a few that behave as their functions are named. */
export const isWellKnown = (contract: string): boolean => wellKnown.has(contract.toLowerCase())
