import type { Abi } from 'viem'
import {
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  pad,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
  toHex,
} from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { flatFacts, risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import type { Simulation } from '../simulation.ts'
import { decodeParsed } from './decode/decode-request.ts'
import { isSameHex } from './hex.ts'
import { alice, bob, connection, tokenAddress } from './testing/unit-world.ts'
import { wrappedNativeTokens } from './tokens/contract-kind.ts'
import { parseRequest } from './wallet/request-parser.ts'

function encode(signature: string, ...args: readonly unknown[]): `0x${string}` {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}

const attackerContract = '0x00000000000000000000000000000000000000e1'

/** The facts and risks of a transaction; the only known token is `tokenAddress`. */
function evaluate(transaction: object, simulation?: Simulation) {
  const parsed = parseRequest(connection, { method: 'eth_sendTransaction', params: [transaction] })
  const description = decodeParsed(connection, parsed, (contract) => isSameHex(contract, tokenAddress))
  if (description === undefined) throw new Error('It signs something')
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0, simulation })
  return {
    facts: description.facts,
    risks,
    isGrave: risks.some(isSevere),
    isGravest: isSevereRequest({ decoding: { is: 'read', description }, risks }),
  }
}
const lossSimulation = (
  value: bigint,
  contract: string | undefined,
): Extract<Simulation, { is: 'runs' }> => ({
  is: 'runs',
  changes: [{ figure: { value: -value, contract } }],
  grants: [],
  isPartial: false,
  fee: 0n,
})
const lossFree: Simulation = {
  is: 'runs',
  changes: [],
  grants: [],
  moves: { sent: [], hasUnread: false },
  isPartial: false,
  fee: 0n,
}

const weth = wrappedNativeTokens.get(connection.chain) ?? ''

const swapRouter = '0xE592427A0AEce92De3Edee1F18E0157C05861564'

it("refundETH without arguments in a router's multicall › every step is decoded", () => {
  const swap = encode('exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
    tokenAddress,
    tokenAddress,
    500,
    alice,
    9n,
    5n,
    7n,
    0n,
  ])
  const data = encode('multicall(bytes[])', [swap, encode('refundETH()')])
  const facts = flatFacts(evaluate({ to: swapRouter, value: '0x7', data }).facts)
  expect(facts.map(({ is }) => is)).toEqual(['swap', 'known-call', 'transfer'])
  expect(facts[1]).toEqual({ is: 'known-call', name: 'refundETH', lines: [] })
})

describe('undecodable calls', () => {
  const push = encode('push(address,uint256)', bob, 5n)
  const subPlan = encode('execute(bytes,bytes[])', '0x21', ['0x'])
  const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
  const universalRouter = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'

  it.each([
    ['at a bundled token', tokenAddress, push],
    ['as a command of a router', universalRouter, subPlan],
    ['at a router', universalRouter, push],
    ['at the account itself', alice, push],
    ['inside a batch at a router', swapRouter, encode('multicall(bytes[])', [push])],
  ])('%s › may take, with any simulation', (_name, to, data) => {
    expect(evaluate({ to, data }, lossFree).risks).toEqual(['unknown-with-value'])
    const risks = ['unknown-with-value', 'hidden-loss']
    expect(evaluate({ to, data }, lossSimulation(5_000n, tokenAddress)).risks).toEqual(risks)
  })

  it('at an ordinary contract › lower risk only if a simulation takes nothing', () => {
    const own = encode('push(address,uint256)', alice, 5n)
    expect(evaluate({ to: attackerContract, data: own }).risks).toEqual(['unknown-with-value'])
    expect(evaluate({ to: attackerContract, data: own }, lossFree).risks).toEqual(['unknown-call'])
  })

  const packed = (values: string) => encode('exec(bytes)', `0x${values}`)
  const other = bob.slice(2).toLowerCase()
  const pay = toFunctionSelector('pay(address)')
  /** 20 bytes that look like a text: about 2^29 keys find such an address. */
  const printable = toHex('y~H0(aQ@v#Z*k8&wT^b=')

  it.each<[string, `0x${string}`]>([
    ['an address of another', push],
    ['a call inside that names one', encode('exec(bytes)', encode('push(address,uint256)', bob, 5n))],
    [
      'a call inside a call that names one',
      encode('exec(bytes)', encode('exec(uint256,bytes)', 2n ** 255n, encode('push(address)', bob))),
    ],
    ['a word with a bit above it, which some contracts mask', `${pay}80${'0'.repeat(22)}${other}`],
    ['one in front of a word', encode('pay(bytes20)', bob)],
    ['one in front of a word of 32 bytes', encode('pay(bytes32)', pad(bob, { dir: 'right' }))],
    ['one packed with an amount', encode('pay(uint256)', (BigInt(bob) << 96n) | 5n)],
    ['one packed with a large amount', encode('pay(uint256)', (BigInt(bob) << 96n) | (2n ** 96n - 5n))],
    ['one packed into bytes', packed(`${other}01`)],
    ['one packed into bytes of one word', packed(`${other}${'05'.padStart(24, '0')}`)],
    ['one between two words', packed(`${'1'.padStart(40, '0')}${other}${'5'.padStart(48, '0')}`)],
    ['one without a word', `0x12345678${other}`],
    ['one after a part of it that is its length', encode('pay(uint256,bytes20)', 20n, bob)],
    ['printable bytes', packed(printable.slice(2))],
    ['printable bytes in front of a word', encode('pay(bytes20)', printable)],
    ['Multicall3, from which anyone takes', encode('pay(address)', multicall3)],
    ['a router, from which anyone takes', encode('pay(address)', universalRouter)],
    ['one as a text', encode('pay(string)', bob)],
    ['one as a text without its prefix', encode('pay(string)', other)],
    ['a name of ENS', encode('pay(string)', 'bob.eth')],
    ['a name of ENS in a text', encode('pay(string)', 'for bob.eth, who has all of it from now on')],
    ['a hash', encode('commit(bytes32)', keccak256(bob))],
    ['more bytes than are searched', packed('00'.repeat(70_000))],
  ])('B4 › at an ordinary contract, with %s › may take what no simulation shows', (_name, data) => {
    expect(evaluate({ to: attackerContract, data }, lossFree).risks).toEqual(['unknown-with-value'])
  })

  const reason = 'It saves gas. I like it, as all others of the 3.5 million do.'

  it.each<[string, `0x${string}`]>([
    ['a known token', encode('push(address,uint256)', tokenAddress, 5n)],
    ['the contract itself', encode('push(address,uint256)', attackerContract, 5n)],
    ['amounts', encode('push(uint256,uint256)', 2n ** 255n, 10n ** 27n)],
    ['small numbers', encode('push(uint256,uint256,uint256)', 36n, 0n, 5n)],
    ['numbers with a sign', encode('push(int256,int24)', -(10n ** 27n), -887_220)],
    ['the largest numbers', encode('push(uint256,uint128,int256)', 2n ** 256n - 1n, 2n ** 128n - 1n, -1n)],
    ['a selector and a short text in front of words', encode('push(bytes4,bytes8)', pay, toHex('USD     '))],
    ['a text', encode('vote(string,uint256)', reason, 10n ** 18n)],
    ['a text with other letters', encode('register(string)', 'Zürich, 東京 und Αθήνα 2026 🎉')],
    ['a byte beside the arguments', '0x12345678ff'],
    [
      'a call inside that names the account',
      encode('exec(bytes)', encode('push(address,uint256)', alice, 5n)),
    ],
    ['the account and a known token, packed', packed(`${alice.slice(2)}01f4${tokenAddress.slice(2)}`)],
  ])('at an ordinary contract, with %s › lower risk if a simulation takes nothing', (_name, data) => {
    expect(evaluate({ to: attackerContract, data }, lossFree).risks).toEqual(['unknown-call'])
  })
})

describe('known functions of an unknown contract', () => {
  it.each([
    ['withdraw', encode('withdraw(uint256)', 0n)],
    ['a batch of nothing', encode('multicall(bytes[])', [])],
    ['decreaseAllowance', encode('decreaseAllowance(address,uint256)', bob, 0n)],
    [
      'a swap without a path',
      encode('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', 1n, 1n, [], alice, 9n),
    ],
    ['an unknown call', encode('push(address,uint256)', bob, 5n)],
  ])('%s › same risk as an unknown call', (_name, data) => {
    const evaluated = evaluate({ to: attackerContract, data }, lossSimulation(5_000n, tokenAddress))
    expect(evaluated.risks).toContain('hidden-loss')
    expect(evaluated.risks).toContain('unknown-with-value')
    expect(evaluated.isGravest).toBe(true)
    expect(evaluate({ to: attackerContract, data }).isGrave).toBe(true)
  })

  it('wrapped token of the chain › unwrapping explains its loss', () => {
    const data = encode('withdraw(uint256)', 5n)
    const gain = { figure: { value: 5n, contract: undefined } }
    const run = lossSimulation(5n, weth)
    const { facts, risks } = evaluate({ to: weth, data }, { ...run, changes: [...run.changes, gain] })
    expect(evaluate({ to: weth, data }, run).risks).toEqual(['missing-gain'])
    expect(facts).toMatchObject([{ is: 'swap', pays: { value: 5n }, gets: { contract: undefined } }])
    expect(risks).toEqual([])
  })

  it('withdraw of another bundled token, which may burn › unknown', () => {
    const data = encode('withdraw(uint256)', 5n)
    const { facts, isGrave } = evaluate({ to: tokenAddress, data })
    expect(facts).toMatchObject([{ is: 'unknown-call', mayTake: true }])
    expect(isGrave).toBe(true)
  })
})

describe('native value to an unknown contract', () => {
  const batch = '(address target,bool allowFailure,uint256 value,bytes data)[]'
  const tokenStep = parseAbiParameters('address token, address to, uint256 amount')
  const noToken = `0x${'0'.repeat(40)}` as const
  const planned = encodeAbiParameters(tokenStep, [noToken, alice, 5n])
  const cases: readonly (readonly [string, `0x${string}`])[] = [
    ['execute', encode('execute(address,uint256,bytes)', alice, 5n, '0x')],
    ['aggregate3Value', encode(`aggregate3Value(${batch})`, [[alice, false, 5n, '0x']])],
    ['executeBatch', encode('executeBatch(address[],uint256[],bytes[])', [alice], [5n], ['0x'])],
    ['a call with coins inside', encode('execute(address,uint256,bytes)', bob, 5n, '0x12345678')],
    ['a plan of a router', encode('execute(bytes,bytes[])', '0x05', [planned])],
  ]

  it.each(cases)('%s › goes only to that contract', (_name, data) => {
    const { facts } = evaluate({ to: attackerContract, value: '0x5', data })
    const sent = flatFacts(facts).filter((fact) => fact.is === 'transfer' || fact.is === 'unknown-call')
    expect(sent.filter((fact) => (fact.figure?.value ?? 0n) > 0n)).toEqual([
      { is: 'transfer', from: undefined, to: attackerContract, figure: { value: 5n, contract: undefined } },
    ])
  })

  it.each(cases.slice(0, 3).filter(([name]) => name !== 'aggregate3Value'))(
    '%s of the account itself › goes to the named recipient',
    (_name, data) => {
      const { facts } = evaluate({ to: alice, value: '0x5', data })
      expect(flatFacts(facts)).toEqual([
        { is: 'transfer', from: undefined, to: alice, figure: { value: 5n, contract: undefined } },
      ])
    },
  )
})

describe('approve, which ERC-20 and ERC-721 share', () => {
  it.each([0n, 42n])('%s at an unknown contract › an amount or an NFT, and an authority', (value) => {
    const data = encode('approve(address,uint256)', bob, value)
    const { facts, isGravest } = evaluate({ to: attackerContract, data })
    expect(facts[0]).toMatchObject({ is: 'approval', figure: { value }, mayBeCollectible: true })
    expect(isGravest).toBe(true)
    expect(evaluate({ to: tokenAddress, data }).facts[0]).not.toHaveProperty('mayBeCollectible')
  })

  it('inside a batch of that contract › the same', () => {
    const data = encode('multicall(bytes[])', [encode('approve(address,uint256)', bob, 0n)])
    expect(flatFacts(evaluate({ to: attackerContract, data }).facts)[0]).toMatchObject({
      mayBeCollectible: true,
    })
  })
})
