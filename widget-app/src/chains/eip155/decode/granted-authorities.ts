import type { AuthorityKind } from '../../fact-kinds.ts'
import type { Fact } from '../../request-facts.ts'
import { type Hex, isSameHex } from '../hex.ts'
import { isWordOf, type SimulationLog, wordAddress, wordAt, wordText } from '../simulate/simulation-logs.ts'
import { delegateAuthority, isUnlimited, tokenAmount } from './call-facts.ts'

type Grant = Extract<Fact, { is: 'approval' | 'approval-for-all' | 'authority' }>

const approval = (contract: Hex, spender: Hex, value: bigint): Grant => ({
  is: 'approval',
  spender,
  figure: tokenAmount(contract, value),
  isUnlimited: isUnlimited(value),
})

const authorityGrant = (name: string, kind: AuthorityKind, to: Hex, contract: Hex): Grant => ({
  is: 'authority',
  name,
  right: kind,
  to,
  contract,
})

type GrantDecoder = (
  log: SimulationLog,
  account: string,
  isListed: (contract: string) => boolean,
) => Grant | undefined

/** An authority over what an account has at one contract, if the flag in the data grants it. */
const flaggedGrant =
  (name: string, kind: AuthorityKind, holderAt: number, receiverAt: number, flagAt: number): GrantDecoder =>
  ({ address, topics, data }, account) =>
    isWordOf(topics[holderAt], account) && wordAt(data, flagAt) > 0n
      ? authorityGrant(name, kind, wordAddress(topics[receiverAt]), address)
      : undefined

/** An authority that the account itself reports, as a contract: Safe and ERC-7579 accounts. */
const accountGrant =
  (name: string, receiver: (log: SimulationLog) => Hex): GrantDecoder =>
  (log, account) =>
    isSameHex(log.address, account) ? authorityGrant(name, 'account', receiver(log), log.address) : undefined

/** Safe indexes its arguments from version 1.5 on. */
const firstAddress = ({ topics: [, first], data }: SimulationLog): Hex =>
  wordAddress(first ?? wordText(data, 0))

/**
 * Events by which a contract reports that an account grants an authority, by topic. `granted-authorities.test.ts` has the
 * signature of each.
 */
const grantDecoders: Readonly<Record<string, GrantDecoder>> = {
  // Approval(address owner, address spender, uint256): of ERC-721 the third argument is an id, and indexed
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925': (
    { address, topics, data },
    account,
  ) => {
    const [, owner, spender, id] = topics
    if (!isWordOf(owner, account)) return undefined
    if (id === undefined) return approval(address, wordAddress(spender), wordAt(data, 0))
    const isGranted = BigInt(spender ?? '0x0') > 0n
    const nftApproval = approval(address, wordAddress(spender), isGranted ? 1n : 0n)
    return { ...nftApproval, isUnlimited: false, collectible: BigInt(id) }
  },
  // ApprovalForAll(address owner, address operator, bool)
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31': (
    { address, topics, data },
    account,
  ) =>
    isWordOf(topics[1], account)
      ? {
          is: 'approval-for-all',
          operator: wordAddress(topics[2]),
          collection: address,
          isGranted: wordAt(data, 0) > 0n,
        }
      : undefined,
  // Permit2: Approval(address owner, address token, address spender, uint160, uint48)
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b': ({ topics, data }, account) =>
    isWordOf(topics[1], account)
      ? approval(wordAddress(topics[2]), wordAddress(topics[3]), wordAt(data, 0))
      : undefined,
  // Permit2: Permit(address owner, address token, address spender, uint160, uint48, uint48)
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec': ({ topics, data }, account) =>
    isWordOf(topics[1], account)
      ? approval(wordAddress(topics[2]), wordAddress(topics[3]), wordAt(data, 0))
      : undefined,
  // ERC-777: AuthorizedOperator(address operator, address holder)
  '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9': ({ address, topics }, account) =>
    isWordOf(topics[2], account)
      ? authorityGrant('AuthorizedOperator', 'operator', wordAddress(topics[1]), address)
      : undefined,
  // ERC-6909: OperatorSet(address owner, address operator, bool)
  '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267': flaggedGrant(
    'OperatorSet',
    'operator',
    1,
    2,
    0,
  ),
  // ERC-6909: Approval(address owner, address spender, uint256 id, uint256)
  '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7': flaggedGrant(
    'Approval',
    'operator',
    1,
    2,
    0,
  ),
  // Aave: BorrowAllowanceDelegated(address from, address to, address asset, uint256)
  '0xda919360433220e13b51e8c211e490d148e61a3bd53de8c097194e458b97f3e1': flaggedGrant(
    'BorrowAllowanceDelegated',
    'debt',
    1,
    2,
    0,
  ),
  // Morpho: SetAuthorization(address caller, address authorizer, address authorized, bool)
  '0xd5e969f01efe921d3f766bdebad25f0a05e3f237311f56482bf132d0326309c0': flaggedGrant(
    'SetAuthorization',
    'account',
    2,
    3,
    0,
  ),
  // ERC-5805: DelegateChanged(address delegator, address from, address to)
  '0x3134e8a2e6d97e929a7e54011ea5485d7d196dd5f0ba4d4ef95803e8e3fc257f': (
    { address, topics },
    account,
    isListed,
  ) =>
    isWordOf(topics[1], account) && !isWordOf(topics[3], account)
      ? authorityGrant(
          'DelegateChanged',
          delegateAuthority(isListed(address)),
          wordAddress(topics[3]),
          address,
        )
      : undefined,
  // delegate.xyz: DelegateAll(address from, address to, bytes32, bool)
  '0xda3ef6410e30373a9137f83f9781a8129962b6882532b7c229de2e39de423227': flaggedGrant(
    'DelegateAll',
    'account',
    1,
    2,
    1,
  ),
  // delegate.xyz: DelegateContract(address from, address to, address, bytes32, bool)
  '0x021be15e24de4afc43cfb5d0ba95ca38e0783571e05c12bbe6aece8842ae82df': flaggedGrant(
    'DelegateContract',
    'account',
    1,
    2,
    1,
  ),
  // delegate.xyz: DelegateERC721(address from, address to, address, uint256, bytes32, bool)
  '0x15e7a1bdcd507dd632d797d38e60cc5a9c0749b9a63097a215c4d006126825c6': flaggedGrant(
    'DelegateERC721',
    'account',
    1,
    2,
    2,
  ),
  // Safe: EnabledModule(address), AddedOwner(address)
  '0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440': accountGrant(
    'EnabledModule',
    firstAddress,
  ),
  '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26': accountGrant(
    'AddedOwner',
    firstAddress,
  ),
  // ERC-7579: ModuleInstalled(uint256, address)
  '0xd21d0b289f126c4b473ea641963e766833c2f13866e4ff480abd787c100ef123': accountGrant(
    'ModuleInstalled',
    ({ data }) => wordAddress(wordText(data, 1)),
  ),
  // OwnershipTransferred(address previous, address next)
  '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0': ({ address, topics }, account) =>
    isWordOf(topics[1], account)
      ? authorityGrant('OwnershipTransferred', 'owner', wordAddress(topics[2]), address)
      : undefined,
}

/** Whether an event reports an authority. */
export const isAuthorityEvent = ({ topics: [kind] }: SimulationLog): boolean =>
  kind !== undefined && kind in grantDecoders

/** Identifies a grant by its object and the account that gets it. */
function keyOf(grant: Grant): string {
  switch (grant.is) {
    case 'approval':
      // An NFT has one approval at a time, for one spender; a token has one for each spender.
      return grant.collectible === undefined
        ? `approval ${grant.figure.contract ?? ''} ${grant.spender}`.toLowerCase()
        : `approval ${grant.figure.contract ?? ''} #${grant.collectible}`.toLowerCase()
    case 'approval-for-all':
      return `all ${grant.collection} ${grant.operator}`.toLowerCase()
    case 'authority':
      return `${grant.name} ${grant.contract ?? ''} ${grant.to ?? ''}`.toLowerCase()
  }
}

/** A grant to the account itself is not an authority of another account. */
const isGranted = (grant: Grant, account: string): boolean => {
  if (grant.is === 'authority' && isSameHex(grant.to, account)) return false
  if (grant.is === 'approval') return grant.figure.value > 0n
  return grant.is !== 'approval-for-all' || grant.isGranted
}

/**
 * Authorities of an account that a simulation grants, by the events of its contracts. The last event for each authority
 * counts, and one that is revoked again is left out. Only the contract that reported an authority can revoke it: an event of
 * another one that names the same token (as Permit2's do) would hide it. `isListed` returns whether the bundled list has a
 * token.
 */
export function grantedAuthorities(
  logs: readonly SimulationLog[],
  account: string,
  isListed: (contract: string) => boolean,
): readonly Grant[] {
  const last = new Map<string, Grant>()
  for (const log of logs) {
    const grant = grantDecoders[log.topics[0] ?? '']?.(log, account, isListed)
    if (grant) last.set(`${log.address.toLowerCase()} ${keyOf(grant)}`, grant)
  }
  return [...last.values()].filter((grant) => isGranted(grant, account))
}
