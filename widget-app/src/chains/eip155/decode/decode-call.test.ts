import type { Abi } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Fact } from '../../request-facts.ts'
import { alice, bob } from '../testing/unit-world.ts'
import { contractKinds } from '../tokens/contract-kind.ts'
import { readCall } from './decode-call.ts'

type Hex = `0x${string}`
const chain = parseChainId('eip155:1')
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const thief = '0x9999999999999999999999999999999999999999'
const helper = '0x8888888888888888888888888888888888888888'
const kindOf = contractKinds(chain, (contract) => contract.toLowerCase() === usdc.toLowerCase())

function f(signature: string, ...args: readonly unknown[]): Hex {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}
const read = (to: Hex, data: Hex, value = 0n): readonly Fact[] => readCall({ to, value, data }, alice, kindOf)
const transfer = f('transfer(address,uint256)', bob, 5n)
const sent = { is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: usdc } }
const execute = (to: Hex, data: Hex, value = 0n) => f('execute(address,uint256,bytes)', to, value, data)
const upper = (data: Hex): Hex => `0x${data.slice(2).toUpperCase()}`

describe('calls inside calls', () => {
  const nested = (depth: number): Hex =>
    depth === 0 ? transfer : execute(depth === 1 ? usdc : alice, nested(depth - 1))

  it('four deep › decoded, five deep › unknown', () => {
    expect(flatFacts(read(alice, nested(4)))).toEqual([sent])
    expect(flatFacts(read(alice, nested(5)))).toMatchObject([{ is: 'unknown-call', to: usdc, mayTake: true }])
  })

  it('unknown contracts call each other › each is reported as unknown once', () => {
    const data = execute(helper, execute(thief, f('approve(address,uint256)', bob, 1n)))
    const unknown = flatFacts(read(thief, data)).filter(({ is }) => is === 'unknown-contract')
    expect(unknown).toEqual([
      { is: 'unknown-contract', contract: helper },
      { is: 'unknown-contract', contract: thief },
    ])
  })

  it('unknown contract forwards value › its own, without a fact of the destination', () => {
    expect(read(thief, execute(bob, '0x', 5n), 5n)).toEqual([
      { is: 'batch', facts: [] },
      { is: 'transfer', from: undefined, to: thief, figure: { value: 5n, contract: undefined } },
      { is: 'unknown-contract', contract: thief, getsCoins: true },
    ])
  })

  it('lists of different lengths › unknown', () => {
    const lists = f('executeBatch(address[],bytes[])', [usdc, usdc], [transfer])
    expect(read(alice, lists)).toMatchObject([{ is: 'unknown-call', mayTake: true }])
  })

  it.each<[string, Hex]>([
    ['aggregate', f('aggregate((address,bytes)[])', [[usdc, transfer]])],
    ['tryAggregate', f('tryAggregate(bool,(address,bytes)[])', true, [[usdc, transfer]])],
    ['aggregate3', f('aggregate3((address,bool,bytes)[])', [[usdc, true, transfer]])],
    ['aggregate3Value', f('aggregate3Value((address,bool,uint256,bytes)[])', [[usdc, true, 0n, transfer]])],
  ])('%s › executed by Multicall3 itself, only forwarded by an unknown contract', (_name, data) => {
    expect(read(multicall3, data)).toEqual([
      { is: 'batch', by: multicall3, facts: [{ ...sent, from: multicall3 }] },
    ])
    expect(read(thief, data)).toEqual([
      { is: 'batch', facts: [sent] },
      { is: 'unknown-contract', contract: thief },
    ])
  })
})

describe('router steps', () => {
  const swap = f('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    ...[weth, usdc, 500, alice],
    ...[5n, 9n, 0n],
  ])

  it('swap of the wrapped token › native at a router, tokens at an unknown contract', () => {
    const steps = f('multicall(bytes[])', [swap])
    const pays = (to: Hex) =>
      flatFacts(read(to, steps, 5n)).flatMap((fact) => (fact.is === 'swap' ? [fact.pays] : []))
    expect(pays(router)).toEqual([{ value: 5n, contract: undefined }])
    expect(pays(thief)).toEqual([{ value: 5n, contract: weth }])
  })

  it.each<[string, Hex, Hex]>([
    ['unwrapWETH9', f('unwrapWETH9(uint256,address)', 1n, bob), f('unwrapWETH9(uint256,address)', 1n, alice)],
    [
      'sweepToken',
      f('sweepToken(address,uint256,address)', usdc, 1n, bob),
      f('sweepToken(address,uint256,address)', usdc, 1n, alice),
    ],
  ])("%s to another account › the router's whole balance goes there", (name, toBob, toAlice) => {
    expect(read(router, toBob)).toMatchObject([
      { is: 'known-call', name },
      { is: 'transfer-all', to: bob },
    ])
    expect(read(router, toAlice).map(({ is }) => is)).toEqual(['known-call'])
  })
})

describe('single call', () => {
  it('bytes after the arguments › a term', () => {
    expect(read(usdc, `${transfer}00`)).toMatchObject([sent, { is: 'term', name: 'trailing-data' }])
  })

  it.each<[string, Hex, Hex]>([
    ['transferFrom', usdc, f('transferFrom(address,address,uint256)', alice, bob, 5n)],
    ['transferFrom', permit2, f('transferFrom(address,address,uint160,address)', alice, bob, 5n, usdc)],
    [
      'transferWithAuthorization',
      usdc,
      f(
        'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
        ...[alice, bob, 5n, 0n, 9n, `0x${'0'.repeat(64)}`, 27],
        ...[`0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`],
      ),
    ],
  ])('transfer by %s › named by its function, in any letter case', (name, to, data) => {
    for (const written of [data, upper(data)])
      expect(read(to, written)).toEqual([sent, { is: 'known-call', name, lines: [] }])
  })

  it('address with extra bytes, which a contract may read › unknown', () => {
    const dirty: Hex = `0x${transfer.slice(2, 10)}${'f'.repeat(24)}${transfer.slice(34)}`
    expect(read(usdc, dirty)).toMatchObject([{ is: 'unknown-call', to: usdc, mayTake: true }])
  })

  it('token transfer, in any letter case › only that fact', () => {
    expect(read(usdc, transfer)).toEqual([sent])
    expect(read(usdc, upper(transfer))).toEqual([sent])
  })

  it('lowered allowance › a known call', () => {
    const data = f('decreaseAllowance(address,uint256)', bob, 5n)
    expect(read(usdc, data)).toEqual([{ is: 'known-call', name: 'decreaseAllowance', lines: [] }])
  })
})

describe('NFTs, limits and native value', () => {
  const nft = { is: 'collectible', from: undefined, to: bob, collection: usdc, id: 5n, count: 1n }
  const kindless = (data: Hex) => readCall({ to: usdc, value: 0n, data }, alice, () => undefined)

  it.each<[string, Hex, readonly object[]]>([
    ['by its id', f('safeTransferFrom(address,address,uint256)', alice, bob, 5n), [nft]],
    ['with bytes', f('safeTransferFrom(address,address,uint256,bytes)', alice, bob, 5n, '0x'), [nft]],
    [
      'with a count',
      f('safeTransferFrom(address,address,uint256,uint256,bytes)', alice, bob, 5n, 3n, '0x'),
      [{ ...nft, count: 3n }],
    ],
    [
      'of another account, many at once',
      f(
        'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
        thief,
        bob,
        [5n, 6n],
        [1n, 2n],
        '0x',
      ),
      [
        {
          is: 'batch',
          facts: [
            { ...nft, from: thief },
            { ...nft, from: thief, id: 6n, count: 2n },
          ],
        },
      ],
    ],
  ])('NFT %s › what leaves, and its owner', (_name, data, facts) => {
    expect(kindless(data)).toEqual([...facts, { is: 'unknown-contract', contract: usdc }])
  })

  it.each([
    ['2^95', 2n ** 95n, true],
    ['one less', 2n ** 95n - 1n, false],
  ])('approval of %s › unlimited or not', (_name, value, isUnlimited) => {
    expect(read(usdc, f('approve(address,uint256)', bob, value))).toMatchObject([
      { is: 'approval', isUnlimited },
    ])
  })

  it('approval at Permit2 › until its expiry, at the token › without one', () => {
    const timed = f('approve(address,address,uint160,uint48)', usdc, bob, 5n, 9)
    const approved = {
      is: 'approval',
      spender: bob,
      figure: { value: 5n, contract: usdc },
      isUnlimited: false,
    }
    expect(read(permit2, timed)).toEqual([{ ...approved, expiry: 9n }])
    expect(read(usdc, f('approve(address,uint256)', bob, 5n))).toEqual([approved])
  })

  it('unknown bytes shorter than a selector › no selector', () => {
    expect(read(usdc, '0x123456')).toEqual([
      { is: 'unknown-call', to: usdc, selector: undefined, figure: undefined, mayTake: true },
    ])
  })

  it.each<[string, Hex, bigint]>([
    ['execute', execute(bob, '0x', 5n), 5n],
    [
      'a list of calls',
      f('executeBatch((address,uint256,bytes)[])', [
        [bob, 3n, '0x'],
        [bob, 2n, '0x'],
      ]),
      5n,
    ],
    ['three lists', f('executeBatch(address[],uint256[],bytes[])', [bob, bob], [3n, 2n], ['0x', '0x']), 5n],
    ['two lists', f('executeBatch(address[],bytes[])', [bob], ['0x']), 0n],
  ])('value of %s › inner calls forward theirs, the rest stays', (_name, data, inside) => {
    const coins = (value: bigint, to: Hex) => ({ is: 'transfer', to, figure: { value, contract: undefined } })
    const facts = flatFacts(read(alice, data, 7n))
    expect(facts.at(-1)).toMatchObject(coins(7n - inside, alice))
    const on = facts
      .slice(0, -1)
      .map((fact) => (fact.is === 'transfer' && fact.to === bob ? fact.figure.value : 0n))
    expect(on.reduce((sum, one) => sum + one, 0n)).toBe(inside)
  })

  it.each<[string, Hex]>([
    ['of calls alone', f('multicall(bytes[])', [f('refundETH()')])],
    ['until a time', f('multicall(uint256,bytes[])', 9n, [f('refundETH()')])],
    ['after a block', f('multicall(bytes32,bytes[])', `0x${'1'.repeat(64)}`, [f('refundETH()')])],
  ])('multicall %s › its steps', (_name, data) => {
    expect(read(router, data)).toEqual([
      { is: 'batch', facts: [{ is: 'known-call', name: 'refundETH', lines: [] }] },
    ])
  })

  it.each<[string, Hex, readonly string[]]>([
    ['unwrapWETH9', f('unwrapWETH9(uint256)', 1n), ['1']],
    ['sweepToken', f('sweepToken(address,uint256)', usdc, 1n), [usdc, '1']],
  ])('%s without a recipient › to the account itself', (name, data, values) => {
    const lines = values.map((value, index) => ({ label: String(index), value }))
    expect(read(router, data)).toEqual([{ is: 'known-call', name, lines }])
  })
})
