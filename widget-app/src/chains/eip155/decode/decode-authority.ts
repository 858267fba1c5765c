import { parseAbi } from 'viem/utils'
import type { AuthorityKind } from '../../fact-kinds.ts'
import type { Fact } from '../../request-facts.ts'
import { type Hex, isSameHex } from '../hex.ts'
import { type ContractKind, hasAuthorityFunction } from '../tokens/contract-kind.ts'
import {
  type Call,
  delegateAuthority,
  isUnlimited,
  nativeTransfer,
  tokenAmount,
  unknownCall,
} from './call-facts.ts'
import { decodeExactly, type ExactCall } from './exact-decode.ts'
import { decodeHarmless } from './harmless-functions.ts'

/** Functions that grant an authority to another account, or use one. None shares a selector with `call-abi.ts`. */
export const authorityAbi = parseAbi([
  // ERC-777, ERC-6909
  'function authorizeOperator(address operator)',
  'function setOperator(address operator, bool isGranted)',
  'function approve(address spender, uint256 id, uint256 amount)',
  // ERC-677, ERC-1363
  'function transferAndCall(address to, uint256 value)',
  'function transferAndCall(address to, uint256 value, bytes data)',
  'function transferFromAndCall(address from, address to, uint256 value)',
  'function transferFromAndCall(address from, address to, uint256 value, bytes data)',
  'function approveAndCall(address spender, uint256 value)',
  'function approveAndCall(address spender, uint256 value, bytes data)',
  // Debt tokens of Aave
  'function approveDelegation(address delegatee, uint256 amount)',
  'function delegationWithSig(address delegator, address delegatee, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  // Safe
  'function enableModule(address module)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function swapOwner(address previous, address oldOwner, address newOwner)',
  'function setFallbackHandler(address handler)',
  'function setGuard(address guard)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  // ERC-5805
  'function delegate(address delegatee)',
  'function delegateBySig(address delegatee, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
  // Permit2 and DAI
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 deadline) permit, bytes signature)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 deadline) permit, bytes signature)',
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 amount) transfer, address owner, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool isAllowed, uint8 v, bytes32 r, bytes32 s)',
  // Permit2: revoke an earlier approval or signature
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPosition, uint256 mask)',
  // EIP-3009
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  // Owners of contracts, proxies and names
  'function transferOwnership(address owner)',
  'function upgradeTo(address implementation)',
  'function upgradeToAndCall(address implementation, bytes data)',
  'function changeAdmin(address admin)',
  'function setOwner(bytes32 node, address owner)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
])

type DecodedCall = ExactCall<typeof authorityAbi>['decoded']

/** An authority over what the account has at `contract`. */
const createGrant =
  (contract: Hex, name: string) =>
  (kind: AuthorityKind, to: string): Fact => ({ is: 'authority', name, right: kind, to, contract })

const otherSender = (from: Hex, account: string): string | undefined =>
  isSameHex(from, account) ? undefined : from

const transferFact = (contract: Hex, from: Hex, to: Hex, value: bigint, account: string): Fact => ({
  is: 'transfer',
  from: otherSender(from, account),
  to,
  figure: tokenAmount(contract, value),
})

const approvalFact = (contract: Hex, spender: Hex, value: bigint): Fact => ({
  is: 'approval',
  spender,
  figure: tokenAmount(contract, value),
  isUnlimited: isUnlimited(value),
})

/**
 * A call that grants nothing to another account: the account grants it to itself, or the call submits another account's
 * signature.
 */
const harmlessCall = (name: string, values: Readonly<Record<string, string | bigint | number>>): Fact => ({
  is: 'known-call',
  name,
  lines: Object.entries(values).map(([label, value]) => ({ label, value: String(value) })),
})

type Details = { readonly token: Hex; readonly amount: bigint }

const permit2Facts = (details: readonly Details[], spender: Hex, deadline: bigint): readonly Fact[] =>
  details.map((one) => ({
    is: 'permit',
    standard: 'Permit2',
    spender,
    figure: tokenAmount(one.token, one.amount),
    isUnlimited: isUnlimited(one.amount),
    deadline,
  }))

function permitFacts(
  decoded: Extract<DecodedCall, { functionName: 'permit' }>,
  contract: Hex,
): readonly Fact[] {
  if (decoded.args.length === 8) {
    const [, spender, , deadline, isAllowed] = decoded.args
    const figure = tokenAmount(contract, isAllowed ? 2n ** 256n - 1n : 0n)
    return [{ is: 'permit', standard: 'DAI', spender, figure, isUnlimited: isAllowed, deadline }]
  }
  const [, { details, spender, deadline }] = decoded.args
  return permit2Facts('token' in details ? [details] : details, spender, deadline)
}

/** The account that calls, and the one that signs the request: an inner call can submit a signature of either. */
type Parties = { readonly account: string; readonly signer: string }

function factsOf(
  decoded: DecodedCall,
  contract: Hex,
  { account, signer }: Parties,
  kind: ContractKind | undefined,
): readonly Fact[] {
  const { functionName: name } = decoded
  const isOwn = (owner: Hex): boolean => isSameHex(owner, account) || isSameHex(owner, signer)
  const grant = createGrant(contract, name)
  /** A grant to the account itself, such as the delegation of its votes, is not an authority of another account. */
  const grantToOther = (kind: AuthorityKind, to: Hex): Fact =>
    isSameHex(to, account) ? harmlessCall(name, { to }) : grant(kind, to)
  switch (decoded.functionName) {
    case 'authorizeOperator':
      return [grantToOther('operator', decoded.args[0])]
    case 'setOperator': {
      const [operator, isGranted] = decoded.args
      if (isGranted) return [grantToOther('operator', operator)]
      return [{ is: 'known-call', name, lines: [{ label: 'operator', value: operator }] }]
    }
    case 'approve':
      return [grantToOther('operator', decoded.args[0])]
    case 'transferAndCall': {
      const [to, value] = decoded.args
      const fact = { is: 'transfer', from: undefined, to, figure: tokenAmount(contract, value) } as const
      return [fact, grantToOther('callback', to)]
    }
    case 'transferFromAndCall': {
      const [from, to, value] = decoded.args
      return [transferFact(contract, from, to, value, account), grantToOther('callback', to)]
    }
    case 'approveAndCall': {
      const [spender, value] = decoded.args
      return [approvalFact(contract, spender, value), grantToOther('callback', spender)]
    }
    case 'approveDelegation':
      return [grantToOther('debt', decoded.args[0])]
    case 'delegationWithSig': {
      const [delegator, to] = decoded.args
      return [isOwn(delegator) ? grantToOther('debt', to) : harmlessCall(name, { delegator, to })]
    }
    case 'swapOwner':
      return [grantToOther('account', decoded.args[2])]
    case 'execTransaction': {
      const [to, value, data] = decoded.args
      return [
        grant('account', to),
        { is: 'batch', by: contract, facts: [unknownCall({ to, value, data }, true)] },
      ]
    }
    case 'enableModule':
    case 'addOwnerWithThreshold':
    case 'setFallbackHandler':
    case 'setGuard':
      return [grantToOther('account', decoded.args[0])]
    case 'delegate':
    case 'delegateBySig':
      return [grantToOther(delegateAuthority(kind === 'token'), decoded.args[0])]
    case 'permit': {
      const [owner] = decoded.args
      return isOwn(owner) ? permitFacts(decoded, contract) : [harmlessCall(name, { owner })]
    }
    case 'lockdown':
      return decoded.args[0].map(({ token: asset, spender }) => approvalFact(asset, spender, 0n))
    case 'invalidateNonces': {
      const [asset, spender, nonce] = decoded.args
      return [harmlessCall(name, { token: asset, spender, nonce })]
    }
    case 'invalidateUnorderedNonces': {
      const [position, mask] = decoded.args
      return [harmlessCall(name, { position, mask })]
    }
    case 'permitTransferFrom': {
      const [{ permitted }, { to, amount }, owner] = decoded.args
      return [transferFact(permitted.token, owner, to, amount, account)]
    }
    case 'transferFrom': {
      const [from, to, amount, asset] = decoded.args
      return [transferFact(asset, from, to, amount, account)]
    }
    case 'transferWithAuthorization':
    case 'receiveWithAuthorization': {
      const [from, to, value] = decoded.args
      return [transferFact(contract, from, to, value, account)]
    }
    case 'upgradeTo':
    case 'upgradeToAndCall':
      return [grant('owner', decoded.args[0])]
    case 'transferOwnership':
    case 'changeAdmin':
      return [grantToOther('owner', decoded.args[0])]
    case 'setOwner':
      return [grantToOther('owner', decoded.args[1])]
    case 'setSubnodeOwner':
      return [grantToOther('owner', decoded.args[2])]
  }
}

/**
 * Authorities that a call grants, or a known call that grants none (`harmless-functions.ts`), with the call's native value;
 * `undefined` for other calls, and for a function that contracts of that kind do not have.
 */
export function decodeAuthority(
  { to, value, data }: Call,
  parties: Parties,
  kind: ContractKind | undefined,
): readonly Fact[] | undefined {
  if (to === undefined) return undefined
  const exact = decodeExactly(authorityAbi, data)
  const decodedFacts =
    exact && hasAuthorityFunction(kind, exact.decoded) && factsOf(exact.decoded, to, parties, kind)
  const facts = decodedFacts
    ? [...decodedFacts, ...exact.trailing]
    : decodeHarmless({ to, value, data }, kind)
  if (facts === undefined) return undefined
  return value === 0n ? facts : [...facts, nativeTransfer(to, value)]
}
