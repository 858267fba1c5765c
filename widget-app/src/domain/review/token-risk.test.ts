import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { DecodedAmount, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { hasOpenMinimum, risksOf } from './request-risk.ts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const some: DecodedAmount = { value: 5n, contract: token }
const nativeAmount: DecodedAmount = { value: 5n, contract: undefined }
const imitation: DecodedAmount = { ...some, asset: { symbol: 'USDC', decimals: 6, isImitation: true } }
const transfer: Fact = { is: 'transfer', from: undefined, to: bob, figure: nativeAmount }
const swap = { is: 'swap', router: token, pays: nativeAmount, gets: some, to: alice } as const

const risks = (fact: Fact, simulation?: Simulation) =>
  risksOf(
    { account: alice, chain: parseChainId('eip155:1'), facts: [fact] },
    { host: 'shop.example', newContracts: [], now: 0, simulation },
  )
const brings = (figure: DecodedAmount): Simulation => ({
  ...{ is: 'runs', changes: [{ figure }], grants: [], isPartial: false, fee: 0n },
})

describe('unlisted tokens', () => {
  it.each<[string, Fact, readonly string[]]>([
    ['a listed token', swap, []],
    ['a token on no list', { ...swap, isUnlisted: true }, ['unlisted-token']],
    [
      'a token on no list with a famous symbol',
      { ...swap, isUnlisted: true, gets: imitation },
      ['unlisted-token', 'imitated-token'],
    ],
  ])('swap for %s › risks', (_, fact, expected) => {
    expect(risks(fact)).toEqual(expected)
  })

  it('well-known symbol in a simulation › a risk only if it is received', () => {
    expect(risks(transfer, brings({ ...imitation, value: 5n }))).toContain('imitated-token')
    expect(risks(transfer, brings({ ...imitation, value: 0n }))).not.toContain('imitated-token')
    expect(risks(transfer, brings({ ...imitation, value: -5n }))).not.toContain('imitated-token')
  })

  it.each<[string, { readonly isImitation?: true }, boolean]>([
    ['with a famous symbol', { isImitation: true }, true],
    ['with another symbol', {}, false],
  ])('token %s is added to the wallet › a risk or not', (_, reported, isRisk) => {
    const fact: Fact = {
      ...({ is: 'listing', standard: 'ERC20', contract: token, isListed: false } as const),
      ...{ symbol: 'USDC', decimals: 6, picture: undefined, tokenId: undefined },
      ...reported,
    }
    expect(risks(fact).includes('imitated-token')).toBe(isRisk)
  })
})

describe('hasOpenMinimum', () => {
  const other = { value: 9n, contract: bob }
  it.each<[string, Fact, Simulation | undefined, boolean]>([
    ['no run', swap, undefined, true],
    ['a run that fails', swap, { is: 'fails', reason: undefined }, true],
    ['a run that brings another asset', swap, brings(other), true],
    ['a run that brings none of it', swap, brings({ ...some, value: 0n }), true],
    ['a run that brings it', swap, brings(some), false],
    ['no run, and an unknown minimum', { ...swap, gets: undefined }, undefined, false],
    ['no run, in a batch', { is: 'batch', facts: [swap] }, undefined, true],
    ['no run, and no minimum', { ...swap, gets: { ...some, value: 0n } }, undefined, false],
    ['no run, of a transfer', transfer, undefined, false],
  ])('%s › open or not', (_, fact, simulation, isOpen) => {
    expect(hasOpenMinimum([fact], simulation)).toBe(isOpen)
  })

  it('one open minimum among other facts › open', () => {
    expect(hasOpenMinimum([transfer, swap], undefined)).toBe(true)
  })
})
