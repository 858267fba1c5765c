import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { isWellKnown } from './well-known-contracts.ts'

/**
 * What the widget itself knows of a contract, whatever a node or the contract reports: `token` is an ERC-20 of the bundled
 * list, `wrapped` the chain's wrapped coin among them, `service` one of `well-known-contracts.ts`.
 */
export type ContractKind = 'token' | 'wrapped' | 'service'

/** The kind of a contract; undefined: the widget does not know it, and it may do anything. */
export type ContractKinds = (contract: string) => ContractKind | undefined

/** Wrapped coins: `deposit` and `withdraw` exchange one for one. `contract-kind.test.ts` compares them with both lists. */
export const wrappedCoins: ReadonlyMap<ChainId, string> = new Map(
  Object.entries({
    'eip155:1': '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    'eip155:10': '0x4200000000000000000000000000000000000006',
    'eip155:56': '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
    'eip155:100': '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
    'eip155:137': '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
    'eip155:196': '0xe538905cf8410324e03a5a23c1c177a474d59b2b',
    'eip155:324': '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
    'eip155:1868': '0x4200000000000000000000000000000000000006',
    'eip155:4326': '0x4200000000000000000000000000000000000006',
    'eip155:5000': '0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8',
    'eip155:8453': '0x4200000000000000000000000000000000000006',
    'eip155:9745': '0x6100e367285b01f48d07953803a2d8dca5d19873',
    'eip155:42161': '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
    'eip155:43114': '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
    'eip155:57073': '0x4200000000000000000000000000000000000006',
    'eip155:59144': '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
    'eip155:534352': '0x5300000000000000000000000000000000000004',
  }).map(([chain, contract]) => [parseChainId(chain), contract]),
)

/** The kinds of a chain's contracts; `isListed` says what tokens the bundled list has. */
export const contractKinds =
  (chain: ChainId, isListed: (contract: string) => boolean): ContractKinds =>
  (contract) => {
    if (wrappedCoins.get(chain) === contract.toLowerCase()) return 'wrapped'
    if (isListed(contract)) return 'token'
    return isWellKnown(chain, contract) ? 'service' : undefined
  }
