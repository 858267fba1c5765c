import type { Abi } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { alice, bob, tokenAddress as token } from '../testing/unit-world.ts'
import { contractKinds } from '../tokens/contract-kind.ts'
import { decodeCall } from './decode-call.ts'

const kindOf = contractKinds(parseChainId('eip155:1'), () => true)

const word = `0x${'11'.repeat(32)}`
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const decodeSigned = (signature: string, args: readonly unknown[], to: `0x${string}` = token, value = 0n) => {
  const abi: Abi = parseAbi([signature])
  return decodeCall({ to, value, data: encodeFunctionData({ abi, args }) }, alice, kindOf)
}
const of5 = { value: 5n, contract: token }
const transferFact = { is: 'transfer', from: undefined, to: bob, figure: of5 }
const authority = (kind: string) => [{ is: 'authority', right: kind, to: bob }]

it.each<[signature: string, args: readonly unknown[], facts: readonly object[], to?: `0x${string}`]>([
  ['function authorizeOperator(address)', [bob], authority('operator')],
  ['function setOperator(address,bool)', [bob, true], authority('operator')],
  ['function approve(address,uint256,uint256)', [bob, 1n, 1n], authority('operator')],
  [
    'function transferAndCall(address,uint256)',
    [bob, 1n],
    [{ is: 'transfer', to: bob }, ...authority('callback')],
  ],
  [
    'function approveAndCall(address,uint256)',
    [bob, 1n],
    [{ is: 'approval', spender: bob }, ...authority('callback')],
  ],
  ['function approveDelegation(address,uint256)', [bob, 1n], authority('debt')],
  ['function enableModule(address)', [bob], authority('account')],
  ['function addOwnerWithThreshold(address,uint256)', [bob, 1n], authority('account')],
  ['function transferOwnership(address)', [bob], authority('owner')],
  ['function upgradeTo(address)', [bob], authority('owner')],
  ['function setOwner(bytes32,address)', [word, bob], authority('owner')],
  [
    'function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [alice, bob, 0n, 0n, true, 27, word, word],
    [{ is: 'permit', standard: 'DAI', spender: bob, figure: { value: 2n ** 256n - 1n }, isUnlimited: true }],
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
    [{ is: 'transfer', from: bob, to: alice, figure: of5 }],
    permit2,
  ],
  ['function setOperator(address,bool)', [bob, false], [{ is: 'known-call', name: 'setOperator' }]],
  [
    'function transferAndCall(address,uint256,bytes)',
    [bob, 5n, '0x'],
    [transferFact, ...authority('callback')],
  ],
  [
    'function transferFromAndCall(address,address,uint256)',
    [alice, bob, 5n],
    [transferFact, ...authority('callback')],
  ],
  [
    'function transferFromAndCall(address,address,uint256,bytes)',
    [permit2, bob, 5n, '0x'],
    [{ ...transferFact, from: permit2 }, ...authority('callback')],
  ],
  [
    'function approveAndCall(address,uint256,bytes)',
    [bob, 5n, '0x'],
    [{ is: 'approval', spender: bob, figure: of5, isUnlimited: false }, ...authority('callback')],
  ],
  [
    'function approveAndCall(address,uint256)',
    [bob, 2n ** 256n - 1n],
    [{ is: 'approval', spender: bob, isUnlimited: true }, ...authority('callback')],
  ],
  [
    'function delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [alice, bob, 5n, 9n, 27, word, word],
    authority('debt'),
  ],
  ['function swapOwner(address,address,address)', [alice, permit2, bob], authority('account')],
  ['function setFallbackHandler(address)', [bob], authority('account')],
  ['function setGuard(address)', [bob], authority('account')],
  [
    'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [bob, 5n, '0x12345678', 1, 0n, 0n, 0n, alice, alice, '0x'],
    [
      ...authority('account'),
      {
        is: 'batch',
        by: token,
        facts: [{ is: 'unknown-call', to: bob, figure: { value: 5n }, mayTake: true }],
      },
    ],
  ],
  [
    'function delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)',
    [bob, 1n, 9n, 27, word, word],
    authority('votes'),
  ],
  ['function delegate(address)', [bob], authority('votes')],
  ['function upgradeToAndCall(address,bytes)', [bob, '0x'], authority('owner')],
  ['function changeAdmin(address)', [bob], authority('owner')],
  ['function setSubnodeOwner(bytes32,bytes32,address)', [word, word, bob], authority('owner')],
  [
    'function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [alice, bob, 0n, 9n, false, 27, word, word],
    [{ is: 'permit', standard: 'DAI', figure: { value: 0n }, isUnlimited: false, deadline: 9n }],
  ],
  [
    'function permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
    [
      alice,
      [
        [
          [token, 5n, 1, 1],
          [weth, 2n ** 160n - 1n, 1, 1],
        ],
        bob,
        9n,
      ],
      '0x',
    ],
    [
      { is: 'permit', standard: 'Permit2', spender: bob, figure: of5, isUnlimited: false, deadline: 9n },
      { is: 'permit', standard: 'Permit2', spender: bob, figure: { contract: weth }, isUnlimited: true },
    ],
    permit2,
  ],
  [
    'function permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
    [[[token, 9n], 1n, 9n], [bob, 5n], alice, '0x'],
    [transferFact, { is: 'known-call', name: 'permitTransferFrom' }],
    permit2,
  ],
  ...(['transferWithAuthorization', 'receiveWithAuthorization'] as const).map(
    (name): [string, readonly unknown[], readonly object[]] => [
      `function ${name}(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)`,
      [permit2, bob, 5n, 0n, 9n, word, 27, word, word],
      [{ ...transferFact, from: permit2 }],
    ],
  ),
])('R2 › %s › its authority', (signature, args, facts, to) => {
  expect(decodeSigned(signature, args, to)).toMatchObject(facts)
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
  expect(decodeSigned(signature, args, to)).toMatchObject([{ is: 'unknown-call', mayTake: true }])
})

it('authority with value and trailing bytes › all three are facts', () => {
  const data = encodeFunctionData({ abi: parseAbi(['function changeAdmin(address)']), args: [bob] })
  expect(decodeCall({ to: token, value: 7n, data: `${data}ff` }, alice, kindOf)).toMatchObject([
    ...authority('owner'),
    { is: 'term', name: 'trailing-data', text: '0xff' },
    { is: 'transfer', from: undefined, to: token, figure: { value: 7n, contract: undefined } },
  ])
})

it('delegate(address) of an unlisted contract › may act as the account', () => {
  const data = encodeFunctionData({ abi: parseAbi(['function delegate(address)']), args: [bob] })
  const unlisted = contractKinds(parseChainId('eip155:1'), () => false)
  const facts = decodeCall({ to: token, value: 0n, data }, alice, unlisted)
  expect(facts?.slice(0, 1)).toMatchObject(authority('account'))
  expect(facts?.slice(1)).toMatchObject([{ is: 'unknown-contract' }])
})

const line = (label: string, value: string) => ({ label, value })

it.each<[signature: string, args: readonly unknown[], lines: readonly object[], to?: `0x${string}`]>([
  ['authorizeOperator(address)', [alice], [line('to', alice)]],
  ['setOperator(address,bool)', [bob, false], [line('operator', bob)]],
  ['delegate(address)', [alice], [line('to', alice)]],
  ['transferOwnership(address)', [alice], [line('to', alice)]],
  ['setOwner(bytes32,address)', [word, alice], [line('to', alice)]],
  ['setSubnodeOwner(bytes32,bytes32,address)', [word, word, alice], [line('to', alice)]],
  [
    'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [bob, permit2, 5n, 9n, 27, word, word],
    [line('delegator', bob), line('to', permit2)],
  ],
  [
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [bob, alice, 0n, 9n, true, 27, word, word],
    [line('owner', bob)],
  ],
  [
    'invalidateNonces(address,address,uint48)',
    [token, bob, 7],
    [line('token', token), line('spender', bob), line('nonce', '7')],
    permit2,
  ],
  [
    'invalidateUnorderedNonces(uint256,uint256)',
    [3n, 9n],
    [line('position', '3'), line('mask', '9')],
    permit2,
  ],
])('%s without a grant to another account › a known call with its values', (signature, args, lines, to) => {
  const name = signature.slice(0, signature.indexOf('('))
  expect(decodeSigned(`function ${signature}`, args, to)).toEqual([{ is: 'known-call', name, lines }])
})

it('lockdown of Permit2 › revokes each approval', () => {
  const pairs = [
    [token, bob],
    [weth, alice],
  ]
  const none = { is: 'approval', isUnlimited: false }
  expect(decodeSigned('function lockdown((address,address)[])', [pairs], permit2)).toEqual([
    { ...none, spender: bob, figure: { value: 0n, contract: token } },
    { ...none, spender: alice, figure: { value: 0n, contract: weth } },
  ])
})

it("upgrade to code at the account's address › still an authority", () => {
  expect(decodeSigned('function upgradeTo(address)', [alice])).toMatchObject([
    { is: 'authority', right: 'owner', to: alice, contract: token },
  ])
})

it("authority › has the function's name and its contract", () => {
  expect(decodeSigned('function setGuard(address)', [bob])).toEqual([
    { is: 'authority', name: 'setGuard', right: 'account', to: bob, contract: token },
  ])
})
