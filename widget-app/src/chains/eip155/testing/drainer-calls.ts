import type { Abi } from 'viem'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { permit2 } from '../decode/call-facts.ts'
import { type Hex, toQuantity } from '../hex.ts'
import { alice, bob, tokenAddress } from './unit-world.ts'

/** A request of calls as drainers make it, with the fact and the risk that a review must show. */
export type DrainerCall = {
  readonly name: string
  readonly request: RpcRequest
  /** What one of its facts contains. */
  readonly fact: object
  readonly risk: Risk
}

const maxUint256 = 2n ** 256n - 1n
const word: Hex = `0x${'11'.repeat(32)}`
const nft = '0x5fc8d32690cc91d4c39d9d3abcbd16989f875707'
const ensRegistry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const router = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const deadline = 1_900_000_000n

function encode(signature: string, args: readonly unknown[]): Hex {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}

export const send = (transaction: object): RpcRequest => ({
  method: 'eth_sendTransaction',
  params: [transaction],
})

const call = (
  name: string,
  to: Hex,
  [signature, ...args]: readonly [signature: string, ...args: unknown[]],
  fact: object,
  risk: Risk,
  over: object = {},
): DrainerCall => ({
  name,
  request: send({ to, data: encode(signature, args), ...over }),
  fact,
  risk,
})

const authority = (kind: string, to: string = bob) => ({ is: 'authority', right: kind, to })
export const approval = { is: 'approval', spender: bob }
export const approve = encode('approve(address,uint256)', [bob, maxUint256])
const takenFact = { is: 'transfer', from: undefined, to: bob }

/** A plan of the Universal Router that takes a token by Permit2 and sweeps it to the drainer. */
const plan = ((): readonly Hex[] => {
  const step = parseAbiParameters('address token, address to, uint256 amount')
  return [
    encodeAbiParameters(step, [tokenAddress, router, 5_000_000n]),
    encodeAbiParameters(step, [tokenAddress, bob, 0n]),
  ]
})()

/** Each with a different selector. */
export const drainerCalls: readonly DrainerCall[] = [
  call(
    'approve',
    tokenAddress,
    ['approve(address,uint256)', bob, 2n ** 95n - 1n],
    approval,
    'unknown-contract',
  ),
  call(
    'increaseAllowance',
    tokenAddress,
    ['increaseAllowance(address,uint256)', bob, maxUint256],
    { ...approval, isUnlimited: true },
    'unlimited-approval',
  ),
  call(
    'increaseApproval',
    tokenAddress,
    ['increaseApproval(address,uint256)', bob, maxUint256],
    { ...approval, isUnlimited: true },
    'unlimited-approval',
  ),
  call(
    'Permit2 approve',
    permit2,
    ['approve(address,address,uint160,uint48)', tokenAddress, bob, 2n ** 160n - 1n, 2 ** 48 - 1],
    { ...approval, isUnlimited: true, figure: { value: 2n ** 160n - 1n, contract: tokenAddress } },
    'unlimited-approval',
  ),
  call(
    'permit relayed by the account',
    tokenAddress,
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      alice,
      bob,
      maxUint256,
      deadline,
      27,
      word,
      word,
    ],
    { is: 'permit', standard: 'EIP-2612', spender: bob, isUnlimited: true },
    'permit',
  ),
  call(
    'setApprovalForAll',
    nft,
    ['setApprovalForAll(address,bool)', bob, true],
    { is: 'approval-for-all', operator: bob, isGranted: true },
    'approval-for-all',
  ),
  call(
    'ERC-6909 setOperator',
    nft,
    ['setOperator(address,bool)', bob, true],
    authority('operator'),
    'authority',
  ),
  call(
    'ERC-777 authorizeOperator',
    nft,
    ['authorizeOperator(address)', bob],
    authority('operator'),
    'authority',
  ),
  call(
    'Aave approveDelegation',
    tokenAddress,
    ['approveDelegation(address,uint256)', bob, maxUint256],
    authority('debt'),
    'authority',
  ),
  call('Safe enableModule', alice, ['enableModule(address)', bob], authority('account'), 'authority'),
  call(
    'Safe execTransaction',
    nft,
    [
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      ...[bob, 0n, approve, 1, 0n, 0n, 0n, bob, bob, '0x'],
    ],
    authority('account'),
    'unknown-with-value',
  ),
  call(
    'ERC-1363 transferAndCall',
    tokenAddress,
    ['transferAndCall(address,uint256,bytes)', bob, 5n, '0x01'],
    authority('callback'),
    'authority',
  ),
  call(
    'ERC-1363 approveAndCall',
    tokenAddress,
    ['approveAndCall(address,uint256,bytes)', bob, maxUint256, '0x'],
    { ...approval, isUnlimited: true },
    'unlimited-approval',
  ),
  call(
    'multicall with a hidden approve',
    nft,
    ['multicall(bytes[])', [encode('mint()', []), approve]],
    { ...approval, isUnlimited: true },
    'unlimited-approval',
  ),
  call(
    'aggregate3 with transferFrom',
    multicall3,
    [
      'aggregate3((address,bool,bytes)[])',
      [[tokenAddress, false, encode('transferFrom(address,address,uint256)', [alice, bob, 5n])]],
    ],
    takenFact,
    'unknown-contract',
  ),
  call(
    'a router plan that sweeps to the drainer',
    router,
    ['execute(bytes,bytes[],uint256)', '0x0204', plan, deadline],
    { is: 'transfer-all', to: bob },
    'transfer-all',
  ),
  call(
    'execute of a session account',
    nft,
    ['execute(address,uint256,bytes)', tokenAddress, 0n, approve],
    { ...approval, isUnlimited: true },
    'unlimited-approval',
  ),
  call(
    'transferFrom',
    tokenAddress,
    ['transferFrom(address,address,uint256)', alice, bob, 5_000_000n],
    takenFact,
    'unknown-contract',
  ),
  call(
    'safeTransferFrom',
    nft,
    ['safeTransferFrom(address,address,uint256)', alice, bob, 7n],
    { is: 'collectible', to: bob, id: 7n },
    'unknown-contract',
  ),
  call(
    'safeBatchTransferFrom',
    nft,
    [
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      alice,
      bob,
      [7n, 8n],
      [1n, 2n],
      '0x',
    ],
    { is: 'collectible', to: bob, id: 8n, count: 2n },
    'unknown-contract',
  ),
  call(
    'a swap to another account without a minimum',
    nft,
    [
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      ...[5n, 0n, [tokenAddress, nft], bob, deadline],
    ],
    { is: 'swap', to: bob },
    'swap-to-other',
  ),
  call(
    'deposit on an unknown contract',
    nft,
    ['deposit()'],
    { is: 'unknown-call', figure: { value: 10n ** 18n, contract: undefined } },
    'unknown-with-value',
    { value: toQuantity(10n ** 18n) },
  ),
  call(
    'claim with coins',
    nft,
    ['claim(address)', alice],
    { is: 'unknown-call', figure: { value: 10n ** 17n, contract: undefined } },
    'unknown-with-value',
    { value: toQuantity(10n ** 17n) },
  ),
  call(
    'securityUpdate without coins',
    nft,
    ['securityUpdate()'],
    { is: 'unknown-call', to: nft },
    'unknown-with-value',
  ),
  call('transferOwnership', nft, ['transferOwnership(address)', bob], authority('owner'), 'authority'),
  call(
    'ENS setOwner',
    ensRegistry,
    ['setOwner(bytes32,address)', word, bob],
    authority('owner'),
    'authority',
  ),
  call('votes', tokenAddress, ['delegate(address)', bob], authority('account'), 'authority'),
]
