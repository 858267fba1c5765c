import { permit2 } from '../decode/call-facts.ts'
import { alice, bob, tokenAddress } from './unit-world.ts'

/** Typed data that drainers request, with the facts that a review must show. */
export type DrainerTypedData = {
  readonly name: string
  readonly data: {
    readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
    readonly primaryType: string
    readonly domain: Readonly<Record<string, unknown>>
    readonly message: Readonly<Record<string, unknown>>
  }
  /** What one of its facts contains. */
  readonly fact: object
}

type Member = readonly [type: string, name: string, value: unknown]

const members = (list: readonly Member[]) => list.map(([type, name]) => ({ name, type }))
const values = (list: readonly Member[]) => Object.fromEntries(list.map(([, name, value]) => [name, value]))

const contract = { name: 'Token', version: '1', chainId: 1, verifyingContract: tokenAddress }
const maxUint256 = String(2n ** 256n - 1n)
const deadline = 1_900_000_000
const hash = `0x${'5c'.repeat(32)}`

/** Data of one struct; `inner` has the types that its members use. */
const request = (
  name: string,
  primaryType: string,
  list: readonly Member[],
  fact: object,
  inner: Readonly<Record<string, readonly Member[]>> = {},
  domain: Readonly<Record<string, unknown>> = contract,
): DrainerTypedData => ({
  name,
  data: {
    types: {
      [primaryType]: members(list),
      ...Object.fromEntries(Object.entries(inner).map(([type, each]) => [type, members(each)])),
    },
    primaryType,
    domain,
    message: values(list),
  },
  fact,
})

const onPermit2 = { name: 'Permit2', chainId: 1, verifyingContract: permit2 }
const details: readonly Member[] = [
  ['address', 'token', tokenAddress],
  ['uint160', 'amount', String(2n ** 160n - 1n)],
  ['uint48', 'expiration', deadline],
  ['uint48', 'nonce', 0],
]
const permitted: readonly Member[] = [
  ['address', 'token', tokenAddress],
  ['uint256', 'amount', maxUint256],
]
const permit = { is: 'permit', spender: bob }
const typedDataFact = (purpose: string) => ({ is: 'typed-data', purpose })

/** Each of a different type. */
export const drainerTypedData: readonly DrainerTypedData[] = [
  request(
    'EIP-2612 permit',
    'Permit',
    [
      ['address', 'owner', alice],
      ['address', 'spender', bob],
      ['uint256', 'value', maxUint256],
      ['uint256', 'nonce', 0],
      ['uint256', 'deadline', deadline],
    ],
    { ...permit, standard: 'EIP-2612', isUnlimited: true, deadline: BigInt(deadline) },
  ),
  request(
    'DAI permit under another name',
    'PermitDai',
    [
      ['address', 'holder', alice],
      ['address', 'spender', bob],
      ['uint256', 'nonce', 0],
      ['uint256', 'expiry', 0],
      ['bool', 'allowed', true],
    ],
    { ...permit, standard: 'DAI', isUnlimited: true },
  ),
  request(
    'EIP-3009 transfer',
    'TransferWithAuthorization',
    [
      ['address', 'from', alice],
      ['address', 'to', bob],
      ['uint256', 'value', '2500000000'],
      ['uint256', 'validAfter', 0],
      ['uint256', 'validBefore', deadline],
      ['bytes32', 'nonce', hash],
    ],
    { ...permit, standard: 'EIP-3009' },
  ),
  request(
    'EIP-4494 permit of an NFT',
    'PermitNft',
    [
      ['address', 'spender', bob],
      ['uint256', 'tokenId', 7],
      ['uint256', 'nonce', 0],
      ['uint256', 'deadline', deadline],
    ],
    { ...permit, standard: 'EIP-4494', collectible: 7n },
  ),
  request(
    'Permit2 allowance',
    'PermitSingle',
    [
      ['PermitDetails', 'details', values(details)],
      ['address', 'spender', bob],
      ['uint256', 'sigDeadline', deadline],
    ],
    { ...permit, standard: 'Permit2', isUnlimited: true },
    { PermitDetails: details },
    onPermit2,
  ),
  request(
    'Permit2 allowances',
    'PermitBatch',
    [
      ['PermitDetails[]', 'details', [values(details), values(details)]],
      ['address', 'spender', bob],
      ['uint256', 'sigDeadline', deadline],
    ],
    { ...permit, standard: 'Permit2' },
    { PermitDetails: details },
    onPermit2,
  ),
  request(
    'Permit2 transfer with a witness',
    'PermitWitnessTransferFrom',
    [
      ['TokenPermissions', 'permitted', values(permitted)],
      ['address', 'spender', bob],
      ['uint256', 'nonce', 0],
      ['uint256', 'deadline', deadline],
      ['bytes32', 'witness', hash],
    ],
    { ...permit, standard: 'Permit2' },
    { TokenPermissions: permitted },
    onPermit2,
  ),
  request(
    'Permit2 shape at another address',
    'PermitTransferFrom',
    [
      ['TokenPermissions', 'permitted', values(permitted)],
      ['address', 'spender', bob],
      ['uint256', 'nonce', 0],
      ['uint256', 'deadline', deadline],
    ],
    { is: 'typed-data', isImpostor: true },
    { TokenPermissions: permitted },
  ),
  request(
    'Seaport order',
    'OrderComponents',
    [
      ['address', 'offerer', alice],
      ['address', 'zone', bob],
      ['uint256', 'salt', 1],
    ],
    typedDataFact('order'),
  ),
  request(
    'Seaport bulk order',
    'BulkOrder',
    [['OrderComponents[2]', 'tree', [{ offerer: alice }, { offerer: alice }]]],
    typedDataFact('bulk-order'),
    { OrderComponents: [['address', 'offerer', alice]] },
  ),
  request('Blur root', 'Root', [['bytes32', 'root', hash]], typedDataFact('bulk-order')),
  request(
    'limit order of an aggregator',
    'Order',
    [
      ['uint256', 'salt', 1],
      ['address', 'makerAsset', tokenAddress],
      ['address', 'takerAsset', bob],
      ['uint256', 'makingAmount', maxUint256],
      ['uint256', 'takingAmount', 1],
    ],
    typedDataFact('order'),
  ),
  request(
    'Safe transaction',
    'SafeTx',
    [
      ['address', 'to', bob],
      ['uint256', 'value', 0],
      ['bytes', 'data', '0x'],
      ['uint8', 'operation', 1],
    ],
    typedDataFact('safe-transaction'),
    {},
    { chainId: 1, verifyingContract: tokenAddress },
  ),
  request(
    'ERC-4337 operation',
    'PackedUserOperation',
    [
      ['address', 'sender', tokenAddress],
      ['uint256', 'nonce', 0],
      ['bytes', 'callData', '0x1234'],
    ],
    typedDataFact('user-operation'),
  ),
  request(
    'ERC-2771 forward request',
    'ForwardRequest',
    [
      ['address', 'from', alice],
      ['address', 'to', bob],
      ['uint256', 'value', 0],
      ['bytes', 'data', '0x1234'],
    ],
    typedDataFact('forward-request'),
  ),
  request(
    'ERC-7710 delegation',
    'Delegation',
    [
      ['address', 'delegate', bob],
      ['address', 'delegator', alice],
      ['bytes32', 'authority', hash],
    ],
    typedDataFact('delegation'),
  ),
  request(
    'credit delegation of Aave',
    'DelegationWithSig',
    [
      ['address', 'delegatee', bob],
      ['uint256', 'value', maxUint256],
      ['uint256', 'nonce', 0],
      ['uint256', 'deadline', deadline],
    ],
    { is: 'authority', right: 'debt', to: bob },
  ),
  request(
    'approval of all NFTs',
    'PermitForAll',
    [
      ['address', 'owner', alice],
      ['address', 'operator', bob],
      ['bool', 'approved', true],
    ],
    { is: 'approval-for-all', operator: bob, isGranted: true },
  ),
  request(
    'agent of an exchange',
    'HyperliquidTransaction:ApproveAgent',
    [
      ['string', 'hyperliquidChain', 'Mainnet'],
      ['address', 'agentAddress', bob],
      ['uint64', 'nonce', 1],
    ],
    typedDataFact('delegation'),
  ),
  request('message of an account', 'SafeMessage', [['bytes', 'message', hash]], { is: 'blind' }),
]
