import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { type ServiceKind, serviceKind } from '../decode/well-known-contracts.ts'

/**
 * What the widget itself knows of a contract, independent of nodes and of the contract: `token` is an ERC-20 of the bundled
 * list, `wrapped` the chain's wrapped native currency among them, `account` the one that makes the call, and the others
 * those of `well-known-contracts.ts`. `own` is for a call that the widget's API built.
 */
export type ContractKind = 'token' | 'wrapped' | 'account' | 'own' | ServiceKind

/** The kind of a contract; undefined for an unknown one, which may do anything. */
export type ContractKinds = (contract: string) => ContractKind | undefined

/** Whether routers accept native currency instead of a token. */
export const isWrappedNative = (kind: ContractKind | undefined): boolean =>
  kind === 'wrapped' || kind === 'own'

/** A known function, as far as kinds distinguish it: overloads differ in their number of arguments. */
type NamedFunction = { readonly functionName: string; readonly args: readonly unknown[] }

const tokenFunctions = new Set([
  'transfer',
  'transferFrom',
  'approve',
  'increaseAllowance',
  'increaseApproval',
  'decreaseAllowance',
  'permit',
])

/**
 * Whether contracts of a kind have a function that does what it is named for. WETH9 handles every unknown call as a deposit,
 * so a name alone proves nothing, even for a known contract. An unknown contract may have any function, except that
 * `deposit` and `withdraw` are not trusted to exchange one for one: bridged tokens have a `withdraw` that burns.
 */
export function hasFunction(
  kind: ContractKind | undefined,
  { functionName: name, args }: NamedFunction,
): boolean {
  const isPermit2Approve = name === 'approve' && args.length === 4
  switch (kind) {
    case 'own':
      return true
    case undefined:
      return name !== 'deposit' && name !== 'withdraw'
    case 'token':
      return tokenFunctions.has(name) && !isPermit2Approve
    case 'wrapped':
      return name === 'deposit' || name === 'withdraw' || (tokenFunctions.has(name) && !isPermit2Approve)
    case 'permit2':
      return isPermit2Approve
    case 'multicall':
      return /^(aggregate|tryAggregate)/.test(name)
    case 'entry-point':
      return name === 'handleOps'
    case 'account':
      return name === 'execute' || name === 'executeBatch'
    case 'router-v3':
      return (
        name === 'refundETH' ||
        (name === 'multicall' && args.length === 1) ||
        (name === 'unwrapWETH9' && args.length === 2) ||
        (name === 'sweepToken' && args.length === 3)
      )
    case 'router-v3-2':
      return /^(multicall|unwrapWETH9|sweepToken|refundETH)$/.test(name)
    default:
      return false
  }
}

/** Functions that only Permit2 has, by which the account revokes what it granted. */
const revokingFunctions = new Set(['lockdown', 'invalidateNonces', 'invalidateUnorderedNonces'])

/** Functions of Permit2 among those that grant authorities: overloads, distinguished by their number of arguments. */
const isPermit2Function = ({ functionName: name, args }: NamedFunction): boolean =>
  name === 'permitTransferFrom' ||
  (name === 'permit' && args.length === 3) ||
  (name === 'transferFrom' && args.length === 4) ||
  revokingFunctions.has(name)

/**
 * Whether contracts of a kind may have a function that grants an authority, or uses one. For wrapped tokens, routers and the
 * like it is an unknown call, which is a severe risk too, and names no amount that would explain another loss.
 */
export function hasAuthorityFunction(kind: ContractKind | undefined, named: NamedFunction): boolean {
  if (kind === undefined) return !revokingFunctions.has(named.functionName)
  if (kind === 'own') return true
  if (kind === 'permit2') return isPermit2Function(named)
  return (kind === 'token' || kind === 'account') && !isPermit2Function(named)
}

/**
 * Wrapped native currencies: `deposit` and `withdraw` exchange one for one. `contract-kind.test.ts` compares them with both
 * lists.
 */
export const wrappedNativeTokens: ReadonlyMap<ChainId, string> = new Map(
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

/** The kinds of a chain's contracts; `isListed` returns whether the bundled list has a token. */
export const contractKinds =
  (chain: ChainId, isListed: (contract: string) => boolean): ContractKinds =>
  (contract) => {
    if (wrappedNativeTokens.get(chain) === contract.toLowerCase()) return 'wrapped'
    return serviceKind(chain, contract) ?? (isListed(contract) ? 'token' : undefined)
  }
