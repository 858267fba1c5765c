import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { DecodedAmount, Fact, SessionFunction } from '#widget/chains/request-facts.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import { alice } from '#widget/testing/world.ts'
import { risksOf } from './request-risk.ts'

const chain = parseChainId('eip155:1')
const now = 1_800_000_000_000
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const nativeAmount: DecodedAmount = { value: 5n, contract: undefined }

const allowance = {
  is: 'allowance',
  figure: nativeAmount,
  isUnlimited: false,
  period: 86_400n,
  start: 0n,
} as const
const vote = {
  ...{
    name: 'vote',
    called: { selector: '0x0121b93f', signature: 'vote(uint256)' },
    mostSent: { ...nativeAmount, value: 0n },
  },
  ...{ isDelegated: false, isRepeated: false, isBound: true, conditions: [{ label: '1', value: '< 5' }] },
} as const
const year = 31_536_000n
const session = {
  is: 'session',
  expiry: 1_800_000_000n + year,
  keys: ['0x02'],
  permissions: [allowance, { is: 'calls', contract: token, functions: [vote] }],
  policies: [],
} as const satisfies Fact
const callsOf = (...functions: readonly SessionFunction[]): Fact => ({
  ...session,
  permissions: [{ is: 'calls', contract: token, functions }],
})

it.each<[string, Fact, readonly Risk[]]>([
  ['a session of a year', session, ['session']],
  ['a longer one', { ...session, expiry: session.expiry + 1n }, ['session', 'session-long']],
  [
    'a session with an allowance that nothing bounds',
    { ...session, permissions: [allowance, { ...allowance, isUnlimited: true }] },
    ['session', 'session-unlimited'],
  ],
  [
    'a session with a policy that nobody here knows',
    { ...session, policies: [{ label: 'call-limit', value: '{}' }] },
    ['session', 'session-policy'],
  ],
  ['a session that may call any function', callsOf(), ['session', 'session-unlimited']],
  [
    'SS1 › a session whose calls no condition limits',
    callsOf(vote, { ...vote, isBound: false }),
    ['session', 'session-unlimited'],
  ],
  [
    'SS2 › a session of a function that the widget cannot name',
    callsOf(vote, { ...vote, called: undefined }),
    ['session', 'session-unlimited'],
  ],
  [
    'SS3 › a session whose calls send any amount of coins',
    callsOf(vote, { ...vote, mostSent: undefined }),
    ['session', 'session-unlimited'],
  ],
  [
    'a session whose calls send coins, each up to a limit',
    callsOf(vote, { ...vote, mostSent: nativeAmount }),
    ['session', 'session-unlimited'],
  ],
  [
    'a session whose calls move an amount, as often as they like',
    callsOf(vote, { ...vote, isRepeated: true }),
    ['session', 'session-unlimited'],
  ],
  [
    'a session whose calls run as the account',
    callsOf(vote, { ...vote, isDelegated: true }),
    ['session', 'session-unlimited'],
  ],
])('%s › its risks', (_name, fact, expected) => {
  const facts = { host: 'shop.example', newContracts: [], now }
  expect(risksOf({ account: alice, chain, facts: [fact] }, facts)).toEqual(expected)
})
