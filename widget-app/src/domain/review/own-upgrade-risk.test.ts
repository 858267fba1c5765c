import { expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { risksOf } from './request-risk.ts'

const chain = parseChainId('eip155:1')
const delegation = { is: 'authorisation', delegate: bob, chain } as const
const risksOfFact = (fact: Fact) =>
  risksOf({ account: alice, chain, facts: [fact] }, { host: 'shop.example', newContracts: [], now: 0 })

test('delegation in the request of a dApp › severe risk', () => {
  expect(risksOfFact(delegation)).toEqual(['authorisation'])
})

test('upgrade that our own wallet adds › no risk', () => {
  expect(risksOfFact({ ...delegation, isOwn: true })).toEqual([])
})
