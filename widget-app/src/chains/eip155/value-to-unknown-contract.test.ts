import { type Abi, encodeFunctionData, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Simulation } from '../simulation.ts'
import { decodeCall } from './decode/decode-call.ts'
import { alice, tokenAddress } from './testing/unit-world.ts'
import { contractKinds } from './tokens/contract-kind.ts'

const chain = parseChainId('eip155:1')
const contract = '0x9999999999999999999999999999999999999999'
const one = 10n ** 18n

const risks = (signature: string, args: readonly unknown[], value: bigint) => {
  const lines: readonly string[] = [`function ${signature}`]
  const abi: Abi = parseAbi(lines)
  const data = encodeFunctionData({ abi, args })
  const kindOf = contractKinds(chain, (address) => address === tokenAddress)
  const facts = decodeCall({ to: contract, value, data }, alice, kindOf)
  const sent = value === 0n ? [] : [{ figure: { value, contract: undefined }, to: contract }]
  const loss = value === 0n ? [] : [{ figure: { value: -value, contract: undefined } }]
  const simulation: Simulation = {
    ...{ is: 'runs', grants: [], isPartial: false, fee: 0n },
    changes: [...loss, { figure: { value: 9n, contract: tokenAddress } }],
    moves: { sent, hasUnread: false },
  }
  return risksOf({ account: alice, chain, facts }, { host: 'x', newContracts: [], now: 0, simulation })
}

it.each<[signature: string, args: readonly unknown[]]>([
  ['swapExactETHForTokens(uint256,address[],address,uint256)', [9n, [contract, tokenAddress], alice, 9n]],
  ['multicall(bytes[])', [[]]],
])('%s with value to an unknown contract › severe with any gain', (signature, args) => {
  expect(risks(signature, args, one)).toContain('unknown-with-value')
})

it('without value › only the warning of an unknown contract', () => {
  expect(risks('multicall(bytes[])', [[]], 0n)).toEqual(['unknown-contract'])
})
