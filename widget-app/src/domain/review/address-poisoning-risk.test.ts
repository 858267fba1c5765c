import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { risksOf } from './request-risk.ts'

const alice = '0x1111111111111111111111111111111111111111'
const bob = '0x2222222222222222222222222222222222222222'
const token = '0x3333333333333333333333333333333333333333'
const some = { value: 5n, contract: token }
const described = (fact: Fact) => ({ account: alice, chain: parseChainId('eip155:1'), facts: [fact] })

describe('addresses that resemble a known one', () => {
  const known = '0x1234567890abcdef1234567890abcdef12345abc'
  const fake = '0x123fffffffffffffffffffffffffffffffffaabc'
  it.each<[string, Fact]>([
    ['a receiver', { is: 'transfer', from: undefined, to: fake, figure: some }],
    [
      'a receiver of what is taken from another account',
      { is: 'transfer', from: bob, to: fake, figure: some },
    ],
    [
      'a receiver of an NFT',
      { is: 'collectible', from: undefined, to: fake, collection: token, id: 1n, count: 1n },
    ],
    ['a receiver of all there is', { is: 'transfer-all', to: fake }],
    ['a receiver of a swap', { is: 'swap', router: bob, pays: some, gets: some, to: fake }],
    ['a spender', { is: 'approval', spender: fake, figure: some, isUnlimited: false }],
    [
      'a spender by signature',
      { is: 'permit', standard: 'Permit2', spender: fake, figure: some, isUnlimited: false, deadline: 1n },
    ],
    ['an operator', { is: 'approval-for-all', operator: fake, collection: token, isGranted: true }],
    ['the holder of a right', { is: 'authority', name: 'x', right: 'account', to: fake }],
    ['a delegate', { is: 'authorisation', delegate: fake, chain: undefined }],
    [
      'a receiver of a withdrawal',
      { is: 'withdrawal', kind: 'stake', account: token, to: fake, figure: some },
    ],
  ])('H1 › %s › look-alike', (_name, fact) => {
    const facts = { host: undefined, newContracts: [], knownAddresses: [known], now: 0 }
    expect(risksOf(described(fact), facts)).toContain('look-alike')
    expect(risksOf(described(fact), { ...facts, knownAddresses: [known, fake] })).not.toContain('look-alike')
    const honest: Fact = { is: 'transfer', from: undefined, to: known, figure: some }
    expect(risksOf({ ...described(fact), facts: [honest, fact] }, facts)).toContain('look-alike')
  })

  it('fact without a recipient › no risk', () => {
    const message: Fact = { is: 'message', text: 'Hello', isDisguised: false }
    const facts = { host: undefined, newContracts: [], knownAddresses: [known], now: 0 }
    expect(risksOf(described(message), facts)).toEqual([])
  })
})
