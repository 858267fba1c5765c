import { type Abi, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import type { Fact } from '../request-facts.ts'
import { parseTypedData } from './canonical/canonical-typed-data.ts'
import { authorizationFact } from './decode/call-facts.ts'
import { decodeCall } from './decode/decode-call.ts'
import { grantedAuthorities } from './decode/granted-authorities.ts'
import { alice, bob, tokenAddress as token } from './testing/unit-world.ts'
import { contractKinds } from './tokens/contract-kind.ts'
import { decodeTypedData } from './typed-data/decode-typed-data.ts'

const chain = parseChainId('eip155:1')
const kindOf = contractKinds(chain, (contract) => contract === token)
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const word: Hex = `0x${'11'.repeat(32)}`

const decode = (signature: string, args: readonly unknown[], to: Hex = token) => {
  const lines: readonly string[] = [`function ${signature}`]
  const abi: Abi = parseAbi(lines)
  return decodeCall({ to, value: 0n, data: encodeFunctionData({ abi, args }) }, alice, kindOf)
}
function evaluate(facts: readonly Fact[]) {
  const description = { account: alice, chain, facts }
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
  return { risks, isGravest: isSevereRequest({ decoding: { is: 'read', description }, risks }) }
}
const harmless = { risks: [], isGravest: false }

it.each<[signature: string, args: readonly unknown[], fact: object, to?: Hex]>([
  ['delegate(address)', [alice], { lines: [{ label: 'to', value: alice }] }],
  ['transferOwnership(address)', [alice], { name: 'transferOwnership' }],
  ['setOperator(address,bool)', [alice, true], { name: 'setOperator' }],
  [
    'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [bob, token, 5n, 9n, 27, word, word],
    {},
  ],
  ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [bob, token, 5n, 9n, 27, word, word], {}],
  [
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    [bob, token, 0n, 9n, true, 27, word, word],
    {},
  ],
  [
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    [bob, [[token, 5n, 1, 1], bob, 9n], '0x'],
    {},
    permit2,
  ],
  [
    'invalidateNonces(address,address,uint48)',
    [token, bob, 5],
    { lines: [{ value: token }, { value: bob }, { value: '5' }] },
    permit2,
  ],
  [
    'invalidateUnorderedNonces(uint256,uint256)',
    [1n, 2n],
    { lines: [{ value: '1' }, { value: '2' }] },
    permit2,
  ],
])('%s without a grant to another account › a known call without a risk', (signature, args, fact, to) => {
  const facts = decode(signature, args, to)
  expect(facts).toMatchObject([{ is: 'known-call', ...fact }])
  expect(evaluate(facts)).toEqual(harmless)
})

it('approvals that Permit2 revokes › a fact for each, of zero', () => {
  const facts = decode('lockdown((address,address)[])', [[[token, bob]]], permit2)
  expect(facts).toEqual([
    { is: 'approval', spender: bob, figure: { value: 0n, contract: token }, isUnlimited: false },
  ])
  expect(evaluate(facts)).toEqual(harmless)
})

it('functions of Permit2 at another contract › unknown calls', () => {
  for (const to of [token, bob] as const)
    expect(decode('lockdown((address,address)[])', [[[token, bob]]], to)).toMatchObject([
      { is: 'unknown-call' },
    ])
})

it('grant to another account › unchanged risk', () => {
  expect(evaluate(decode('delegate(address)', [bob])).risks).toEqual(['votes'])
  expect(evaluate(decode('delegate(address)', [bob], bob)).risks).toContain('authority')
  const upgrade = decode('upgradeTo(address)', [alice])
  expect(evaluate(upgrade).risks).toEqual(['authority'])
})

it('EIP-7702 with the zero address › ends a delegation, without a risk', () => {
  expect(evaluate([authorizationFact(`0x${'0'.repeat(40)}`, 1n)])).toEqual(harmless)
  expect(evaluate([authorizationFact(bob, 1n)])).toEqual({ risks: ['authorisation'], isGravest: true })
})

it('authority granted to the account itself › not an authority', () => {
  const topics: Hex[] = [
    '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0',
    ...[alice, alice].map((one): Hex => `0x${one.slice(2).toLowerCase().padStart(64, '0')}`),
  ]
  const logs = [{ address: token, topics, data: '0x' }] as const
  expect(grantedAuthorities(logs, alice, () => false)).toEqual([])
})

it('Permit2 of ZKsync › not an impostor', () => {
  const permit = (verifyingContract: Hex) =>
    decodeTypedData(
      parseTypedData({
        types: {
          PermitSingle: [
            { name: 'details', type: 'PermitDetails' },
            { name: 'spender', type: 'address' },
            { name: 'sigDeadline', type: 'uint256' },
          ],
          PermitDetails: [
            { name: 'token', type: 'address' },
            { name: 'amount', type: 'uint160' },
          ],
        },
        primaryType: 'PermitSingle',
        domain: { name: 'Permit2', chainId: 1, verifyingContract },
        message: { details: { token, amount: '5' }, spender: bob, sigDeadline: '9' },
      }),
      alice,
    )
  expect(evaluate(permit('0x0000000000225e31D15943971F47aD3022F714Fa')).risks).toEqual(['permit'])
  expect(evaluate(permit(bob)).risks).toContain('impostor-contract')
})
