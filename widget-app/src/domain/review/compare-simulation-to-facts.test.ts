import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type {
  BalanceChange,
  DecodedAmount,
  Description,
  Fact,
  SimulatedTransfers,
} from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import {
  hasMissingGain,
  hasUndeclaredAuthority,
  hasUndeclaredLoss,
  isDeclared,
} from './compare-simulation-to-facts.ts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const chain = parseChainId('eip155:1')
const of = (value: bigint, contract: string | undefined = token): DecodedAmount => ({ value, contract })
const change = (value: bigint, contract?: string, collectible?: bigint): BalanceChange => ({
  figure: of(value, contract),
  collectible,
})
const described = (...facts: readonly Fact[]): Description => ({ account: alice, chain, facts })
type Runs = Extract<Simulation, { is: 'runs' }>
const runs = (changes: readonly BalanceChange[], over: Partial<Runs> = {}): Runs => ({
  ...({ is: 'runs', grants: [], fee: 1n, isPartial: false } as const),
  moves: { sent: [], hasUnread: false },
  changes,
  ...over,
})
const transfer = (value: bigint, to = bob, from?: string): Fact => ({
  is: 'transfer',
  from,
  to,
  figure: of(value),
})
const nft = (to: string, from?: string): Fact => ({
  ...({ is: 'collectible', collection: token, id: 7n, count: 1n } as const),
  from,
  to,
})
const swap = (over: Partial<Extract<Fact, { is: 'swap' }>>): Fact => ({
  ...({ is: 'swap', router, pays: undefined, gets: undefined, to: alice } as const),
  ...over,
})
const coinsOf = (value: bigint): DecodedAmount => ({ value, contract: undefined })
const coinsChange = (value: bigint): BalanceChange => ({ figure: coinsOf(value) })
const coinsTo = (to: string): Extract<Fact, { is: 'transfer' }> => ({
  ...({ is: 'transfer', from: undefined, figure: coinsOf(5n) } as const),
  to,
})
const unknownCall: Fact = {
  ...({ is: 'unknown-call', to: router, selector: '0x12345678', mayTake: true } as const),
  figure: coinsOf(5n),
}
const failing: Simulation = { is: 'fails', reason: undefined }

describe('R8 › losses that the facts declare', () => {
  it.each<[string, readonly Fact[], BalanceChange, boolean]>([
    ['a transfer out of another account', [transfer(5n, bob, router)], change(-5n), true],
    ['a transfer to the account itself', [transfer(5n, alice.toLowerCase())], change(-5n), true],
    [
      'an amount where the transfer may be of an NFT',
      [{ is: 'transfer', from: undefined, to: bob, figure: of(5n), mayBeCollectible: true }],
      change(-5n),
      false,
    ],
    ['an NFT out of another account', [nft(bob, router)], change(-1n, token, 7n), true],
    ['an NFT to the account itself', [nft(alice)], change(-1n, token, 7n), true],
    ['tokens that are destroyed', [{ is: 'burn', from: undefined, figure: of(5n) }], change(-5n), false],
    ['what a call locks', [{ is: 'known-call', name: 'x', lines: [], locked: of(5n) }], change(-5n), false],
    ['more than that', [{ is: 'known-call', name: 'x', lines: [], locked: of(5n) }], change(-6n), true],
    ['tokens of another that are destroyed', [{ is: 'burn', from: bob, figure: of(5n) }], change(-5n), true],
    ['what the router pays in a swap', [swap({ pays: of(5n), payer: router })], change(-5n), true],
    ['a transfer inside a batch', [{ is: 'batch', facts: [transfer(5n)] }], change(-5n), false],
    ['a swap that does not say what it brings', [swap({ pays: of(5n) })], change(-5n), false],
    ['two transfers', [transfer(2n), transfer(3n)], change(-5n), false],
    ['a transfer in other letters', [transfer(5n)], change(-5n, token.toLowerCase()), false],
    ['what a swap brings back, set off', [transfer(9n), swap({ gets: of(4n) })], change(-5n), false],
    ['more than is left after that', [transfer(9n), swap({ gets: of(4n) })], change(-6n), true],
    [
      'what a swap brings back to the caller',
      [transfer(9n), swap({ gets: of(4n), to: undefined })],
      change(-6n),
      true,
    ],
    [
      'what a swap brings another account',
      [transfer(9n), swap({ gets: of(4n), to: bob })],
      change(-9n),
      false,
    ],
    [
      'coins to another account that has a token account of the own one',
      [{ ...coinsTo(bob), tokenAccount: { owner: alice, isAssociated: true } }],
      coinsChange(-5n),
      false,
    ],
    [
      'tokens to another token account of the own one',
      [{ ...coinsTo(bob), figure: of(5n), tokenAccount: { owner: alice, isAssociated: true } }],
      change(-5n),
      true,
    ],
    ['coins that an unknown call carries', [unknownCall], coinsChange(-5n), false],
    ['an NFT that leaves instead of another', [nft(bob)], change(-1n, token, 8n), true],
    ['nothing, where a swap promises some', [swap({ gets: of(4n) })], change(0n), false],
    ['less comes than a swap promises', [swap({ gets: of(4n) })], change(1n), false],
  ])('%s › hidden loss or not', (_name, facts, one, isHidden) => {
    expect(hasUndeclaredLoss(described(...facts), runs([one]))).toBe(isHidden)
    expect(hasUndeclaredLoss(described(...facts), failing)).toBe(false)
  })
})

describe('A3 › gains that the facts promise', () => {
  it.each<[string, readonly Fact[], readonly BalanceChange[], boolean]>([
    ['nothing comes', [swap({ gets: of(4n) })], [], true],
    ['as much comes', [swap({ gets: of(4n) })], [change(4n)], false],
    ['two swaps, and enough for one', [swap({ gets: of(4n) }), swap({ gets: of(4n) })], [change(4n)], true],
    ['another asset comes', [swap({ gets: of(4n) })], [change(4n, router)], true],
    ['a part goes on in a transfer', [swap({ gets: of(4n) }), transfer(1n)], [change(3n)], false],
    ['more than that part is missing', [swap({ gets: of(4n) }), transfer(1n)], [change(2n)], true],
    ['it goes to another account', [swap({ gets: of(4n), to: bob })], [], false],
    ['it goes to the caller', [swap({ gets: of(4n), to: undefined })], [], true],
    [
      'another account swaps',
      [{ is: 'batch', by: bob, facts: [swap({ gets: of(4n), to: undefined })] }],
      [],
      false,
    ],
  ])('%s › missing gain or not', (_name, facts, changes, isMissing) => {
    expect(hasMissingGain(described(...facts), runs(changes))).toBe(isMissing)
    expect(hasMissingGain(described(...facts), runs(changes, { isPartial: true }))).toBe(false)
    expect(hasMissingGain(described(...facts), failing)).toBe(false)
  })
})

describe('B5 › recipients that the facts declare', () => {
  type Sent = SimulatedTransfers['sent'][number]
  const sent = (value: bigint, to: string, contract = token): Sent => ({ ...change(value, contract), to })
  const paying = swap({ pays: of(5n) })
  it.each<[string, readonly Fact[], readonly Sent[], boolean]>([
    ['nothing leaves', [], [], true],
    ['the named receiver, in other letters', [transfer(5n)], [sent(5n, bob.toLowerCase())], true],
    ['another receiver', [transfer(5n)], [sent(5n, router)], false],
    ['more than is named', [transfer(5n)], [sent(6n, bob)], false],
    ['what a swap pays, to anyone', [paying], [sent(5n, bob)], true],
    ['more than a swap pays', [paying], [sent(6n, bob)], false],
    ['another asset than a swap pays', [paying], [sent(5n, bob, router)], false],
    ['a transfer and a swap', [transfer(5n), paying], [sent(5n, bob), sent(5n, router)], true],
    ['less than named, and more elsewhere', [transfer(5n), paying], [sent(3n, bob), sent(7n, router)], false],
    ['one receiver in two spellings', [paying], [sent(3n, bob), sent(2n, bob.toLowerCase())], true],
    ['two receivers of what one swap pays', [paying], [sent(3n, bob), sent(3n, router)], false],
    ['an NFT to the named receiver', [nft(bob)], [{ ...sent(1n, bob), collectible: 7n }], true],
    ['an NFT to another', [nft(bob)], [{ ...sent(1n, router), collectible: 7n }], false],
    [
      'coins of an unknown call, to another than it calls',
      [unknownCall],
      [{ ...coinsChange(5n), to: bob }],
      false,
    ],
    ['coins of an unknown call', [unknownCall], [{ ...coinsChange(5n), to: router }], true],
    [
      'what another account sends',
      [{ is: 'batch', by: router, facts: [transfer(5n)] }],
      [sent(5n, bob)],
      false,
    ],
  ])('%s › declared or not', (_name, facts, sentAmounts, isExpected) => {
    const moves: SimulatedTransfers = { sent: sentAmounts, hasUnread: false }
    expect(isDeclared(described(...facts), runs([], { moves }))).toBe(isExpected)
  })

  it('transfers undecoded or unknown, or the simulation fails › not declared', () => {
    expect(isDeclared(described(), runs([], { moves: { sent: [], hasUnread: true } }))).toBe(false)
    expect(isDeclared(described(), runs([], { moves: undefined }))).toBe(false)
    expect(isDeclared(described(), failing)).toBe(false)
    expect(isDeclared(described(), undefined)).toBe(false)
  })
})

describe('R8 › authorities that the facts declare', () => {
  const approval = { is: 'approval', spender: bob, figure: of(5n), isUnlimited: false } as const
  const operator = { is: 'approval-for-all', operator: bob, collection: token, isGranted: true } as const
  const permit = { is: 'permit', standard: 'EIP-4494', deadline: 1n, isUnlimited: false } as const
  const authority = { is: 'authority', name: 'SetAuthority', right: 'owner', to: bob } as const
  it.each<[string, readonly Fact[], Fact, boolean]>([
    ['an approval in other letters', [{ ...approval, spender: bob.toLowerCase() }], approval, false],
    ['an approval of another spender', [{ ...approval, spender: router }], approval, true],
    ['an approval of another token', [{ ...approval, figure: of(5n, router) }], approval, true],
    ['an approval taken back', [], { ...approval, figure: of(0n) }, false],
    [
      'a larger one where the request is unlimited',
      [{ ...approval, isUnlimited: true }],
      { ...approval, figure: of(6n) },
      false,
    ],
    ['an operator', [operator], operator, false],
    ['an operator where one is taken back', [{ ...operator, isGranted: false }], operator, true],
    ['an operator taken back', [], { ...operator, isGranted: false }, false],
    ['an operator where the request approves an amount', [approval], operator, true],
    ['an operator where the request approves all', [{ ...approval, isUnlimited: true }], operator, true],
    ['an approval where the request names an operator', [operator], approval, false],
    ['an operator of another collection', [{ ...operator, collection: router }], operator, true],
    ['a right of another kind', [{ ...authority, right: 'account' }], authority, true],
    ['a right of another holder', [{ ...authority, to: router }], authority, true],
    [
      'a right that another account gives',
      [{ is: 'batch', by: router, facts: [authority] }],
      authority,
      true,
    ],
    ['a right of a batch', [{ is: 'batch', facts: [authority] }], authority, false],
    [
      'the NFT of a permit',
      [{ ...permit, spender: bob, figure: of(1n), collectible: 7n }],
      { ...approval, figure: of(1n), collectible: 7n },
      false,
    ],
    [
      'another NFT than that of a permit',
      [{ ...permit, spender: bob, figure: of(1n), collectible: 7n }],
      { ...approval, figure: of(1n), collectible: 8n },
      true,
    ],
    ['what is no right', [], transfer(5n), false],
  ])('%s › hidden grant or not', (_name, facts, grant, isHidden) => {
    expect(hasUndeclaredAuthority(facts, runs([], { grants: [grant] }))).toBe(isHidden)
    expect(hasUndeclaredAuthority(facts, failing)).toBe(false)
  })

  it('one of two authorities is declared › hidden grant', () => {
    expect(hasUndeclaredAuthority([approval], runs([], { grants: [approval, authority] }))).toBe(true)
  })
})
