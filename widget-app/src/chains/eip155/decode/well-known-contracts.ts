import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { permit2, permit2OfZksync } from './call-facts.ts'

/** Contracts other than tokens, by the meaning of their functions. */
export type ServiceKind =
  | 'permit2'
  | 'multicall'
  | 'entry-point'
  | 'router-v2'
  | 'router-v3'
  | 'router-v3-2'
  | 'universal-router'
  | 'universal-router-4'

const kindsOf = (kinds: Readonly<Record<string, ServiceKind>>): ReadonlyMap<string, ServiceKind> =>
  new Map(Object.entries(kinds).map(([address, kind]) => [address.toLowerCase(), kind]))

/**
 * Contracts with the same code at their address on every chain, because the address is derived from the code. Sources: viem
 * (`account-abstraction/constants/address`, `chains/definitions`), docs.uniswap.org.
 */
const sameOnEveryChain = kindsOf({
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

/** Uniswap routers with the same address on several chains. */
const routerV2 = '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'
const routerV3 = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const swapRouter02 = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const universalRouter = '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'
const universalRouter2 = '0x4Dae2f939ACf50408e13d58534Ff8c2776d45265'

/**
 * Uniswap routers by chain: V2, V3 (the second is SwapRouter02), and the Universal Routers before and since V4.
 * Sources: docs.uniswap.org (deployments), `sdk-core/src/addresses.ts` and `universal-router-sdk/src/utils/constants.ts` of
 * github.com/Uniswap/sdks, `deploy-addresses` of github.com/Uniswap/universal-router.
 */
const routers: ReadonlyMap<ChainId, ReadonlyMap<string, ServiceKind>> = new Map(
  Object.entries({
    'eip155:1': {
      '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D': 'router-v2',
      [routerV3]: 'router-v3',
      [swapRouter02]: 'router-v3-2',
      [universalRouter]: 'universal-router',
      '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af': 'universal-router-4',
    },
    'eip155:10': {
      '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2': 'router-v2',
      [routerV3]: 'router-v3',
      [swapRouter02]: 'router-v3-2',
      '0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8': 'universal-router',
      '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507': 'universal-router-4',
    },
    'eip155:56': {
      [routerV2]: 'router-v2',
      '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2': 'router-v3-2',
      [universalRouter2]: 'universal-router',
      '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07': 'universal-router-4',
    },
    'eip155:137': {
      '0xedf6066a2b290C185783862C7F4776A2C8077AD1': 'router-v2',
      [routerV3]: 'router-v3',
      [swapRouter02]: 'router-v3-2',
      '0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2': 'universal-router',
      '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223': 'universal-router-4',
    },
    'eip155:8453': {
      [routerV2]: 'router-v2',
      '0x2626664c2603336E57B271c5C0b26F421741e481': 'router-v3-2',
      [universalRouter]: 'universal-router',
      '0x6fF5693b99212Da76ad316178A184AB56D299b43': 'universal-router-4',
    },
    'eip155:42161': {
      [routerV2]: 'router-v2',
      [routerV3]: 'router-v3',
      [swapRouter02]: 'router-v3-2',
      '0x5E325eDA8064b456f4781070C0738d849c824258': 'universal-router',
      '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3': 'universal-router-4',
    },
    'eip155:43114': {
      [routerV2]: 'router-v2',
      '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE': 'router-v3-2',
      [universalRouter2]: 'universal-router',
      '0x94b75331AE8d42C1b61065089B7d48FE14aA73b7': 'universal-router-4',
    },
  } satisfies Record<string, Record<string, ServiceKind>>).map(([chain, kinds]) => [
    parseChainId(chain),
    kindsOf(kinds),
  ]),
)

/** The kind of a contract whose functions are known to do what they are named for. */
export const serviceKind = (chain: ChainId, contract: string): ServiceKind | undefined => {
  const address = contract.toLowerCase()
  return sameOnEveryChain.get(address) ?? routers.get(chain)?.get(address)
}

/** Whether a contract is an ERC-4337 entry point, which executes the operations in its calldata. */
export const isEntryPoint = (contract: string): boolean =>
  sameOnEveryChain.get(contract.toLowerCase()) === 'entry-point'
