import type { Abi } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { contractKinds } from './contract-kind.ts'
import { readCall } from './read-call.ts'
import { alice, bob, tokenAddress as token } from './testing/unit-world.ts'

const kindOf = contractKinds(parseChainId('eip155:1'), () => true)

const word = `0x${'11'.repeat(32)}`
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const named = (signature: string, args: readonly unknown[], to: `0x${string}` = token) => {
  const abi: Abi = parseAbi([signature])
  return readCall({ to, value: 0n, data: encodeFunctionData({ abi, args }) }, alice, kindOf)
}
const right = (kind: string) => [{ is: 'authority', right: kind, to: bob }]

it.each<[signature: string, args: readonly unknown[], facts: readonly object[], to?: `0x${string}`]>([
  ['function authorizeOperator(address)', [bob], right('operator')],
  ['function setOperator(address,bool)', [bob, true], right('operator')],
  ['function approve(address,uint256,uint256)', [bob, 1n, 1n], right('operator')],
  [
    'function transferAndCall(address,uint256)',
    [bob, 1n],
    [{ is: 'transfer', to: bob }, ...right('callback')],
  ],
  [
    'function approveAndCall(address,uint256)',
    [bob, 1n],
    [{ is: 'approval', spender: bob }, ...right('callback')],
  ],
  ['function approveDelegation(address,uint256)', [bob, 1n], right('debt')],
  ['function enableModule(address)', [bob], right('account')],
  ['function addOwnerWithThreshold(address,uint256)', [bob, 1n], right('account')],
  ['function delegate(address)', [bob], right('account')],
  ['function transferOwnership(address)', [bob], right('owner')],
  ['function upgradeTo(address)', [bob], right('owner')],
  ['function setOwner(bytes32,address)', [word, bob], right('owner')],
  [
    'function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [alice, bob, 0n, 0n, true, 27, word, word],
    [{ is: 'permit', standard: 'DAI', spender: bob, isUnlimited: true }],
  ],
  [
    'function permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    [alice, [[token, 5n, 1, 1], bob, 9n], '0x'],
    [{ is: 'permit', standard: 'Permit2', spender: bob, figure: { value: 5n, contract: token } }],
    permit2,
  ],
  [
    'function transferFrom(address,address,uint160,address)',
    [bob, alice, 5n, token],
    [{ is: 'transfer', from: bob, to: alice }],
    permit2,
  ],
])('R2 › %s › named as the right it gives', (signature, args, facts, to) => {
  expect(named(signature, args, to)).toMatchObject(facts)
})

it.each([
  ['of a token at the wrapped coin', 'function transferAndCall(address,uint256)', [bob, 1n], weth],
  ['of a token at Permit2', 'function transferAndCall(address,uint256)', [bob, 1n], permit2],
  [
    'of Permit2 at a token',
    'function transferFrom(address,address,uint160,address)',
    [alice, bob, 5n, token],
    token,
  ],
] as const)('E1 › function %s › an unknown call that may take', (_name, signature, args, to) => {
  expect(named(signature, args, to)).toMatchObject([{ is: 'unknown-call', mayTake: true }])
})
