import { describe, expect, it } from 'vitest'
import type { Fact } from '../../request-facts.ts'
import { systemProgram, token2022Program, tokenProgram } from '../programs.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import { keyBytes, u64 } from '../testing/transactions.ts'
import {
  accountJson,
  alice,
  bob,
  chain,
  mint,
  mintJson,
  network,
  thief,
  vault,
} from '../testing/unit-world.ts'
import { addTokenMetadata } from './mint-metadata.ts'

const { signal } = new AbortController()
const none = keyBytes(systemProgram)

const u16 = (value: number) => [value & 255, value >> 8]
const extension = (type: number, data: readonly number[]) => [...u16(type), ...u16(data.length), ...data]
/** An older and a newer fee: epoch, maximum, and basis points of each. */
const feeOf = (
  older: readonly [most: bigint, points: number],
  newer: readonly [most: bigint, points: number],
) =>
  extension(1, [
    ...new Uint8Array(72),
    ...[older, newer].flatMap(([most, points]) => [...u64(0n), ...u64(most), ...u16(points)]),
  ])
const delegateOf = (key: readonly number[]) => extension(12, key)
const hookOf = (key: readonly number[]) => extension(14, [...none, ...key])
const nonTransferable = extension(9, [])
const f64 = (value: number) => [...new Uint8Array(new Float64Array([value]).buffer)]
const scaledBy = (multiplier: number, at = 0n, next = multiplier) =>
  extension(25, [...none, ...f64(multiplier), ...u64(at), ...f64(next)])
const interestOf = (rate: number) =>
  extension(10, [...none, ...u64(0n), ...u16(rate), ...u64(0n), ...u16(rate)])

/** A mint of Token-2022 with its extensions. */
function mintWith(...extensions: readonly (readonly number[])[]) {
  const head = new Uint8Array(166)
  head[44] = 6
  head[45] = 1
  head[165] = 1
  return accountJson(1, token2022Program, Uint8Array.from([...head, ...extensions.flat()]))
}
const tokenAccount = (amount: bigint) =>
  accountJson(
    1,
    tokenProgram,
    Uint8Array.from([...keyBytes(mint), ...keyBytes(alice), ...u64(amount), ...new Uint8Array(93)]),
  )

type World = {
  readonly accounts?: Readonly<Record<string, unknown>>
  /** Amounts of Alice's token accounts, if the node reports them. */
  readonly holdings?: readonly bigint[] | 'unknown'
  readonly pinned?: { readonly symbol: string; readonly decimals: number }
}
const plain = { [vault]: tokenAccount(9n), [mint]: mintJson(6) }

async function described(fact: Fact, { accounts = plain, holdings = [], pinned }: World = {}) {
  const node = scriptedNode({
    getMultipleAccounts: ([names]) =>
      inContext(Array.isArray(names) ? names.map((name) => accounts[String(name)] ?? null) : []),
    getTokenAccountsByOwner: ([owner, filter]) => {
      expect([owner, filter]).toEqual([alice, { mint }])
      if (holdings === 'unknown') throw new Error('No answer')
      return inContext(holdings.map((amount) => ({ pubkey: vault, account: tokenAccount(amount) })))
    },
  })
  const description = { account: alice, chain, facts: [fact] }
  const bundled = (_chain: string, contract: string) => (contract === mint ? pinned : undefined)
  const { facts } = await addTokenMetadata(node.openRpc(network), description, network, signal, bundled)
  return facts
}

const of = (contract: string | undefined) => ({ value: 5n, contract })
const approval = (contract: string): Fact => ({
  ...({ is: 'approval', spender: thief, isUnlimited: false } as const),
  figure: of(contract),
})
const transfer = (contract: string | undefined): Fact => ({
  ...({ is: 'transfer', from: undefined, to: bob } as const),
  figure: of(contract),
})
const burn = (contract: string): Fact => ({ is: 'burn', from: undefined, figure: of(contract) })
const asset = { symbol: 'EPjF…Dt1v', decimals: 6, isUnconfirmed: true }
const figure = { value: 5n, contract: mint, asset }

describe('amounts of a request', () => {
  it.each<[string, Fact]>([
    ['approval', approval(vault)],
    ['transfer', transfer(vault)],
    ['burn', burn(vault)],
    ['transfer inside a batch', { is: 'batch', facts: [transfer(vault)] }],
  ])('%s of a token account › its mint, with the mint’s decimals', async (_name, fact) => {
    const [first] = await described(fact)
    expect(first?.is === 'batch' ? first.facts[0] : first).toMatchObject({ figure })
  })

  it.each<[string, Fact]>([
    ['approval', approval(mint)],
    ['transfer', transfer(mint)],
    ['burn', burn(mint)],
  ])('%s of a mint that does not exist › no decimals', async (_name, fact) => {
    const [first] = await described(fact, { accounts: {} })
    expect(first).toMatchObject({ is: fact.is, figure: of(mint) })
    expect(first).not.toHaveProperty('figure.asset')
  })

  it('pinned token › pinned symbol and decimals', async () => {
    const pinned = { symbol: 'USDC', decimals: 9 }
    expect(await described(transfer(mint), { pinned })).toMatchObject([{ figure: { asset: pinned } }])
  })

  it.each<[string, Fact]>([
    ['coins', transfer(undefined)],
    ['a fee', { is: 'term', name: 'fee', figure: of(undefined) }],
  ])('%s › in the native currency of the network', async (_name, fact) => {
    expect(await described(fact)).toMatchObject([{ figure: { value: 5n, asset: network.nativeCurrency } }])
  })

  it('term without an amount › unchanged', async () => {
    const term: Fact = { is: 'term', name: 'unsent' }
    expect(await described(term)).toEqual([term])
  })
})

describe('holding of an approved token', () => {
  it.each<[string, readonly bigint[], bigint]>([
    ['two token accounts', [3n, 9n, 4n], 9n],
    ['none', [], 0n],
  ])('%s › the largest amount of one account', async (_name, holdings, holding) => {
    expect(await described(approval(vault), { holdings })).toMatchObject([{ holding }])
  })
})

it('node does not report the token accounts › approval without a holding', async () => {
  const [first] = await described(approval(vault), { holdings: 'unknown' })
  expect(first).toMatchObject({ is: 'approval', figure, holding: undefined })
})

describe('transfer of a token with a fee', () => {
  const sent: Fact = { is: 'transfer', from: undefined, to: bob, figure: { value: 200n, contract: mint } }
  it.each<[string, ReturnType<typeof mintWith>, bigint | undefined]>([
    ['2.5 %, then 1 %', mintWith(feeOf([99n, 250], [99n, 100])), 195n],
    ['a maximum', mintWith(feeOf([3n, 250], [3n, 250])), 197n],
    ['a fee of zero', mintWith(feeOf([9n, 0], [9n, 0])), undefined],
    ['no fee', mintWith(), undefined],
  ])('%s › minimum received', async (_name, account, arrives) => {
    const [first] = await described(sent, { accounts: { [mint]: account } })
    expect(first).toMatchObject({ is: 'transfer', figure: { value: 200n } })
    expect(first && 'arrives' in first ? first.arrives : undefined).toBe(arrives)
  })
})

describe('extensions of a mint', () => {
  type Values = Readonly<Record<string, string | { readonly basisPoints: number }>>
  const call = (values: Values) => ({
    ...{ is: 'known-call', name: 'TokenExtensions' },
    lines: Object.entries<Values[string]>({ mint, ...values }).map(([label, value]) =>
      typeof value === 'object'
        ? { label, value: String(value.basisPoints), unit: 'basis-points' }
        : { label, value },
    ),
  })
  const most = { 'transfer fee': { basisPoints: 250 }, 'highest fee': '7' }
  it.each<[string, ReturnType<typeof mintWith>, Values | undefined]>([
    ['none', mintWith(), undefined],
    ['a fee, the newer larger', mintWith(feeOf([9n, 100], [7n, 250])), most],
    ['a fee, the older larger', mintWith(feeOf([7n, 250], [9n, 100])), most],
    ['a fee that stays', mintWith(feeOf([9n, 250], [7n, 250])), most],
    ['a fee of zero', mintWith(feeOf([9n, 0], [9n, 0])), undefined],
    ['a delegate over all', mintWith(delegateOf(keyBytes(thief))), { 'permanent delegate': thief }],
    ['a delegate that is none', mintWith(delegateOf(none)), undefined],
    ['a program that runs', mintWith(hookOf(keyBytes(thief))), { 'transfer hook': thief }],
    ['a program that is none', mintWith(hookOf(none)), undefined],
    ['multiplied amounts', mintWith(scaledBy(2.5)), { 'wallets multiply amounts by': '2.5' }],
    [
      'amounts multiplied by another number later',
      mintWith(scaledBy(1, 1_782_864_000n, 10)),
      { 'wallets multiply amounts by': '1, from 2026-07-01T00:00:00.000Z on by 10' },
    ],
    ['interest', mintWith(interestOf(500)), { 'wallets add yearly interest of': { basisPoints: 500 } }],
    ['no transfers', mintWith(nonTransferable), { 'non-transferable': 'yes' }],
    [
      'all of them, behind one that changes nothing',
      mintWith(
        extension(3, [1, 2, 3]),
        extension(26, [...none, 1]),
        feeOf([9n, 100], [7n, 250]),
        delegateOf(keyBytes(thief)),
        hookOf(keyBytes(bob)),
        nonTransferable,
      ),
      {
        ...{ ...most, 'permanent delegate': thief, 'transfer hook': bob, 'non-transferable': 'yes' },
        paused: 'yes',
      },
    ],
    ['one behind the end', mintWith([0, 0, 0, 0], nonTransferable), undefined],
    ['a program in too few bytes', mintWith(extension(14, keyBytes(thief))), { 'unknown extensions': '14' }],
    [
      'a delegate in too many bytes',
      mintWith(extension(12, [...keyBytes(thief), 0])),
      { 'unknown extensions': '12' },
    ],
  ])('%s › a fact for transfers and approvals', async (_name, account, values) => {
    const accounts = { [mint]: account }
    const expected = values === undefined ? [] : [call(values)]
    for (const fact of [transfer(mint), approval(mint)])
      expect((await described(fact, { accounts })).slice(1)).toEqual(expected)
    expect((await described(burn(mint), { accounts })).slice(1)).toEqual([])
    const twice: Fact = { is: 'batch', facts: [transfer(mint), approval(mint)] }
    expect((await described(twice, { accounts })).slice(1)).toEqual(expected)
  })
})
