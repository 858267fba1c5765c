import { type Abi, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Simulation } from '../../simulation.ts'
import { alice, bob, tokenAddress as listed } from '../testing/unit-world.ts'
import { contractKinds } from '../tokens/contract-kind.ts'
import { decodeCall } from './decode-call.ts'
import { decodeHarmless } from './harmless-functions.ts'

const chain = parseChainId('eip155:1')
const kindOf = contractKinds(chain, (contract) => contract === listed)
const governor = '0x323A76393544d5ecca80cd6ef2A560C6a395b7E3'
const hash = `0x${'37'.repeat(32)}`

const simulated: Simulation = {
  ...{ is: 'runs', changes: [], grants: [], isPartial: false, fee: 1n },
  moves: { sent: [], hasUnread: false },
}
function evaluate(
  signature: string,
  args: readonly unknown[],
  simulation = simulated,
  to: Hex = governor,
  value = 0n,
) {
  const lines: readonly string[] = [`function ${signature}`]
  const abi: Abi = parseAbi(lines)
  const facts = decodeCall({ to, value, data: encodeFunctionData({ abi, args }) }, alice, kindOf)
  const description = { account: alice, chain, facts }
  return { facts, risks: risksOf(description, { host: 'dao.example', newContracts: [], now: 0, simulation }) }
}
const order = [
  ...[alice, governor, [[2, listed, 5n, 1n, 1n]], [[0, listed, 0n, 9n, 9n, alice]]],
  ...[0, 1n, 2n, hash, BigInt(hash), hash, 0n],
]
const seaport =
  'cancel((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)[])'

it.each<[signature: string, args: readonly unknown[]]>([
  ['castVote(uint256,uint8)', [BigInt(hash), 1]],
  ['castVoteWithReason(uint256,uint8,string)', [BigInt(hash), 1, 'Ask bob.eth']],
  [seaport, [[order]]],
  ['revokeOperator(address)', [bob]],
])('%s › unknown contract, severe after a loss or without a simulation', (signature, args) => {
  const name = signature.slice(0, signature.indexOf('('))
  expect(evaluate(signature, args)).toMatchObject({
    facts: [
      { is: 'known-call', name },
      { is: 'unknown-contract', contract: governor },
    ],
    risks: ['unknown-contract'],
  })
  const lost = { ...simulated, changes: [{ figure: { value: -5n, contract: listed } }] }
  expect(evaluate(signature, args, lost).risks).toContain('hidden-loss')
  expect(evaluate(signature, args, { is: 'fails', reason: undefined }).risks).toContain('unknown-with-value')
})

it('with value, or at a known contract › severe', () => {
  const vote = ['castVote(uint256,uint8)', [5n, 1]] as const
  expect(evaluate(...vote, simulated, governor, 5n).risks).toContain('unknown-with-value')
  expect(evaluate(...vote, simulated, listed)).toMatchObject({
    facts: [{ is: 'unknown-call', mayTake: true }],
    risks: ['unknown-with-value'],
  })
})

it('arguments › lines by position, without lists', () => {
  const lines = [
    { label: '1', value: '5' },
    { label: '2', value: '1' },
    { label: '3', value: 'Yes' },
  ]
  expect(evaluate('castVoteWithReason(uint256,uint8,string)', [5n, 1, 'Yes']).facts).toMatchObject([
    { lines },
    {},
  ])
  expect(evaluate(seaport, [[order]]).facts).toMatchObject([{ lines: [] }, {}])
})

it('bytes after the arguments › a term', () => {
  const abi = parseAbi(['function revokeOperator(address)'])
  const data: Hex = `${encodeFunctionData({ abi, args: [bob] })}ff`
  expect(decodeCall({ to: governor, value: 0n, data }, alice, kindOf)).toMatchObject([
    { is: 'known-call', name: 'revokeOperator' },
    { is: 'term', name: 'trailing-data', text: '0xff' },
    { is: 'unknown-contract' },
  ])
  expect(decodeHarmless({ to: undefined, value: 0n, data }, undefined)).toBeUndefined()
})
