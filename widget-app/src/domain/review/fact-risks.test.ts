import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { BalanceChange, DecodedAmount, Fact, TermName } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import { bob } from '#widget/testing/world.ts'
import { risksOf } from './request-risk.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const chain = parseChainId('eip155:1')
const of = (value: bigint, contract = token): DecodedAmount => ({ value, contract })
const risksOfFact = (fact: Fact, simulation?: Simulation): readonly Risk[] =>
  risksOf(
    { account: alice, chain, facts: [fact] },
    { host: 'shop.example', newContracts: [], now: 0, simulation },
  )
const withRun = (fact: Fact, simulation: Simulation, newContracts: readonly string[] = []) =>
  risksOf(
    { account: alice, chain, facts: [fact] },
    { host: 'shop.example', newContracts, now: 0, simulation },
  )
const whollyRun = { is: 'runs', grants: [], changes: [], fee: 1n, isPartial: false } as const
const runs = (...changes: readonly BalanceChange[]): Simulation => ({ ...whollyRun, changes })

describe('authorities over all assets of the account', () => {
  it.each<[string, bigint, bigint | undefined, boolean]>([
    ['more than the account has', 6n, 5n, true],
    ['all that the account has', 5n, 5n, true],
    ['less than the account has', 4n, 5n, false],
    ['nothing, of nothing', 0n, 0n, false],
    ['anything, of an unknown balance', 5n, undefined, false],
  ])('%s › warned about or not', (_name, value, balance, isAll) => {
    const right = { spender: bob, figure: of(value), isUnlimited: false, holding: balance }
    const all: readonly Risk[] = isAll ? ['approval-all'] : []
    expect(risksOfFact({ is: 'approval', ...right })).toEqual(all)
    const permit: Fact = { is: 'permit', standard: 'EIP-2612', deadline: 1n, ...right }
    expect(risksOfFact(permit)).toEqual(['permit', ...all])
  })
})

describe('minimum and recipient of a swap', () => {
  const swap = (gets: DecodedAmount | undefined, to: string | undefined = alice): Fact => ({
    ...({ is: 'swap', router: bob, pays: { value: 1n, contract: undefined } } as const),
    gets,
    to,
  })
  it.each<[string, DecodedAmount | undefined, Simulation | undefined, boolean]>([
    ['an unknown minimum', undefined, runs(), false],
    ['a minimum of zero', of(0n), undefined, true],
    ['no run', of(1n), undefined, false],
    ['a run that fails', of(1n), { is: 'fails', reason: undefined }, false],
    ['a run that brings nothing of it', of(1n), runs({ figure: of(100n, bob) }), false],
    ['90 % of what the run brings', of(90n), runs({ figure: of(100n) }), false],
    ['less than 90 % of what the run brings', of(89n), runs({ figure: of(100n) }), true],
    ['the same contract in other letters', of(1n, token.toLowerCase()), runs({ figure: of(100n) }), true],
    [
      'an NFT of the same contract that leaves',
      of(1n),
      runs({ figure: of(-1n), collectible: 7n }, { figure: of(100n) }),
      true,
    ],
  ])('%s › low minimum or not', (_name, gets, simulation, isLow) => {
    expect(risksOfFact(swap(gets), simulation).includes('swap-low-minimum')).toBe(isLow)
  })

  it.each<[string, string | undefined, readonly Risk[]]>([
    ['another account', bob, ['swap-to-other']],
    ['the account in other letters', alice.toLowerCase(), []],
    ['the account of the caller', undefined, []],
  ])('swap pays %s › warned about or not', (_name, to, risks) => {
    expect(risksOfFact({ is: 'swap', router: bob, pays: of(1n), gets: of(5n), to })).toEqual(risks)
  })
})

describe('facts of other accounts, texts and terms', () => {
  const text = { text: 'Hello', isDisguised: false } as const
  it.each<[string, readonly Risk[], Fact]>([
    [
      'tokens of another account that are destroyed',
      ['burn', 'takes-from-other'],
      { is: 'burn', from: bob, figure: of(5n) },
    ],
    [
      'control of a program',
      ['control'],
      { is: 'authority', name: 'SetAuthority', right: 'control', to: bob },
    ],
    ['a disguised message', ['disguised-text'], { is: 'message', ...text, isDisguised: true }],
    ['a message of a doubtful kind', ['encoded'], { is: 'message', ...text, doubt: 'encoded' }],
    [
      'a disguised sign-in here',
      ['disguised-text'],
      { is: 'sign-in', domain: 'shop.example', ...text, isDisguised: true },
    ],
    [
      'a sign-in here that hands out rights',
      ['sign-in-rights'],
      { is: 'sign-in', domain: 'shop.example', ...text, doubt: 'sign-in-rights' },
    ],
  ])('other accounts › %s › risks %j', (_name, risks, fact) => {
    expect(risksOfFact(fact)).toEqual(risks)
  })

  it('order that pays only other accounts › warned about', () => {
    const order: Fact = {
      ...({ is: 'typed-data', name: 'Shop', chain, contract: token, primaryType: 'Order' } as const),
      ...({ lines: [], purpose: 'order', isImpostor: false, isToOther: true } as const),
    }
    expect(risksOfFact(order)).toEqual(['order', 'swap-to-other'])
  })

  it('recipients not reported in time › warned about', () => {
    const facts = [{ is: 'message', ...text } as const]
    const context = { host: 'shop.example', newContracts: [], now: 0, isUnchecked: true }
    expect(risksOf({ account: alice, chain, facts }, context)).toEqual(['unchecked'])
  })

  it.each<[TermName, Risk | undefined]>([
    ['fee', undefined],
    ['fee-high', 'high-fee'],
    ['gas-high', 'high-fee'],
    ['tip', 'high-fee'],
    ['immortal', 'immortal'],
    ['unsent', 'unsent'],
    ['unsent-soon', undefined],
    ['unknown-blockhash', 'unknown-blockhash'],
  ])('term %s › %s', (name, risk) => {
    expect(risksOfFact({ is: 'term', name })).toEqual(risk === undefined ? [] : [risk])
  })
})

describe('networks and tokens to add to a wallet', () => {
  const network: Fact = {
    ...({ is: 'network', chain, name: 'Ethereum', symbol: 'ETH', decimals: 18, isOwn: true } as const),
    nodes: ['https://node.example'],
    explorers: [],
  }
  const listing = {
    ...({ is: 'listing', standard: 'ERC20', contract: token, isListed: false } as const),
    ...{ symbol: 'SHOP', decimals: 6 },
  } satisfies Fact
  it.each<[string, readonly Risk[], Fact]>([
    ['a network as the widget knows it', [], network],
    ['a network of the site', ['site-network'], { ...network, isOwn: false }],
    ['a listed token', [], { ...listing, isListed: true, reported: { symbol: 'TEA', decimals: 6 } }],
    ['a token in the site’s words', ['site-token'], listing],
    ['a token without any words', ['site-token'], { ...listing, symbol: undefined, decimals: undefined }],
    ['a token that says the same', ['site-token'], { ...listing, reported: { symbol: 'SHOP', decimals: 6 } }],
    [
      'a token with another symbol',
      ['site-token', 'token-differs'],
      { ...listing, reported: { symbol: 'TEA', decimals: 6 } },
    ],
    [
      'a token with other decimals',
      ['site-token', 'token-differs'],
      { ...listing, reported: { symbol: 'SHOP', decimals: 18 } },
    ],
  ])('networks and tokens › %s › risks %j', (_name, risks, fact) => {
    expect(risksOfFact(fact)).toEqual(risks)
  })
})

describe('losses of the account', () => {
  const withdrawal = {
    ...({ is: 'withdrawal', kind: 'nonce', account: token, to: bob } as const),
    figure: { value: 5n, contract: undefined },
  } satisfies Fact
  const other = { owner: bob, isAssociated: false }
  it.each<[string, readonly Risk[], Fact]>([
    ['a withdrawal to another account', ['withdrawal'], withdrawal],
    ['a withdrawal to the account itself', [], { ...withdrawal, to: undefined }],
    [
      'a withdrawal to a token account that may be another’s',
      ['withdrawal', 'token-account'],
      { ...withdrawal, tokenAccount: other },
    ],
    [
      'all of a balance to such a token account',
      ['transfer-all', 'token-account'],
      { is: 'transfer-all', to: bob, tokenAccount: other },
    ],
    [
      'all that a router holds',
      ['transfer-all', 'swap-to-other'],
      { is: 'transfer-all', to: bob, isHeld: true },
    ],
    [
      'all of a balance, to an unknown kind of account',
      ['transfer-all'],
      { is: 'transfer-all', to: bob, isHeld: undefined, tokenAccount: undefined },
    ],
  ])('%s › risks %j', (_name, risks, fact) => {
    expect(risksOfFact(fact)).toEqual(risks)
  })

  it('contract new to the user, in any case › warned about', () => {
    const to = '0xAbCdEf1234567890aBcDeF1234567890AbCdEf12'
    const isNew = [to.toLowerCase()]
    expect(withRun({ ...withdrawal, to }, runs(), isNew)).toEqual(['withdrawal', 'new-contract'])
    const transfer: Fact = { is: 'transfer', from: undefined, to, figure: withdrawal.figure }
    expect(withRun(transfer, runs(), isNew)).toEqual(['new-contract'])
    expect(withRun({ ...transfer, isToProgram: true }, runs())).toEqual(['new-contract'])
    const toOwnTokenAccount = { ...transfer, tokenAccount: { owner: alice, isAssociated: true } }
    expect(withRun(toOwnTokenAccount, runs(), isNew)).toEqual([])
    expect(
      withRun({ ...toOwnTokenAccount, tokenAccount: { owner: to, isAssociated: true } }, runs(), isNew),
    ).toEqual(['new-contract'])
  })
})

describe('known function of an unknown contract', () => {
  const completeSimulation: Simulation = { ...whollyRun, moves: { sent: [], hasUnread: false } }
  const fact: Fact = { is: 'unknown-contract', contract: bob }
  const both: readonly Risk[] = ['unknown-contract', 'unknown-with-value']
  it.each<[string, readonly Risk[], Fact, Simulation]>([
    ['a whole run shows no more', ['unknown-contract'], fact, completeSimulation],
    ['coins go to it', both, { ...fact, getsCoins: true }, completeSimulation],
    ['no coins go to it', ['unknown-contract'], { ...fact, getsCoins: undefined }, completeSimulation],
    ['a part of a run', both, fact, { ...completeSimulation, isPartial: true }],
    ['a run that fails', both, fact, { is: 'fails', reason: undefined }],
  ])('known function › %s › risks %j', (_name, risks, one, simulation) => {
    expect(withRun(one, simulation)).toEqual(risks)
  })
})

describe('simulation with a smaller gain than declared', () => {
  it("nothing of a swap's minimum › missing gain; all of it › none", () => {
    const swap: Fact = { is: 'swap', router: bob, pays: of(1n, bob), gets: of(5n), to: alice }
    expect(risksOfFact(swap, runs())).toEqual(['missing-gain'])
    expect(risksOfFact(swap, runs({ figure: of(5n) }))).toEqual([])
  })
})

describe('authorities without control of the account', () => {
  it.each<['votes' | 'multisig' | 'owner', Risk]>([
    ['votes', 'votes'],
    ['multisig', 'takes-from-other'],
    ['owner', 'authority'],
  ])('%s › %s', (right, risk) => {
    expect(risksOfFact({ is: 'authority', name: 'x', right, to: bob })).toEqual([risk])
  })
})
