import { type Abi, encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import type { BalanceChange, Fact, SimulatedTransfers } from '../request-facts.ts'
import type { Simulation } from '../simulation.ts'
import { decodeCall } from './decode/decode-call.ts'
import { alice } from './testing/unit-world.ts'
import { contractKinds } from './tokens/contract-kind.ts'

type Hex = `0x${string}`
const chain = parseChainId('eip155:1')
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const universalRouter = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const nft = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const attacker = '0x9999999999999999999999999999999999999999'
const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const caller = '0x0000000000000000000000000000000000000001'
const one = 10n ** 18n
const thousandUsdc = 1_000_000_000n
const kindOf = contractKinds(chain, (contract) => contract.toLowerCase() === usdc.toLowerCase())

function encodeCall(signature: string, ...args: readonly unknown[]): Hex {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}
const decode = (to: Hex, data: Hex, value = 0n): readonly Fact[] =>
  decodeCall({ to, value, data }, alice, kindOf)
const theft = decode(attacker, encodeCall('steal()'))

const change = (value: bigint, contract?: string, collectible?: bigint): BalanceChange => ({
  figure: { value, contract },
  collectible,
})
/** A complete simulation; what leaves goes to the attacker unless `moves` has other recipients. */
function simulationOf(
  changes: readonly BalanceChange[],
  moves: Partial<SimulatedTransfers> = {},
): Extract<Simulation, { is: 'runs' }> {
  const losses = changes.filter(({ figure }) => figure.value < 0n)
  const sent = losses.map((one) => ({
    ...one,
    figure: { ...one.figure, value: -one.figure.value },
    to: attacker,
  }))
  return {
    is: 'runs',
    changes,
    grants: [],
    moves: { sent, hasUnread: false, ...moves },
    isPartial: false,
    fee: 0n,
  }
}
function evaluate(facts: readonly Fact[], simulation?: Simulation) {
  const description = { account: alice, chain, facts: [{ is: 'batch', facts } as const] }
  const risks = risksOf(description, { host: 'x.example', newContracts: [], now: 0, simulation })
  return {
    risks,
    isGrave: risks.some(isSevere),
    isGravest: isSevereRequest({ decoding: { is: 'read', description }, risks }),
  }
}

describe('A1 › calls inside Multicall3, which makes them itself', () => {
  const wraps = encodeCall('aggregate3Value((address,bool,uint256,bytes)[])', [
    [weth, false, one, encodeCall('deposit()')],
  ])

  it('wrapped native value › goes to Multicall3, nothing to the account', () => {
    const facts = decode(multicall3, wraps, one)
    expect(facts).toMatchObject([
      { is: 'batch', by: multicall3, facts: [{ is: 'swap', to: multicall3 }] },
      { is: 'transfer', to: multicall3, figure: { value: one } },
    ])
    expect(evaluate(facts)).toMatchObject({ risks: ['swap-to-other'], isGrave: true, isGravest: true })
  })

  it('transfer by Multicall3 › its own, does not explain a loss of the account', () => {
    const data = encodeCall('aggregate3((address,bool,bytes)[])', [
      [usdc, true, encodeCall('transfer(address,uint256)', friend, thousandUsdc)],
    ])
    const facts = [...decode(multicall3, data), ...theft]
    expect(facts[0]).toMatchObject({ facts: [{ is: 'transfer', from: multicall3 }] })
    expect(evaluate(facts, simulationOf([change(-thousandUsdc, usdc)])).risks).toContain('hidden-loss')
  })

  it('transfer from the account › its own loss, not explained either', () => {
    const take = encodeCall('transferFrom(address,address,uint256)', alice, friend, thousandUsdc)
    const facts = decode(multicall3, encodeCall('aggregate3((address,bool,bytes)[])', [[usdc, true, take]]))
    expect(facts).toMatchObject([
      { by: multicall3, facts: [{ is: 'transfer', from: undefined, to: friend }] },
    ])
    expect(evaluate(facts, simulationOf([change(-thousandUsdc, usdc)])).risks).toContain('hidden-loss')
  })
})

describe('A3, A4 › promises of a swap are compared with the simulation', () => {
  const swap = (to: Hex) =>
    encodeCall('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
      usdc,
      weth,
      500,
      to,
      thousandUsdc,
      one,
      0n,
    ])
  const paid = simulationOf([change(-thousandUsdc, usdc)])

  it.each([
    ['a known router', router, ['missing-gain']],
    ['an unknown one', attacker, ['unknown-contract', 'unknown-with-value', 'missing-gain']],
  ] as const)('nothing received from %s › severe', (_name, at, risks) => {
    expect(evaluate(decode(at, swap(caller)), paid)).toEqual({ risks, isGrave: true, isGravest: true })
  })

  it.each([
    ['as much', one, false],
    ['more', one + 1n, false],
    ['less', one - 1n, true],
  ])('%s received › missing gain or not', (_name, value, isMissing) => {
    const simulation = simulationOf([change(-thousandUsdc, usdc), change(value, weth)])
    expect(evaluate(decode(router, swap(alice)), simulation).risks.includes('missing-gain')).toBe(isMissing)
  })

  it('node reports only a part › not a missing gain', () => {
    const simulation = { ...paid, isPartial: true }
    expect(evaluate(decode(router, swap(alice)), simulation).risks).toEqual([])
  })

  it('output to another account › only that risk, no missing gain', () => {
    expect(evaluate(decode(router, swap(friend)), paid).risks).toEqual(['swap-to-other'])
  })
})

describe('A6 › amounts of the Universal Router', () => {
  const transfers = parseAbiParameters('address token, address to, uint256 amount')
  const plan = (command: Hex, token: Hex, to: Hex, amount: bigint) =>
    encodeCall('execute(bytes,bytes[])', command, [encodeAbiParameters(transfers, [token, to, amount])])

  it.each([
    ['all that it has', 2n ** 255n],
    ['an amount', thousandUsdc],
  ])('TRANSFER of %s › the router’s own, does not explain a loss of the account', (_name, amount) => {
    const facts = decode(universalRouter, plan('0x05', usdc, friend, amount))
    expect(evaluate(facts).risks).toEqual(['transfer-all', 'swap-to-other'])
    expect(evaluate([...facts, ...theft], simulationOf([change(-thousandUsdc, usdc)])).risks).toContain(
      'hidden-loss',
    )
  })

  it('A6b › PERMIT2_TRANSFER_FROM of token zero › native value stays in the router', () => {
    const facts = decode(universalRouter, plan('0x02', `0x${'0'.repeat(40)}`, alice, one), one)
    expect(facts).toMatchObject([
      {
        is: 'batch',
        facts: [{ is: 'transfer' }, { is: 'transfer', to: universalRouter, figure: { value: one } }],
      },
    ])
  })
})

describe('B1, B2, B5, E1 › a decoded loss explains no other', () => {
  const lossSimulation = simulationOf([change(-thousandUsdc, usdc)])
  const send = (to: Hex) => encodeCall('transfer(address,uint256)', to, thousandUsdc)
  const deposit = encodeCall('deposit()')
  const withdraw = encodeCall('withdraw(uint256)', one)
  const swapAtWeth = encodeCall(
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    thousandUsdc,
    one,
    [usdc, weth],
    alice,
    2n ** 40n,
  )

  it.each<[string, readonly Fact[], Simulation]>([
    ['a transfer to the account itself', decode(usdc, send(alice)), lossSimulation],
    [
      'coins that are wrapped and unwrapped',
      [...decode(weth, deposit, one), ...decode(weth, withdraw)],
      simulationOf([change(-one, weth)]),
    ],
    ['a swap at the wrapped coin, which takes it for a deposit', decode(weth, swapAtWeth), lossSimulation],
    [
      'an NFT of the same collection',
      decode(nft, encodeCall('transferFrom(address,address,uint256)', alice, friend, 5n)),
      simulationOf([change(-1n, nft, 5n), change(-1n, nft, 7n)]),
    ],
  ])('%s, with an unknown call › hidden loss', (_name, facts, simulation) => {
    expect(evaluate([...facts, ...theft], simulation).risks).toContain('hidden-loss')
  })

  it.each<[string, readonly Fact[]]>([
    ['a transfer to a friend that fails', decode(usdc, send(friend))],
    [
      'a call of the account to itself, which has no code',
      decode(alice, encodeCall('executeBatch((address,uint256,bytes)[])', [[usdc, 0n, send(friend)]])),
    ],
    [
      'A7 › what an unknown contract says it passes on',
      decode(
        attacker,
        encodeCall('executeBatch((address,uint256,bytes)[])', [
          [usdc, 0n, encodeCall('transferFrom(address,address,uint256)', alice, friend, thousandUsdc)],
        ]),
      ),
    ],
  ])('%s, same amount sent to another › an unknown call stays severe', (_name, facts) => {
    const all = [...facts, ...theft]
    expect(evaluate(all, lossSimulation)).toMatchObject({ isGrave: true })
    const sentToFriend = { sent: [{ ...change(thousandUsdc, usdc), to: friend }] }
    expect(evaluate(all, simulationOf([change(-thousandUsdc, usdc)], sentToFriend)).isGrave).toBe(false)
  })

  it('undecoded event names the account › an unknown call stays severe', () => {
    expect(evaluate(theft, simulationOf([])).isGrave).toBe(false)
    expect(evaluate(theft, simulationOf([], { hasUnread: true })).isGrave).toBe(true)
  })

  it('chain that reports no recipients › an unknown call stays severe', () => {
    expect(evaluate(theft, { ...simulationOf([]), moves: undefined }).isGrave).toBe(true)
  })
})
