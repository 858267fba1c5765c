import { type Abi, encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { isSevereRequest } from '#widget/domain/review/confirm-window-rule.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import type { BalanceChange, Fact, SimulatedTransfers, Simulation } from '../request-facts.ts'
import { readCall } from './decode/decode-call.ts'
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
const thief = '0x9999999999999999999999999999999999999999'
const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const caller = '0x0000000000000000000000000000000000000001'
const one = 10n ** 18n
const thousand = 1_000_000_000n
const kindOf = contractKinds(chain, (contract) => contract.toLowerCase() === usdc.toLowerCase())

function f(signature: string, ...args: readonly unknown[]): Hex {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}
const read = (to: Hex, data: Hex, value = 0n): readonly Fact[] => readCall({ to, value, data }, alice, kindOf)
const steals = read(thief, f('steal()'))

const sums = (value: bigint, contract?: string, collectible?: bigint): BalanceChange => ({
  figure: { value, contract },
  collectible,
})
/** A complete simulation; what leaves goes to the attacker unless `moves` has other recipients. */
function run(
  changes: readonly BalanceChange[],
  moves: Partial<SimulatedTransfers> = {},
): Extract<Simulation, { is: 'runs' }> {
  const left = changes.filter(({ figure }) => figure.value < 0n)
  const sent = left.map((one) => ({ ...one, figure: { ...one.figure, value: -one.figure.value }, to: thief }))
  return {
    is: 'runs',
    changes,
    grants: [],
    moves: { sent, hasUnread: false, ...moves },
    isPartial: false,
    fee: 0n,
  }
}
function judge(facts: readonly Fact[], simulation?: Simulation) {
  const description = { account: alice, chain, facts: [{ is: 'batch', facts } as const] }
  const risks = risksOf(description, { host: 'x.example', newContracts: [], now: 0, simulation })
  return {
    risks,
    isGrave: risks.some(isSevere),
    isGravest: isSevereRequest({ reading: { is: 'read', description }, risks }),
  }
}

describe('A1 › calls inside Multicall3, which makes them itself', () => {
  const wraps = f('aggregate3Value((address,bool,uint256,bytes)[])', [[weth, false, one, f('deposit()')]])

  it('wrapped native value › goes to Multicall3, nothing to the account', () => {
    const facts = read(multicall3, wraps, one)
    expect(facts).toMatchObject([
      { is: 'batch', by: multicall3, facts: [{ is: 'swap', to: multicall3 }] },
      { is: 'transfer', to: multicall3, figure: { value: one } },
    ])
    expect(judge(facts)).toMatchObject({ risks: ['swap-to-other'], isGrave: true, isGravest: true })
  })

  it('transfer by Multicall3 › its own, does not explain a loss of the account', () => {
    const data = f('aggregate3((address,bool,bytes)[])', [
      [usdc, true, f('transfer(address,uint256)', friend, thousand)],
    ])
    const facts = [...read(multicall3, data), ...steals]
    expect(facts[0]).toMatchObject({ facts: [{ is: 'transfer', from: multicall3 }] })
    expect(judge(facts, run([sums(-thousand, usdc)])).risks).toContain('hidden-loss')
  })

  it('transfer from the account › its own loss, not explained either', () => {
    const take = f('transferFrom(address,address,uint256)', alice, friend, thousand)
    const facts = read(multicall3, f('aggregate3((address,bool,bytes)[])', [[usdc, true, take]]))
    expect(facts).toMatchObject([
      { by: multicall3, facts: [{ is: 'transfer', from: undefined, to: friend }] },
    ])
    expect(judge(facts, run([sums(-thousand, usdc)])).risks).toContain('hidden-loss')
  })
})

describe('A3, A4 › promises of a swap are compared with the simulation', () => {
  const swap = (to: Hex) =>
    f('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
      usdc,
      weth,
      500,
      to,
      thousand,
      one,
      0n,
    ])
  const paid = run([sums(-thousand, usdc)])

  it.each([
    ['a known router', router, ['missing-gain']],
    ['an unknown one', thief, ['unknown-contract', 'unknown-with-value', 'missing-gain']],
  ] as const)('nothing received from %s › severe', (_name, at, risks) => {
    expect(judge(read(at, swap(caller)), paid)).toEqual({ risks, isGrave: true, isGravest: true })
  })

  it.each([
    ['as much', one, false],
    ['more', one + 1n, false],
    ['less', one - 1n, true],
  ])('%s received › missing gain or not', (_name, value, isMissing) => {
    const simulation = run([sums(-thousand, usdc), sums(value, weth)])
    expect(judge(read(router, swap(alice)), simulation).risks.includes('missing-gain')).toBe(isMissing)
  })

  it('node reports only a part › not a missing gain', () => {
    const simulation = { ...paid, isPartial: true }
    expect(judge(read(router, swap(alice)), simulation).risks).toEqual([])
  })

  it('output to another account › only that risk, no missing gain', () => {
    expect(judge(read(router, swap(friend)), paid).risks).toEqual(['swap-to-other'])
  })
})

describe('A6 › amounts of the Universal Router', () => {
  const transfers = parseAbiParameters('address token, address to, uint256 amount')
  const plan = (command: Hex, token: Hex, to: Hex, amount: bigint) =>
    f('execute(bytes,bytes[])', command, [encodeAbiParameters(transfers, [token, to, amount])])

  it.each([
    ['all that it has', 2n ** 255n],
    ['an amount', thousand],
  ])('TRANSFER of %s › the router’s own, does not explain a loss of the account', (_name, amount) => {
    const facts = read(universalRouter, plan('0x05', usdc, friend, amount))
    expect(judge(facts).risks).toEqual(['transfer-all', 'swap-to-other'])
    expect(judge([...facts, ...steals], run([sums(-thousand, usdc)])).risks).toContain('hidden-loss')
  })

  it('A6b › PERMIT2_TRANSFER_FROM of token zero › native value stays in the router', () => {
    const facts = read(universalRouter, plan('0x02', `0x${'0'.repeat(40)}`, alice, one), one)
    expect(facts).toMatchObject([
      {
        is: 'batch',
        facts: [{ is: 'transfer' }, { is: 'transfer', to: universalRouter, figure: { value: one } }],
      },
    ])
  })
})

describe('B1, B2, B5, E1 › a decoded loss explains no other', () => {
  const lost = run([sums(-thousand, usdc)])
  const send = (to: Hex) => f('transfer(address,uint256)', to, thousand)
  const deposit = f('deposit()')
  const withdraw = f('withdraw(uint256)', one)
  const swapAtWeth = f(
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    thousand,
    one,
    [usdc, weth],
    alice,
    2n ** 40n,
  )

  it.each<[string, readonly Fact[], Simulation]>([
    ['a transfer to the account itself', read(usdc, send(alice)), lost],
    [
      'coins that are wrapped and unwrapped',
      [...read(weth, deposit, one), ...read(weth, withdraw)],
      run([sums(-one, weth)]),
    ],
    ['a swap at the wrapped coin, which takes it for a deposit', read(weth, swapAtWeth), lost],
    [
      'an NFT of the same collection',
      read(nft, f('transferFrom(address,address,uint256)', alice, friend, 5n)),
      run([sums(-1n, nft, 5n), sums(-1n, nft, 7n)]),
    ],
  ])('%s, with an unknown call › hidden loss', (_name, facts, simulation) => {
    expect(judge([...facts, ...steals], simulation).risks).toContain('hidden-loss')
  })

  it.each<[string, readonly Fact[]]>([
    ['a transfer to a friend that fails', read(usdc, send(friend))],
    [
      'a call of the account to itself, which has no code',
      read(alice, f('executeBatch((address,uint256,bytes)[])', [[usdc, 0n, send(friend)]])),
    ],
    [
      'A7 › what an unknown contract says it passes on',
      read(
        thief,
        f('executeBatch((address,uint256,bytes)[])', [
          [usdc, 0n, f('transferFrom(address,address,uint256)', alice, friend, thousand)],
        ]),
      ),
    ],
  ])('%s, same amount sent to another › an unknown call stays severe', (_name, facts) => {
    const all = [...facts, ...steals]
    expect(judge(all, lost)).toMatchObject({ isGrave: true })
    const asNamed = { sent: [{ ...sums(thousand, usdc), to: friend }] }
    expect(judge(all, run([sums(-thousand, usdc)], asNamed)).isGrave).toBe(false)
  })

  it('undecoded event names the account › an unknown call stays severe', () => {
    expect(judge(steals, run([])).isGrave).toBe(false)
    expect(judge(steals, run([], { hasUnread: true })).isGrave).toBe(true)
  })

  it('chain that reports no recipients › an unknown call stays severe', () => {
    expect(judge(steals, { ...run([]), moves: undefined }).isGrave).toBe(true)
  })
})
