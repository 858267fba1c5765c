import type { Abi } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { flatFacts } from '#widget/domain/review/request-risk.ts'
import type { Fact } from '../../request-facts.ts'
import { alice, bob } from '../testing/unit-world.ts'
import { contractKinds } from '../tokens/contract-kind.ts'
import { decodeCall } from './decode-call.ts'

type Hex = `0x${string}`
const chain = parseChainId('eip155:1')
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const attacker = '0x9999999999999999999999999999999999999999'
const helper = '0x8888888888888888888888888888888888888888'
const kindOf = contractKinds(chain, (contract) => contract.toLowerCase() === usdc.toLowerCase())

function encodeCall(signature: string, ...args: readonly unknown[]): Hex {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}
const decode = (to: Hex, data: Hex, value = 0n): readonly Fact[] =>
  decodeCall({ to, value, data }, alice, kindOf)
const transfer = encodeCall('transfer(address,uint256)', bob, 5n)
const transferFact = { is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: usdc } }
const execute = (to: Hex, data: Hex, value = 0n) =>
  encodeCall('execute(address,uint256,bytes)', to, value, data)
const upper = (data: Hex): Hex => `0x${data.slice(2).toUpperCase()}`

describe('calls inside calls', () => {
  const nested = (depth: number): Hex =>
    depth === 0 ? transfer : execute(depth === 1 ? usdc : alice, nested(depth - 1))

  it('four deep › decoded, five deep › unknown', () => {
    expect(flatFacts(decode(alice, nested(4)))).toEqual([transferFact])
    expect(flatFacts(decode(alice, nested(5)))).toMatchObject([
      { is: 'unknown-call', to: usdc, mayTake: true },
    ])
  })

  it('unknown contracts call each other › each is reported as unknown once', () => {
    const data = execute(helper, execute(attacker, encodeCall('approve(address,uint256)', bob, 1n)))
    const unknown = flatFacts(decode(attacker, data)).filter(({ is }) => is === 'unknown-contract')
    expect(unknown).toEqual([
      { is: 'unknown-contract', contract: helper },
      { is: 'unknown-contract', contract: attacker },
    ])
  })

  it('unknown contract forwards value › its own, without a fact of the destination', () => {
    expect(decode(attacker, execute(bob, '0x', 5n), 5n)).toEqual([
      { is: 'batch', facts: [] },
      { is: 'transfer', from: undefined, to: attacker, figure: { value: 5n, contract: undefined } },
      { is: 'unknown-contract', contract: attacker, getsCoins: true },
    ])
  })

  it('lists of different lengths › unknown', () => {
    const lists = encodeCall('executeBatch(address[],bytes[])', [usdc, usdc], [transfer])
    expect(decode(alice, lists)).toMatchObject([{ is: 'unknown-call', mayTake: true }])
  })

  it.each<[string, Hex]>([
    ['aggregate', encodeCall('aggregate((address,bytes)[])', [[usdc, transfer]])],
    ['tryAggregate', encodeCall('tryAggregate(bool,(address,bytes)[])', true, [[usdc, transfer]])],
    ['aggregate3', encodeCall('aggregate3((address,bool,bytes)[])', [[usdc, true, transfer]])],
    [
      'aggregate3Value',
      encodeCall('aggregate3Value((address,bool,uint256,bytes)[])', [[usdc, true, 0n, transfer]]),
    ],
  ])('%s › executed by Multicall3 itself, only forwarded by an unknown contract', (_name, data) => {
    expect(decode(multicall3, data)).toEqual([
      { is: 'batch', by: multicall3, facts: [{ ...transferFact, from: multicall3 }] },
    ])
    expect(decode(attacker, data)).toEqual([
      { is: 'batch', facts: [transferFact] },
      { is: 'unknown-contract', contract: attacker },
    ])
  })
})

describe('what a nested call takes from the signer', () => {
  const bytes32 = `0x${'00'.repeat(32)}`
  const taken = encodeCall('transferFrom(address,address,uint256)', alice, bob, 5n)
  const inMulticall = (to: Hex, data: Hex) =>
    encodeCall('aggregate3((address,bool,bytes)[])', [[to, true, data]])
  const inOperation = (sender: Hex, data: Hex) => {
    return encodeCall(
      'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
      [[sender, 0n, '0x', data, bytes32, 0n, bytes32, '0x', '0x']],
      bob,
    )
  }
  const collectible = encodeCall('safeTransferFrom(address,address,uint256)', alice, bob, 7n)
  const authorized = encodeCall(
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
    ...[alice, bob, 5n, 0n, 0n, bytes32, 27, bytes32, bytes32],
  )
  const fromAccount = execute(usdc, taken)

  it.each<[string, Hex, Hex]>([
    ['Multicall3', multicall3, inMulticall(usdc, taken)],
    ['Multicall3 in Multicall3', multicall3, inMulticall(multicall3, inMulticall(usdc, taken))],
    ['EIP-3009 in Multicall3', multicall3, inMulticall(multicall3, inMulticall(usdc, authorized))],
    ['user operation of another account', entryPoint, inOperation(helper, fromAccount)],
    ['user operation in Multicall3', multicall3, inMulticall(entryPoint, inOperation(helper, fromAccount))],
    ['user operation of the signer', multicall3, inMulticall(entryPoint, inOperation(alice, fromAccount))],
  ])('%s › a transfer of the signer', (_name, to, data) => {
    const transfers = flatFacts(decode(to, data)).filter(({ is }) => is === 'transfer')
    expect(transfers).toEqual([transferFact])
  })

  it('NFT › one of the signer', () => {
    const data = inMulticall(multicall3, inMulticall(attacker, collectible))
    expect(flatFacts(decode(multicall3, data))).toContainEqual({
      ...{ is: 'collectible', from: undefined, to: bob, collection: attacker, id: 7n, count: 1n },
    })
  })

  it.each([
    ['EIP-2612', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [5n, 0n, 27]],
    ['DAI', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)', [0n, 0n, true, 27]],
  ] as const)('%s by the signer’s signature › a permit of the signer', (standard, signature, values) => {
    const permit = encodeCall(signature, alice, attacker, ...values, bytes32, bytes32)
    const data = inMulticall(multicall3, inMulticall(usdc, permit))
    expect(flatFacts(decode(multicall3, data))).toMatchObject([{ is: 'permit', standard, spender: attacker }])
  })

  it('what Multicall3 and another account have › not of the signer', () => {
    const fromHelper = encodeCall('transferFrom(address,address,uint256)', helper, bob, 5n)
    const data = inMulticall(multicall3, inMulticall(usdc, transfer))
    expect(flatFacts(decode(multicall3, data))).toEqual([{ ...transferFact, from: multicall3 }])
    expect(flatFacts(decode(multicall3, inMulticall(usdc, fromHelper)))).toMatchObject([{ from: helper }])
  })
})

describe('router steps', () => {
  const swap = encodeCall('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    ...[weth, usdc, 500, alice],
    ...[5n, 9n, 0n],
  ])

  it('swap of the wrapped token › native at a router, tokens at an unknown contract', () => {
    const steps = encodeCall('multicall(bytes[])', [swap])
    const pays = (to: Hex) =>
      flatFacts(decode(to, steps, 5n)).flatMap((fact) => (fact.is === 'swap' ? [fact.pays] : []))
    expect(pays(router)).toEqual([{ value: 5n, contract: undefined }])
    expect(pays(attacker)).toEqual([{ value: 5n, contract: weth }])
  })

  it.each<[string, Hex, Hex]>([
    [
      'unwrapWETH9',
      encodeCall('unwrapWETH9(uint256,address)', 1n, bob),
      encodeCall('unwrapWETH9(uint256,address)', 1n, alice),
    ],
    [
      'sweepToken',
      encodeCall('sweepToken(address,uint256,address)', usdc, 1n, bob),
      encodeCall('sweepToken(address,uint256,address)', usdc, 1n, alice),
    ],
  ])("%s to another account › the router's whole balance goes there", (name, toBob, toAlice) => {
    expect(decode(router, toBob)).toMatchObject([
      { is: 'known-call', name },
      { is: 'transfer-all', to: bob },
    ])
    expect(decode(router, toAlice).map(({ is }) => is)).toEqual(['known-call'])
  })
})

describe('single call', () => {
  it('bytes after the arguments › a term', () => {
    expect(decode(usdc, `${transfer}00`)).toMatchObject([transferFact, { is: 'term', name: 'trailing-data' }])
  })

  it.each<[string, Hex, Hex]>([
    ['transferFrom', usdc, encodeCall('transferFrom(address,address,uint256)', alice, bob, 5n)],
    [
      'transferFrom',
      permit2,
      encodeCall('transferFrom(address,address,uint160,address)', alice, bob, 5n, usdc),
    ],
    [
      'transferWithAuthorization',
      usdc,
      encodeCall(
        'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
        ...[alice, bob, 5n, 0n, 9n, `0x${'0'.repeat(64)}`, 27],
        ...[`0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`],
      ),
    ],
  ])('transfer by %s › named by its function, in any letter case', (name, to, data) => {
    for (const written of [data, upper(data)])
      expect(decode(to, written)).toEqual([transferFact, { is: 'known-call', name, lines: [] }])
  })

  it('address with extra bytes, which a contract may read › unknown', () => {
    const dirty: Hex = `0x${transfer.slice(2, 10)}${'f'.repeat(24)}${transfer.slice(34)}`
    expect(decode(usdc, dirty)).toMatchObject([{ is: 'unknown-call', to: usdc, mayTake: true }])
  })

  it('token transfer, in any letter case › only that fact', () => {
    expect(decode(usdc, transfer)).toEqual([transferFact])
    expect(decode(usdc, upper(transfer))).toEqual([transferFact])
  })

  it('lowered allowance › a known call', () => {
    const data = encodeCall('decreaseAllowance(address,uint256)', bob, 5n)
    expect(decode(usdc, data)).toEqual([{ is: 'known-call', name: 'decreaseAllowance', lines: [] }])
  })
})

describe('NFTs, limits and native value', () => {
  const nft = { is: 'collectible', from: undefined, to: bob, collection: usdc, id: 5n, count: 1n }
  const decodeUnlisted = (data: Hex) => decodeCall({ to: usdc, value: 0n, data }, alice, () => undefined)

  it.each<[string, Hex, readonly object[]]>([
    ['by its id', encodeCall('safeTransferFrom(address,address,uint256)', alice, bob, 5n), [nft]],
    [
      'with bytes',
      encodeCall('safeTransferFrom(address,address,uint256,bytes)', alice, bob, 5n, '0x'),
      [nft],
    ],
    [
      'with a count',
      encodeCall('safeTransferFrom(address,address,uint256,uint256,bytes)', alice, bob, 5n, 3n, '0x'),
      [{ ...nft, count: 3n }],
    ],
    [
      'of another account, many at once',
      encodeCall(
        'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
        attacker,
        bob,
        [5n, 6n],
        [1n, 2n],
        '0x',
      ),
      [
        {
          is: 'batch',
          facts: [
            { ...nft, from: attacker },
            { ...nft, from: attacker, id: 6n, count: 2n },
          ],
        },
      ],
    ],
  ])('NFT %s › what leaves, and its owner', (_name, data, facts) => {
    expect(decodeUnlisted(data)).toEqual([...facts, { is: 'unknown-contract', contract: usdc }])
  })

  it.each([
    ['2^95', 2n ** 95n, true],
    ['one less', 2n ** 95n - 1n, false],
  ])('approval of %s › unlimited or not', (_name, value, isUnlimited) => {
    expect(decode(usdc, encodeCall('approve(address,uint256)', bob, value))).toMatchObject([
      { is: 'approval', isUnlimited },
    ])
  })

  it('approval at Permit2 › until its expiry, at the token › without one', () => {
    const timed = encodeCall('approve(address,address,uint160,uint48)', usdc, bob, 5n, 9)
    const approved = {
      is: 'approval',
      spender: bob,
      figure: { value: 5n, contract: usdc },
      isUnlimited: false,
    }
    expect(decode(permit2, timed)).toEqual([{ ...approved, expiry: 9n }])
    expect(decode(usdc, encodeCall('approve(address,uint256)', bob, 5n))).toEqual([approved])
  })

  it('unknown bytes shorter than a selector › no selector', () => {
    expect(decode(usdc, '0x123456')).toEqual([
      { is: 'unknown-call', to: usdc, selector: undefined, figure: undefined, mayTake: true },
    ])
  })

  it.each<[string, Hex, bigint]>([
    ['execute', execute(bob, '0x', 5n), 5n],
    [
      'a list of calls',
      encodeCall('executeBatch((address,uint256,bytes)[])', [
        [bob, 3n, '0x'],
        [bob, 2n, '0x'],
      ]),
      5n,
    ],
    [
      'three lists',
      encodeCall('executeBatch(address[],uint256[],bytes[])', [bob, bob], [3n, 2n], ['0x', '0x']),
      5n,
    ],
    ['two lists', encodeCall('executeBatch(address[],bytes[])', [bob], ['0x']), 0n],
  ])('value of %s › inner calls forward theirs, the rest stays', (_name, data, inner) => {
    const coins = (value: bigint, to: Hex) => ({ is: 'transfer', to, figure: { value, contract: undefined } })
    const facts = flatFacts(decode(alice, data, 7n))
    expect(facts.at(-1)).toMatchObject(coins(7n - inner, alice))
    const forwarded = facts
      .slice(0, -1)
      .map((fact) => (fact.is === 'transfer' && fact.to === bob ? fact.figure.value : 0n))
    expect(forwarded.reduce((sum, one) => sum + one, 0n)).toBe(inner)
  })

  it.each<[string, Hex]>([
    ['of calls alone', encodeCall('multicall(bytes[])', [encodeCall('refundETH()')])],
    ['until a time', encodeCall('multicall(uint256,bytes[])', 9n, [encodeCall('refundETH()')])],
    [
      'after a block',
      encodeCall('multicall(bytes32,bytes[])', `0x${'1'.repeat(64)}`, [encodeCall('refundETH()')]),
    ],
  ])('multicall %s › its steps', (_name, data) => {
    expect(decode(router, data)).toEqual([
      { is: 'batch', facts: [{ is: 'known-call', name: 'refundETH', lines: [] }] },
    ])
  })

  it.each<[string, Hex, readonly string[]]>([
    ['unwrapWETH9', encodeCall('unwrapWETH9(uint256)', 1n), ['1']],
    ['sweepToken', encodeCall('sweepToken(address,uint256)', usdc, 1n), [usdc, '1']],
  ])('%s without a recipient › to the account itself', (name, data, values) => {
    const lines = values.map((value, index) => ({ label: String(index), value }))
    expect(decode(router, data)).toEqual([{ is: 'known-call', name, lines }])
  })
})
