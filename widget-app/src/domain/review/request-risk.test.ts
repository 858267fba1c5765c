import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { BalanceChange, DecodedAmount, Description, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { isBlockedRequest, needsReview } from './needs-review.ts'
import { flatFacts, risksOf } from './request-risk.ts'

const chain = parseChainId('eip155:1')
const now = 1_800_000_000_000
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const some: DecodedAmount = { value: 5n, contract: token }
const nativeAmount: DecodedAmount = { value: 5n, contract: undefined }

const described = (...facts: readonly Fact[]): Description => ({ account: alice, chain, facts })
const risksOfFact = (fact: Fact, newContracts: readonly string[] = []): readonly Risk[] =>
  risksOf(described(fact), { host: 'shop.example', newContracts, now })

const transfer: Fact = { is: 'transfer', from: undefined, to: bob, figure: nativeAmount }
const collectible: Fact = {
  is: 'collectible',
  from: undefined,
  to: bob,
  collection: token,
  id: 1n,
  count: 1n,
}
const approval = { is: 'approval', spender: bob, figure: some } as const
/** An approval of one NFT, as a simulation reports it. */
const nftGrant = { ...approval, figure: { ...some, value: 1n }, isUnlimited: false }
const typed = {
  is: 'typed-data',
  name: 'Shop',
  chain,
  contract: token,
  primaryType: 'Vote',
  lines: [],
  purpose: undefined,
  isImpostor: false,
} as const
const unknown = {
  is: 'unknown-call',
  to: token,
  selector: '0x12345678',
  figure: undefined,
  mayTake: false,
} as const

const signedApproval = {
  is: 'permit',
  standard: 'EIP-2612',
  spender: bob,
  figure: some,
  isUnlimited: false,
  deadline: 1n,
} as const

describe('risksOf', () => {
  it.each<[string, Fact, readonly Risk[]]>([
    ['a transfer', transfer, []],
    ['a transfer out of another account', { ...transfer, from: bob }, ['takes-from-other']],
    ['a transfer of all there is', { is: 'transfer-all', to: bob }, ['transfer-all']],
    [
      'tokens to a token account that may change hands',
      { ...transfer, tokenAccount: { owner: alice, isAssociated: false } },
      ['token-account'],
    ],
    [
      'tokens to a token account of its owner',
      { ...transfer, tokenAccount: { owner: alice, isAssociated: true } },
      [],
    ],
    ['a collectible', collectible, []],
    ['a collectible of another account', { ...collectible, from: bob }, ['takes-from-other']],
    ['a limited approval', { ...approval, isUnlimited: false }, []],
    ['an unlimited approval', { ...approval, isUnlimited: true }, ['unlimited-approval']],
    [
      'an approval for all',
      { is: 'approval-for-all', operator: bob, collection: token, isGranted: true },
      ['approval-for-all'],
    ],
    [
      'an approval for all taken back',
      { is: 'approval-for-all', operator: bob, collection: token, isGranted: false },
      [],
    ],
    ['a permit, also a limited one', signedApproval, ['permit']],
    [
      'a permit of as much as there is',
      { ...signedApproval, figure: { ...some, value: 5n }, holding: 5n },
      ['permit', 'approval-all'],
    ],
    [
      'a permit of one NFT, of which the account has none',
      {
        ...signedApproval,
        standard: 'EIP-4494',
        figure: { ...some, value: 1n },
        collectible: 42n,
        holding: 0n,
      },
      ['permit'],
    ],
    [
      'an approval of one NFT, the only one of the account',
      { ...approval, isUnlimited: false, figure: { ...some, value: 1n }, collectible: 42n, holding: 1n },
      [],
    ],
    ['a swap', { is: 'swap', router: token, pays: some, gets: nativeAmount, to: alice }, []],
    ['typed data of this chain', typed, []],
    ['typed data of no chain', { ...typed, chain: undefined }, []],
    ['typed data of another chain', { ...typed, chain: parseChainId('eip155:10') }, ['foreign-chain']],
    [
      'typed data at an address that is not its contract’s',
      { ...typed, isImpostor: true },
      ['impostor-contract'],
    ],
    ['an offer to sell', { ...typed, purpose: 'order' }, ['order']],
    [
      'an EIP-7702 authorisation',
      { is: 'authorisation', delegate: token, chain: undefined },
      ['authorisation'],
    ],
    ['a new authority', { is: 'authority', name: 'SetAuthority', right: 'owner', to: bob }, ['authority']],
    ['tokens that are destroyed', { is: 'burn', from: undefined, figure: some }, ['burn']],
    ['a durable nonce', { is: 'durable', account: bob }, ['durable']],
    ['a message', { is: 'message', text: 'Hello', isDisguised: false }, []],
    ['a sign-in here', { is: 'sign-in', domain: 'shop.example', text: '', isDisguised: false }, []],
    [
      'a sign-in elsewhere',
      { is: 'sign-in', domain: 'bank.example', text: '', isDisguised: false },
      ['foreign-sign-in'],
    ],
    ['unreadable bytes', { is: 'blind', why: 'hash', bytes: '0x00' }, ['blind']],
    ['a known call', { is: 'known-call', name: 'withdraw', lines: [] }, []],
    ['an unknown call without value', unknown, ['unknown-call']],
    ['an unknown call with value', { ...unknown, figure: nativeAmount }, ['unknown-with-value']],
    ['an unknown call that gets the account', { ...unknown, mayTake: true }, ['unknown-with-value']],
    [
      'an approval hidden in batches of batches',
      { is: 'batch', facts: [transfer, { is: 'batch', facts: [{ ...approval, isUnlimited: true }] }] },
      ['unlimited-approval'],
    ],
  ])('%s', (_name, fact, risks) => {
    expect(risksOfFact(fact)).toEqual(risks)
  })

  it('native amount to a contract never sent to, in any case › risky', () => {
    const fact: Fact = { ...transfer, to: token }
    expect(risksOfFact(fact, [token.toLowerCase()])).toEqual(['new-contract'])
    expect(risksOfFact(fact, [bob])).toEqual([])
  })

  it.each([
    ['the account’s own', { owner: alice, isAssociated: true }, []],
    [
      'the account’s own with a key',
      { owner: alice, isAssociated: false },
      ['new-contract', 'token-account'],
    ],
    ['another one’s', { owner: bob, isAssociated: true }, ['new-contract']],
  ])(
    'native amount to a token account, %s › risky unless it is certain to stay so',
    (_name, tokenAccount, risks) => {
      expect(risksOfFact({ ...transfer, to: token, tokenAccount }, [token.toLowerCase()])).toEqual(risks)
    },
  )

  it('undecodable request › risky; each risk is listed once', () => {
    const fake = `${bob.slice(0, 6)}${'f'.repeat(32)}${bob.slice(-4)}`
    const context = { host: 'shop.example', newContracts: [], knownAddresses: [alice, bob], now }
    expect(risksOf(described({ ...transfer, to: fake }), context)).toEqual(['look-alike'])
    expect(risksOf(described({ ...transfer, figure: some, to: fake }), context)).toEqual(['look-alike'])
    expect(risksOf(described(transfer), context)).toEqual([])
    expect(risksOf(undefined, { host: 'shop.example', newContracts: [], now })).toEqual(['not-read'])
    const twice = described({ ...approval, isUnlimited: true }, { ...approval, isUnlimited: true })
    expect(risksOf(twice, { host: 'shop.example', newContracts: [], now })).toEqual(['unlimited-approval'])
    expect(flatFacts([{ is: 'batch', facts: [transfer] }])).toEqual([transfer])
  })

  it('sign-in for another host › blocked; other requests › the user decides (test 41)', () => {
    expect(isBlockedRequest(['foreign-sign-in'])).toBe(true)
    expect(isBlockedRequest(['blind', 'authorisation', 'not-read'])).toBe(false)
  })
})

const ran = (
  changes: readonly BalanceChange[],
  grants: readonly Fact[] = [],
): Extract<Simulation, { is: 'runs' }> => ({
  is: 'runs',
  changes,
  grants,
  moves: { sent: [], hasUnread: false },
  fee: 1n,
  isPartial: false,
})
const loss = (value: bigint, contract?: string, id?: bigint): BalanceChange => ({
  figure: { value: -value, contract },
  collectible: id,
})
const operator = (contract?: string): Fact => ({
  ...({ is: 'authority', name: 'authorizeOperator', right: 'operator', to: bob } as const),
  contract,
})
const permit: Fact = {
  ...({ is: 'permit', standard: 'EIP-2612', spender: bob, figure: some } as const),
  isUnlimited: false,
  deadline: 1n,
}
const swapping = (pays: DecodedAmount | undefined): Fact => ({
  ...({ is: 'swap', router: bob, gets: some, to: alice } as const),
  pays,
})

const all = { is: 'transfer-all', to: bob } as const

describe('R8 › effects in the simulation beyond the request', () => {
  it.each<[string, Fact, Simulation, boolean]>([
    ['the coins of the transfer', transfer, ran([loss(5n)]), false],
    ['more than the transfer says', transfer, ran([loss(6n)]), true],
    ['a token beside the transfer', transfer, ran([loss(5n), loss(1n, token)]), true],
    ['a token under an approval', { ...approval, isUnlimited: false }, ran([loss(1n, token)]), true],
    ['nothing under an approval', { ...approval, isUnlimited: false }, ran([]), false],
    ['the NFT of the transfer', collectible, ran([loss(1n, token, 1n)]), false],
    [
      'the NFT of a transfer that may be of one',
      { ...transfer, figure: { value: 7n, contract: token }, mayBeCollectible: true },
      ran([loss(1n, token, 7n)]),
      false,
    ],
    [
      'another NFT than that of a transfer that may be of one',
      { ...transfer, figure: { value: 7n, contract: token }, mayBeCollectible: true },
      ran([loss(1n, token, 8n)]),
      true,
    ],
    [
      'an NFT where the transfer is of an amount',
      { ...transfer, figure: { value: 7n, contract: token } },
      ran([loss(1n, token, 7n)]),
      true,
    ],
    ['another NFT of the collection', collectible, ran([loss(1n, token, 2n)]), true],
    ['what a swap pays', swapping(nativeAmount), ran([loss(5n)]), false],
    ['what a swap does not say', swapping(undefined), ran([loss(5n)]), true],
    ['anything of an unknown call', unknown, ran([loss(5n)]), true],
    [
      'the coins that go along with an unknown call',
      { ...unknown, figure: nativeAmount },
      ran([loss(5n)]),
      false,
    ],
    ['a token beside them', { ...unknown, figure: nativeAmount }, ran([loss(5n), loss(1n, token)]), true],
    ['anything under a known call', { is: 'known-call', name: 'withdraw', lines: [] }, ran([loss(5n)]), true],
    ['anything under an empty batch', { is: 'batch', facts: [] }, ran([loss(5n)]), true],
    ['anything of an unknown contract', { is: 'unknown-contract', contract: bob }, ran([loss(5n)]), true],
    ['what all of a balance is', { ...all, of: { contract: token } }, ran([loss(9n, token)]), false],
    [
      'a token beside all of the coins',
      { ...all, of: { contract: undefined } },
      ran([loss(9n, token)]),
      true,
    ],
    ['a token beside all that a router has', all, ran([loss(9n, token)]), true],
    [
      'what another account sends in the request',
      { is: 'batch', by: bob, facts: [transfer] },
      ran([loss(5n)]),
      true,
    ],
    [
      'the deposit of an own token account',
      {
        is: 'known-call',
        name: 'CreateTokenAccount',
        lines: [],
        deposit: { value: 4n, contract: undefined },
      },
      ran([loss(4n, undefined)]),
      false,
    ],
    [
      'more than that deposit',
      {
        is: 'known-call',
        name: 'CreateTokenAccount',
        lines: [],
        deposit: { value: 4n, contract: undefined },
      },
      ran([loss(5n, undefined)]),
      true,
    ],
  ])('R8 › %s leaves › hidden loss or not', (_name, fact, simulation, isHidden) => {
    const risks = risksOf(described(fact), { host: undefined, newContracts: [], now, simulation })
    expect(risks.includes('hidden-loss')).toBe(isHidden)
  })

  it.each<[string, Fact, Fact, boolean]>([
    ['the same approval', { ...approval, isUnlimited: false }, { ...approval, isUnlimited: false }, false],
    [
      'a larger approval',
      { ...approval, isUnlimited: false },
      { ...approval, figure: { ...some, value: 6n }, isUnlimited: false },
      true,
    ],
    ['the approval of a permit', permit, { ...approval, isUnlimited: false }, false],
    [
      'the NFT 0 of an approval that may be of one',
      { ...approval, figure: { ...some, value: 0n }, isUnlimited: false, mayBeCollectible: true },
      { ...nftGrant, collectible: 0n },
      false,
    ],
    [
      'another NFT than that of an approval that may be of one',
      { ...approval, figure: { ...some, value: 5n }, isUnlimited: false, mayBeCollectible: true },
      { ...nftGrant, collectible: 1n },
      true,
    ],
    ['the NFT of an approval', { ...nftGrant, collectible: 7n }, { ...nftGrant, collectible: 7n }, false],
    [
      'another NFT than that of an approval',
      { ...nftGrant, collectible: 7n },
      { ...nftGrant, collectible: 8n },
      true,
    ],
    ['an amount where the approval is of an NFT', { ...nftGrant, collectible: 7n }, nftGrant, true],
    [
      'an NFT where the approval is of an amount',
      { ...approval, isUnlimited: true },
      { ...nftGrant, collectible: 7n },
      true,
    ],
    ['an approval of a transfer', transfer, { ...approval, isUnlimited: false }, true],
    ['the same operator', operator(token), operator(token.toLowerCase()), false],
    ['an operator where the request names no contract', operator(), operator(token), true],
    ['an operator over another contract', operator(token), operator(bob), true],
  ])('R8 › simulation grants %s › hidden grant or not', (_name, fact, grant, isHidden) => {
    const simulation = ran([], [grant])
    const risks = risksOf(described(fact), { host: undefined, newContracts: [], now, simulation })
    expect(risks.includes('hidden-grant')).toBe(isHidden)
  })
})

describe('calls that may take assets', () => {
  const call: Fact = { ...unknown, mayTake: 'unproven' }
  const contract: Fact = { is: 'unknown-contract', contract: token }
  it.each<[string, Simulation | undefined, readonly Risk[]]>([
    ['no run', undefined, ['unknown-with-value']],
    ['a run that fails', { is: 'fails', reason: undefined }, ['unknown-with-value']],
    ['a run of a part', { ...ran([]), isPartial: true }, ['unknown-with-value']],
    ['a run with a loss', ran([loss(1n, token)]), ['unknown-with-value', 'hidden-loss']],
    ['a run with a right', ran([], [operator(token)]), ['unknown-with-value', 'hidden-grant']],
    ['a run that takes nothing', ran([{ figure: some }]), []],
  ])('%s › severe unless the simulation is complete and takes nothing', (_name, simulation, risks) => {
    const facts = { host: undefined, newContracts: [], now, simulation }
    expect(risksOf(described(call), facts)).toEqual(risks.length > 0 ? risks : ['unknown-call'])
    expect(risksOf(described(contract), facts)).toEqual(['unknown-contract', ...risks])
  })

  it('native amount to an unknown contract › severe whatever the simulation shows', () => {
    const facts = { host: undefined, newContracts: [], now, simulation: ran([{ figure: some }]) }
    expect(risksOf(described({ ...contract, getsCoins: true }), facts)).toContain('unknown-with-value')
  })
})

describe('needsReview', () => {
  it.each<
    [
      wish: 'always' | 'risky',
      keys: 'wallet' | 'widget',
      list: boolean,
      risks: readonly Risk[],
      needed: boolean,
    ]
  >([
    ['risky', 'wallet', true, [], false],
    ['risky', 'wallet', false, [], true],
    ['risky', 'wallet', true, ['look-alike'], true],
    ['risky', 'wallet', false, ['permit'], true],
    ['always', 'wallet', true, [], true],
    ['always', 'wallet', false, ['permit'], true],
    ['risky', 'widget', true, [], true],
    ['risky', 'widget', false, ['permit'], true],
  ])(
    'review %s, keys of the %s, on the list %s, risks %j › reviewed: %s',
    (reviewMode, keys, isAllowListed, risks, needed) => {
      expect(needsReview({ reviewMode, keys, isAllowListed, risks })).toBe(needed)
    },
  )
})
