import { type Address, address, type IInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import type { Fact } from '../../request-facts.ts'
import { createTokenAccount, systemTransfer, transferChecked } from '../instructions.ts'
import { systemProgram, token2022Program, tokenProgram } from '../programs.ts'
import { factsOf } from '../testing/dapp-world.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import { instructionOf, keyBytes, u32, u64, wireOf } from '../testing/transactions.ts'
import { accountJson, alice, bob, mint, mintJson, network, thief, vault } from '../testing/unit-world.ts'
import { addTokenMetadata } from './mint-metadata.ts'
import { associatedTokenAddress } from './token-state.ts'

const { signal } = new AbortController()
/** A token account that has a key. */
const keyedAccount = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR')
const junk = address('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')

type State = { readonly of?: Address; readonly owner: Address; readonly closes?: Address }

const tokenAccount = ({ of = mint, owner, closes }: State) => {
  const head = [...keyBytes(of), ...keyBytes(owner), ...u64(9n), ...new Uint8Array(36), 1]
  const end = closes === undefined ? new Uint8Array(36) : [1, 0, 0, 0, ...keyBytes(closes)]
  return accountJson(2_039_280, tokenProgram, Uint8Array.from([...head, ...new Uint8Array(20), ...end]))
}

/** The displayed facts of a transaction; the node has these token accounts and the mint. */
async function displayedFacts(
  instructions: readonly IInstruction[],
  states: ReadonlyMap<Address, State>,
): Promise<readonly Fact[]> {
  const description = await factsOf(wireOf(instructions))
  const known = (name: unknown) => {
    if (name === mint) return mintJson(6)
    const state = [...states].find(([associated]) => associated === name)?.[1]
    return state === undefined ? null : tokenAccount(state)
  }
  const node = scriptedNode({
    getMultipleAccounts: ([names]) => inContext(Array.isArray(names) ? names.map(known) : []),
    getTokenAccountsByOwner: () => inContext([]),
  })
  const { facts } = await addTokenMetadata(node.openRpc(network), description, network, signal)
  return facts.flatMap((fact) => (fact.is === 'batch' ? fact.facts : [fact]))
}

const transferFrom = (source: Address, destination: Address): IInstruction =>
  transferChecked({
    ...{ program: tokenProgram, mint, decimals: 6, source, authority: alice, destination, amount: 7n },
  })
const send = (destination: Address) => transferFrom(keyedAccount, destination)
const setAuthority = (of: Address, type: number, to: Address): IInstruction =>
  instructionOf(tokenProgram, [of, { signer: thief }], [6, type, 1, ...keyBytes(to)])
const close = (closed: Address, to: Address): IInstruction =>
  instructionOf(tokenProgram, [closed, to, { signer: thief }], [9])
const create = (created: Address): IInstruction =>
  instructionOf(
    systemProgram,
    [{ signer: alice }, { signer: created }],
    [...u32(0), ...u64(2_039_280n), ...u64(165n), ...keyBytes(tokenProgram)],
  )
const initialize = (initialized: Address, owner: Address): IInstruction =>
  instructionOf(tokenProgram, [initialized, { reads: mint }], [18, ...keyBytes(owner)])
const unknown: IInstruction = instructionOf(thief, [vault], [1])

const transferIn = (facts: readonly Fact[]) =>
  facts.find((fact) => fact.is === 'transfer' && fact.figure.value === 7n)

describe('recipient of tokens', () => {
  it('associated token account › only the owner', async () => {
    const states = new Map([[vault, { owner: bob }]])
    expect(transferIn(await displayedFacts([send(vault)], states))).toEqual({
      ...{ is: 'transfer', from: undefined, source: keyedAccount, to: bob },
      figure: { value: 7n, contract: mint, asset: expect.objectContaining({ decimals: 6 }) },
    })
    // Creating it in the same transaction does not change its owner.
    const open = createTokenAccount({
      payer: alice,
      tokenAccount: vault,
      owner: bob,
      mint,
      program: tokenProgram,
    })
    expect(transferIn(await displayedFacts([open, send(vault)], states))).toMatchObject({ to: bob })
  })

  it('S-T1 › tokens of another account by its approval › taken from that account', async () => {
    const states = new Map<Address, State>([
      [keyedAccount, { owner: bob }],
      [vault, { owner: bob }],
    ])
    const burn = instructionOf(tokenProgram, [keyedAccount, mint, { signer: alice }], [8, ...u64(7n)])
    const facts = await displayedFacts([send(vault), burn], states)
    expect(facts).toMatchObject([
      { is: 'transfer', from: bob },
      { is: 'burn', from: bob },
    ])
    const changes = [{ figure: { value: -7n, contract: mint } }]
    const simulation = { is: 'runs', changes, grants: [], isPartial: false, fee: 0n } as const
    const description = { account: alice, chain: network.id, facts }
    expect(risksOf(description, { host: undefined, newContracts: [], now: 0, simulation })).toEqual(
      expect.arrayContaining(['takes-from-other', 'hidden-loss']),
    )
  })

  const openFor = (owner: Address, tokenAccount = vault) =>
    createTokenAccount({ payer: alice, tokenAccount, owner, mint, program: tokenProgram })

  it('associated account created by the transaction › the owner, no risks', async () => {
    const facts = await displayedFacts([openFor(bob), send(vault)], new Map())
    expect(transferIn(facts)).toMatchObject({ to: bob, figure: { contract: mint } })
    expect(transferIn(facts)).not.toHaveProperty('tokenAccount')
    const description = { account: alice, chain: network.id, facts }
    const context = { host: undefined, newContracts: [], now: 0 }
    expect(risksOf(description, context)).toEqual([])
    const [first, last] = [bob.slice(0, 6), bob.slice(-6)]
    const friend = `${first}${bob.slice(6, -6).replaceAll(/[A-Z]/g, 'x')}${last}`
    expect(risksOf(description, { ...context, knownAddresses: [friend] })).toEqual(['look-alike'])
  })

  it.each<[string, readonly IInstruction[], object]>([
    ['the transaction has an unknown call', [openFor(bob), unknown], { owner: bob }],
    ['it is opened for an owner from which its address is not derived', [openFor(thief)], {}],
    ['nothing opens it', [], {}],
    ['the transaction opens it for another owner', [create(keyedAccount), initialize(keyedAccount, bob)], {}],
  ])('account does not exist, and %s › its own address, with a warning', async (_case, others, holder) => {
    const to = others.length === 2 && others[1] !== unknown ? keyedAccount : vault
    const facts = await displayedFacts([...others, send(to)], new Map())
    const tokenAccount = { owner: undefined, isAssociated: false, ...holder }
    expect(transferIn(facts)).toMatchObject({ to, tokenAccount })
    const description = { account: alice, chain: network.id, facts }
    expect(risksOf(description, { host: undefined, newContracts: [], now: 0 })).toContain('token-account')
  })

  it.each<[string, State, Address, readonly IInstruction[]]>([
    ['C4 › it has a key of its own', { owner: bob }, keyedAccount, []],
    [
      'C4 › the transaction closes it and opens it for another owner',
      { owner: bob, closes: thief },
      keyedAccount,
      [close(keyedAccount, alice), create(keyedAccount), initialize(keyedAccount, thief)],
    ],
    ['C1 › another account may close it', { owner: bob, closes: thief }, vault, []],
    ['the state names an owner from which its address is not derived', { owner: thief }, vault, []],
    ['the state names a mint from which its address is not derived', { of: junk, owner: bob }, vault, []],
    ['the transaction hands over a right', { owner: bob }, vault, [setAuthority(vault, 2, thief)]],
    [
      'the transaction hands over a right to the signer',
      { owner: bob },
      vault,
      [setAuthority(vault, 2, alice)],
    ],
    ['the transaction closes it', { owner: bob }, vault, [close(vault, alice)]],
    ['the transaction closes an account to another', { owner: bob }, vault, [close(vault, thief)]],
    ['the transaction opens it', { owner: bob }, vault, [initialize(vault, thief)]],
    ['the transaction has an unknown call', { owner: bob }, vault, [unknown]],
  ])('%s › its own address, with the current owner', async (_case, state, to, others) => {
    const facts = await displayedFacts([...others, send(to)], new Map([[to, state]]))
    expect(transferIn(facts)).toMatchObject({
      to,
      tokenAccount: { owner: state.owner, isAssociated: false },
    })
  })
})

it('P-M2 › confidential transfer to the account’s own › still a hidden loss', async () => {
  const moved = instructionOf(token2022Program, [vault, mint, keyedAccount, { signer: alice }], [27, 7, 0])
  const facts = await displayedFacts([moved, unknown], new Map([[keyedAccount, { owner: alice }]]))
  const changes = [{ figure: { value: -9n, contract: mint } }]
  const simulation = { is: 'runs', changes, grants: [], isPartial: false, fee: 0n } as const
  const description = { account: alice, chain: network.id, facts }
  expect(risksOf(description, { host: undefined, newContracts: [], now: 0, simulation })).toEqual(
    expect.arrayContaining(['hidden-loss', 'token-account']),
  )
})

describe('recipient of native amounts', () => {
  it('C1 › signer’s token account with another closer › its own address', async () => {
    const idle = instructionOf(tokenProgram, [keyedAccount, keyedAccount, { signer: alice }], [3, ...u64(0n)])
    const states = new Map([[keyedAccount, { of: junk, owner: alice, closes: thief }]])
    for (const instructions of [[idle], []]) {
      const facts = await displayedFacts([systemTransfer(alice, keyedAccount, 7n), ...instructions], states)
      expect(transferIn(facts)).toMatchObject({
        ...{ to: keyedAccount, figure: { contract: undefined } },
        tokenAccount: { owner: alice, isAssociated: false },
      })
    }
  })

  it('associated token account › its own address, with its owner', async () => {
    const facts = await displayedFacts([systemTransfer(alice, vault, 7n)], new Map([[vault, { owner: bob }]]))
    expect(transferIn(facts)).toMatchObject({ to: vault, tokenAccount: { owner: bob, isAssociated: true } })
  })

  it('wallet › no token account', async () => {
    const [fact] = await displayedFacts([systemTransfer(alice, bob, 7n)], new Map())
    expect(fact).not.toHaveProperty('tokenAccount')
  })
})

describe('mint of an instruction that names only a token account', () => {
  const transfer = (source: Address) =>
    instructionOf(tokenProgram, [source, bob, { signer: alice }], [3, ...u64(7n)])
  const contractOf = async (source: Address, state: State, others: readonly IInstruction[] = []) => {
    const fact = transferIn(await displayedFacts([...others, transfer(source)], new Map([[source, state]])))
    return fact?.is === 'transfer' ? fact.figure.contract : undefined
  }

  it('associated, or an unchanged one of the signer › the mint', async () => {
    const associated = await associatedTokenAddress(alice, mint, tokenProgram)
    expect(await contractOf(associated, { owner: alice })).toBe(mint)
    expect(await contractOf(associated, { owner: alice }, [unknown])).toBe(mint)
    expect(await contractOf(keyedAccount, { owner: alice })).toBe(mint)
  })

  it.each<[string, State, readonly IInstruction[]]>([
    ['another account may close it', { owner: alice, closes: thief }, []],
    [
      'the transaction closes it and opens it for another mint',
      { owner: alice },
      [close(keyedAccount, alice), create(keyedAccount), initialize(keyedAccount, alice)],
    ],
    ['another account owns it', { owner: bob }, []],
  ])('%s › the token account, without symbol and decimals', async (_case, state, others) => {
    expect(await contractOf(keyedAccount, state, others)).toBe(keyedAccount)
  })
})
