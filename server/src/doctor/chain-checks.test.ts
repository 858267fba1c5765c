import { expect, it } from 'vitest'
import { type ChainVerdict, chainVerdicts } from './chain-checks.ts'
import { verdictLine } from './check-verdict.ts'

const unresponsive = (chainId: string, reason: string): ChainVerdict => ({
  chainId,
  failure: { is: 'no-answer', reason },
})
const other = (chainId: string, result: string): ChainVerdict => ({
  chainId,
  failure: { is: 'other-chain', result },
})
const names = new Map([
  ['eip155:1', 'Ethereum'],
  ['eip155:10', 'Optimism'],
])
const linesOf = (...verdicts: readonly ChainVerdict[]) =>
  chainVerdicts('gateway', verdicts, (id) => names.get(id)).map(verdictLine)

it('chains with one kind of reason › one verdict', () => {
  expect(
    linesOf(
      unresponsive('eip155:1', 'No node of eip155:1 answers (request 1a-b)'),
      unresponsive('eip155:10', 'No node of eip155:10 answers (request 2c-d)'),
      unresponsive('eip155:5', 'answers with status 502'),
    ),
  ).toEqual([
    'warning  gateway: has no answer of 2 chains (No node of this chain answers): Ethereum (eip155:1), Optimism (eip155:10). Set other rpcUrls for each of them in networks.',
    'warning  gateway: has no answer of eip155:5: answers with status 502. Set other rpcUrls for eip155:5 in networks.',
  ])
})

it('responses of other chains › one error before the warnings, with their ids', () => {
  expect(linesOf(unresponsive('eip155:5', 'x'), other('eip155:1', '0x2'), other('eip155:10', '0x3'))).toEqual(
    [
      'error    gateway: answers for 2 chains from other chains: Ethereum (eip155:1) from 0x2, Optimism (eip155:10) from 0x3. Set other rpcUrls for each of them in networks.',
      'warning  gateway: has no answer of eip155:5: x. Set other rpcUrls for eip155:5 in networks.',
    ],
  )
})

it('no failures › no verdicts', () => expect(linesOf()).toEqual([]))
