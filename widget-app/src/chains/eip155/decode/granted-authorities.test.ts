import { toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../hex.ts'
import type { SimulationLog } from '../simulate/simulation-logs.ts'
import { alice, bob, tokenAddress } from '../testing/unit-world.ts'
import { grantedAuthorities } from './granted-authorities.ts'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const word = (value: string | bigint): Hex =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')}`
const data = (...values: readonly (string | bigint)[]): Hex =>
  `0x${values.map((value) => word(value).slice(2)).join('')}`
const log = (
  signature: string,
  indexed: readonly (string | bigint)[],
  values: readonly (string | bigint)[] = [],
  address: Hex = tokenAddress,
): SimulationLog => ({
  address,
  topics: [toEventSelector(`event ${signature}`), ...indexed.map(word)],
  data: data(...values),
})
const lowerCase = (address: string) => address.toLowerCase()
/** No token of the simulation is on the bundled list. */
const grantsIn = (logs: readonly SimulationLog[], account: string) =>
  grantedAuthorities(logs, account, () => false)
const approval = (value: bigint, isUnlimited = false) => ({
  is: 'approval',
  spender: lowerCase(bob),
  figure: { value, contract: tokenAddress },
  isUnlimited,
})
const authority = (kind: string, contract: string = tokenAddress) => ({
  is: 'authority',
  right: kind,
  to: lowerCase(bob),
  contract,
})
const erc20 = (value: bigint, owner: string = alice) =>
  log('Approval(address,address,uint256)', [owner, bob], [value])
const nft = (id: bigint, spender: string | bigint = bob) =>
  log('Approval(address,address,uint256)', [alice, spender, id])
const operator = (to: string, isGranted: bigint) =>
  log('ApprovalForAll(address,address,bool)', [alice, to], [isGranted])
const maxUint256 = 2n ** 256n - 1n

describe('grantedAuthorities', () => {
  it.each<[string, SimulationLog, object]>([
    ['ERC-20 approval', erc20(5n), approval(5n)],
    ['ERC-20 approval without a limit', erc20(maxUint256), approval(maxUint256, true)],
    ['ERC-721 approval', nft(7n), { ...approval(1n), collectible: 7n }],
    [
      'operator of ERC-721 and ERC-1155',
      log('ApprovalForAll(address,address,bool)', [alice, bob], [1n]),
      { is: 'approval-for-all', operator: lowerCase(bob), collection: tokenAddress, isGranted: true },
    ],
    [
      'Permit2 approval',
      log('Approval(address,address,address,uint160,uint48)', [alice, tokenAddress, bob], [5n, 9n], permit2),
      { ...approval(5n), figure: { value: 5n, contract: lowerCase(tokenAddress) } },
    ],
    [
      'Permit2 permit',
      log(
        'Permit(address,address,address,uint160,uint48,uint48)',
        [alice, tokenAddress, bob],
        [5n, 9n, 0n],
        permit2,
      ),
      { ...approval(5n), figure: { value: 5n, contract: lowerCase(tokenAddress) } },
    ],
    ['ERC-777 operator', log('AuthorizedOperator(address,address)', [bob, alice]), authority('operator')],
    [
      'ERC-6909 operator',
      log('OperatorSet(address,address,bool)', [alice, bob], [1n]),
      authority('operator'),
    ],
    [
      'ERC-6909 approval',
      log('Approval(address,address,uint256,uint256)', [alice, bob, 7n], [5n]),
      authority('operator'),
    ],
    [
      'Aave delegation',
      log('BorrowAllowanceDelegated(address,address,address,uint256)', [alice, bob, tokenAddress], [5n]),
      authority('debt'),
    ],
    [
      'Morpho authorization',
      log('SetAuthorization(address,address,address,bool)', [alice, alice, bob], [1n]),
      authority('account'),
    ],
    [
      'delegation of votes',
      log('DelegateChanged(address,address,address)', [alice, alice, bob]),
      authority('account'),
    ],
    [
      'delegation of all (delegate.xyz)',
      log('DelegateAll(address,address,bytes32,bool)', [alice, bob], [0n, 1n]),
      authority('account'),
    ],
    [
      'delegation of a contract (delegate.xyz)',
      log('DelegateContract(address,address,address,bytes32,bool)', [alice, bob, tokenAddress], [0n, 1n]),
      authority('account'),
    ],
    [
      'delegation of an NFT (delegate.xyz)',
      log(
        'DelegateERC721(address,address,address,uint256,bytes32,bool)',
        [alice, bob, tokenAddress],
        [7n, 0n, 1n],
      ),
      authority('account'),
    ],
    ['Safe module', log('EnabledModule(address)', [], [bob], alice), authority('account', alice)],
    ['Safe module, indexed', log('EnabledModule(address)', [bob], [], alice), authority('account', alice)],
    ['Safe owner', log('AddedOwner(address)', [bob], [], alice), authority('account', alice)],
    [
      'ERC-7579 module',
      log('ModuleInstalled(uint256,address)', [], [1n, bob], alice),
      authority('account', alice),
    ],
    ['ownership', log('OwnershipTransferred(address,address)', [alice, bob]), authority('owner')],
  ])('R8 › %s in a simulation › a grant', (_name, event, grant) => {
    expect(grantsIn([event], alice)).toEqual([expect.objectContaining(grant)])
    expect(grantsIn([event], permit2)).toEqual([])
  })

  it.each([
    [true, 'votes'],
    [false, 'account'],
  ])('delegate of a token on the bundled list: %s › may use the %s', (isListed, kind) => {
    const logs = [log('DelegateChanged(address,address,address)', [alice, alice, bob])]
    expect(grantedAuthorities(logs, alice, (contract) => isListed && contract === tokenAddress)).toEqual([
      expect.objectContaining(authority(kind)),
    ])
  })

  it.each<[string, readonly SimulationLog[]]>([
    ['an ERC-6909 operator taken back', [log('OperatorSet(address,address,bool)', [alice, bob], [0n])]],
    ['a Morpho refusal', [log('SetAuthorization(address,address,address,bool)', [alice, alice, bob], [0n])]],
    ['a delegation taken back', [log('DelegateAll(address,address,bytes32,bool)', [alice, bob], [1n, 0n])]],
    ['votes of the account’s own', [log('DelegateChanged(address,address,address)', [alice, bob, alice])]],
    ['an operator taken back', [operator(bob, 1n), operator(bob, 0n)]],
    ['another owner', [erc20(5n, bob)]],
    ['a module of another account', [log('EnabledModule(address)', [bob], [], bob)]],
    ['a refusal', [log('ApprovalForAll(address,address,bool)', [alice, bob], [0n])]],
    ['an approval taken back', [erc20(5n), erc20(0n)]],
    ['an NFT approval taken back', [nft(7n), nft(7n, 0n)]],
    ['an event without arguments', [{ ...erc20(5n), topics: erc20(5n).topics.slice(0, 1) }]],
    ['an anonymous event', [{ ...erc20(5n), topics: [] }]],
  ])('R8 › %s › not a grant', (_name, logs) => {
    expect(grantsIn(logs, alice)).toEqual([])
  })

  it('R8 › approval changed twice › the last amount counts', () => {
    expect(grantsIn([erc20(5n), erc20(9n)], alice)).toEqual([expect.objectContaining(approval(9n))])
  })

  it('R8 › one of two operators revoked › the other stays', () => {
    const grants = grantsIn([operator(bob, 1n), operator(permit2, 1n), operator(permit2, 0n)], alice)
    expect(grants).toMatchObject([{ operator: lowerCase(bob) }])
  })

  it('R8 › two modules, and approvals of two spenders and two tokens › each is a grant', () => {
    const module = (to: string) => log('EnabledModule(address)', [to], [], alice)
    expect(grantsIn([module(bob), module(permit2)], alice)).toHaveLength(2)
    const other = log('Approval(address,address,uint256)', [alice, permit2], [5n])
    const onOtherToken = log('Approval(address,address,uint256)', [alice, bob], [5n], permit2)
    expect(grantsIn([erc20(5n), other, onOtherToken], alice)).toHaveLength(3)
    const ofPermit2 = (token: string) =>
      log('Approval(address,address,address,uint160,uint48)', [alice, token, bob], [5n, 9n], permit2)
    expect(grantsIn([ofPermit2(tokenAddress), ofPermit2(alice)], alice)).toHaveLength(2)
  })

  it('R8 › two NFTs approved to one spender › each is a grant', () => {
    expect(grantsIn([nft(7n), nft(8n), nft(9n, 0n)], alice)).toMatchObject([
      { collectible: 7n },
      { collectible: 8n },
    ])
  })

  it('R8 › one NFT approved to another spender › the last one counts', () => {
    expect(grantsIn([nft(7n), nft(7n, permit2)], alice)).toMatchObject([
      { collectible: 7n, spender: lowerCase(permit2) },
    ])
  })

  it.each([
    ['Permit2’s', 'Approval(address,address,address,uint160,uint48)'],
    ['Permit2’s, by signature', 'Permit(address,address,address,uint160,uint48,uint48)'],
  ])('R8 › approval, then an event like %s of another contract › stays', (_name, signature) => {
    const values = signature.startsWith('Permit') ? [0n, 0n, 0n] : [0n, 0n]
    const forged = log(signature, [alice, tokenAddress, bob], values, bob)
    expect(grantsIn([erc20(5n), forged], alice)).toEqual([expect.objectContaining(approval(5n))])
  })
})
