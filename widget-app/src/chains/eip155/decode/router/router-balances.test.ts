import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import {
  type Action,
  type Command,
  callerPlaceholder,
  nativeStep,
  nativeToken,
  planData,
  routerPlaceholder,
  sessionInput,
  settle,
  settleAll,
  take,
  takeAll,
  tokenStep,
  universalRouter,
  usdc,
  v2Swap,
  v3Path,
  v3Swap,
  v4Path,
  v4Single,
  weth,
  wholeBalance,
} from '../../testing/router-plans.ts'
import { alice, bob, tokenAddress as dai } from '../../testing/unit-world.ts'
import { contractKinds } from '../../tokens/contract-kind.ts'
import { decodeCall } from '../decode-call.ts'

const chain = parseChainId('eip155:1')
const kindOf = contractKinds(chain, () => true)

const decode = (to: Hex, data: Hex, value = 0n) => decodeCall({ to, value, data }, alice, kindOf)

/** Risks that the review shows. */
const risks = (facts: ReturnType<typeof decode>) =>
  risksOf({ account: alice, chain, facts }, { host: 'shop.example', newContracts: [], now: 0 })

const swap = (
  router: Hex,
  pays: readonly [bigint, Hex?],
  gets: readonly [bigint, Hex?],
  to: string = alice,
) => ({
  is: 'swap',
  router,
  pays: { value: pays[0], contract: pays[1] },
  gets: { value: gets[0], contract: gets[1] },
  to,
})

describe('Universal Router plan', () => {
  const router = universalRouter
  const plan = (commands: readonly Command[], value = 0n, to: Hex = router) =>
    decode(to, planData(commands), value)
  const v3 = (to: Hex, exact: bigint, limit: bigint, tokens: readonly Hex[], isUser: boolean): Command =>
    v3Swap('0x00', to, exact, limit, tokens, isUser)
  const v2 = (to: Hex, exact: bigint, limit: bigint, tokens: readonly Hex[], isUser: boolean): Command =>
    v2Swap('0x08', to, exact, limit, tokens, isUser)
  const sweep = (token: Hex, to: Hex, minAmount: bigint): Command => tokenStep('0x04', token, to, minAmount)
  const unwrap = (to: Hex, minAmount: bigint): Command => nativeStep('0x0c', to, minAmount)

  it('several routes, one end › one swap with the sum of their inputs', () => {
    const routes = [
      v3(routerPlaceholder, 6n, 0n, [dai, weth], true),
      v2(routerPlaceholder, 4n, 0n, [dai, usdc, weth], true),
    ]
    expect(plan([...routes, unwrap(callerPlaceholder, 7n)])).toEqual([swap(router, [10n, dai], [7n])])
    expect(plan([...routes, sweep(weth, callerPlaceholder, 7n)])).toEqual([
      swap(router, [10n, dai], [7n, weth]),
    ])
    expect(risks(plan([...routes, unwrap(callerPlaceholder, 7n)]))).toEqual([])
    expect(risks(plan([...routes, unwrap(bob, 7n)]))).toContain('swap-to-other')
  })

  it('leg with the whole output of the one before › one swap', () => {
    const legs = [
      v3(routerPlaceholder, 10n, 0n, [dai, weth], true),
      v2(callerPlaceholder, wholeBalance, 7n, [weth, usdc], false),
    ]
    expect(plan(legs)).toEqual([swap(router, [10n, dai], [7n, usdc])])
  })

  it('leg of less, of another token, or that may fail › a fact for each', () => {
    const first = v3(routerPlaceholder, 10n, 0n, [dai, weth], true)
    const [, input] = v2(callerPlaceholder, wholeBalance, 7n, [weth, usdc], false)
    for (const leg of [
      v2(callerPlaceholder, 1n, 7n, [weth, usdc], false),
      v2(callerPlaceholder, wholeBalance, 7n, [usdc, dai], false),
      ['0x88', input] as const,
    ])
      expect(risks(plan([first, leg]))).toContain('swap-to-other')
  })

  it('exact output paid by the router › keeps the rest there, not merged', () => {
    const [, input] = v3(callerPlaceholder, 1n, wholeBalance, [usdc, dai], false)
    const facts = plan([v3(routerPlaceholder, 10n, 0n, [weth, dai], true), ['0x01', input]])
    expect(risks(facts)).toContain('swap-to-other')
  })

  it("router's balance sent to another account before the end › swap-to-other", () => {
    const heldSwap = v3(routerPlaceholder, 10n, 0n, [dai, usdc], true)
    for (const [command, amount] of [
      ['0x05', wholeBalance],
      ['0x05', 3n],
      ['0x06', 1_000n],
    ] as const) {
      const sent = tokenStep(command, usdc, bob, amount)
      expect(risks(plan([heldSwap, sent, sweep(usdc, callerPlaceholder, 0n)]))).toContain('swap-to-other')
    }
  })

  it('routes that pay different tokens › each is a fact', () => {
    const routes = [
      v3(routerPlaceholder, 6n, 0n, [dai, weth], true),
      v3(routerPlaceholder, 4n, 0n, [usdc, weth], true),
    ]
    expect(risks(plan([...routes, sweep(weth, callerPlaceholder, 7n)]))).toContain('swap-to-other')
  })

  it("second end that goes to another account › the router's whole balance leaves", () => {
    const facts = plan([
      v3(routerPlaceholder, 6n, 0n, [dai, weth], true),
      sweep(weth, callerPlaceholder, 1n),
      sweep(weth, bob, 0n),
    ])
    expect(risks(facts)).toContain('transfer-all')
  })

  describe('V4_SWAP', () => {
    const v4 = (...actions: readonly Action[]): Command => [
      '0x10',
      sessionInput(
        actions.map(([one]) => one),
        actions.map(([, params]) => params),
      ),
    ]
    const poolSwap = v4Single('0x06', [nativeToken, usdc], true, 10n, 4n)

    it('two swaps of native currency › the second pays at most the rest of the first', () => {
      const one = v4(poolSwap, settleAll(nativeToken, 10n), takeAll(usdc, 4n))
      expect(plan([one, one], 12n)).toEqual([
        { is: 'batch', facts: [swap(router, [10n], [4n, usdc]), swap(router, [2n], [4n, usdc])] },
      ])
    })

    it.each<[string, Command, object, bigint?]>([
      [
        'one pool',
        v4(v4Single('0x06', [dai, usdc], true, 10n, 4n), settleAll(dai, 10n), takeAll(usdc, 4n)),
        swap(router, [10n, dai], [4n, usdc]),
      ],
      [
        'one pool, the other way',
        v4(v4Single('0x06', [usdc, dai], false, 10n, 4n), settle(dai, 0n), take(usdc, callerPlaceholder, 0n)),
        swap(router, [10n, dai], [4n, usdc]),
      ],
      [
        'several pools',
        v4(v4Path('0x07', dai, [weth, usdc], 10n, 4n), settle(dai, 0n), take(usdc, callerPlaceholder, 0n)),
        swap(router, [10n, dai], [4n, usdc]),
      ],
      [
        'exact outcome of one pool',
        v4(v4Single('0x08', [dai, usdc], true, 4n, 10n), settleAll(dai, 10n), takeAll(usdc, 4n)),
        swap(router, [10n, dai], [4n, usdc]),
      ],
      [
        'exact outcome of several',
        v4(v4Path('0x09', usdc, [dai, weth], 4n, 10n), settle(dai, 0n), take(usdc, callerPlaceholder, 0n)),
        swap(router, [10n, dai], [4n, usdc]),
      ],
      [
        'paid before',
        v4(settle(dai, 10n), v4Path('0x07', dai, [usdc], 0n, 4n), take(usdc, callerPlaceholder, 0n)),
        swap(router, [10n, dai], [4n, usdc]),
      ],
      [
        'two routes',
        v4(
          v4Path('0x07', dai, [usdc], 6n, 2n),
          v4Path('0x07', dai, [weth, usdc], 4n, 2n),
          settle(dai, 0n),
          take(usdc, callerPlaceholder, 0n),
        ),
        swap(router, [10n, dai], [4n, usdc]),
      ],
      [
        'coins',
        v4(poolSwap, settleAll(nativeToken, 10n), takeAll(usdc, 4n)),
        swap(router, [10n], [4n, usdc]),
        10n,
      ],
      [
        'into coins',
        v4(
          v4Single('0x06', [nativeToken, dai], false, 10n, 4n),
          settle(dai, 0n),
          take(nativeToken, callerPlaceholder, 0n),
        ),
        swap(router, [10n, dai], [4n]),
      ],
      [
        'to another account',
        v4(v4Path('0x07', dai, [usdc], 10n, 4n), settle(dai, 0n), take(usdc, bob, 0n)),
        swap(router, [10n, dai], [4n, usdc], bob),
      ],
    ])('%s › one swap', (_name, command, fact, value = 0n) => {
      expect(plan([command], value)).toEqual([fact])
    })

    it('output in the router, then transferred › one swap', () => {
      const heldSwap = v4(
        v4Path('0x07', dai, [nativeToken], 10n, 0n),
        settle(dai, 0n),
        take(nativeToken, routerPlaceholder, 0n),
      )
      expect(plan([heldSwap, sweep(nativeToken, callerPlaceholder, 4n)])).toEqual([
        swap(router, [10n, dai], [4n]),
      ])
      const first = v3(routerPlaceholder, 10n, 0n, [dai, weth], true)
      const second = v4(
        settle(weth, wholeBalance, false),
        v4Path('0x07', weth, [usdc], 0n, 4n),
        take(usdc, callerPlaceholder, 0n),
      )
      expect(plan([first, second])).toEqual([swap(router, [10n, dai], [4n, usdc])])
    })

    it('frontend fee › shown, and less is received', () => {
      const facts = plan([
        v4(
          v4Path('0x07', dai, [usdc], 10n, 1_000n),
          settle(dai, 0n),
          take(usdc, bob, 25n, '0x10'),
          take(usdc, callerPlaceholder, 0n),
        ),
      ])
      expect(facts).toMatchObject([
        {
          facts: [
            swap(router, [10n, dai], [998n, usdc]),
            { name: 'PAY_PORTION', lines: [{}, { value: bob }, { value: '25', unit: 'basis-points' }] },
          ],
        },
      ])
      const large = plan([
        v4(
          v4Path('0x07', dai, [usdc], 10n, 1_000n),
          settle(dai, 0n),
          take(usdc, bob, 5_000n, '0x10'),
          take(usdc, callerPlaceholder, 0n),
        ),
      ])
      expect(risks(large)).toContain('transfer-all')
    })

    const validSwap = v4Path('0x07', dai, [usdc], 10n, 4n)
    it.each<[string, Command]>([
      [
        'what is paid is taken back by another account',
        v4(validSwap, settle(dai, 0n), take(dai, bob, 5n), take(usdc, callerPlaceholder, 0n)),
      ],
      ['two takes', v4(validSwap, settle(dai, 0n), take(usdc, bob, 5n), take(usdc, callerPlaceholder, 0n))],
      [
        'two currencies paid',
        v4(validSwap, settle(dai, 0n), settle(weth, 5n), take(usdc, callerPlaceholder, 0n)),
      ],
      [
        'the outcome swapped on',
        v4(
          validSwap,
          v4Path('0x07', usdc, [weth], 4n, 0n),
          settle(dai, 0n),
          take(usdc, callerPlaceholder, 0n),
        ),
      ],
      [
        'no bound of what is paid',
        v4(v4Path('0x07', dai, [usdc], 0n, 4n), settle(dai, 0n), take(usdc, callerPlaceholder, 0n)),
      ],
      ['nothing paid', v4(validSwap, take(usdc, callerPlaceholder, 0n))],
      [
        'a share of something else',
        v4(validSwap, settle(dai, 0n), take(dai, bob, 25n, '0x10'), take(usdc, callerPlaceholder, 0n)),
      ],
      ['an action that is not known', v4(validSwap, ['0x0d', '0x'], take(usdc, callerPlaceholder, 0n))],
      [
        'another encoding',
        ['0x10', `${v4(validSwap, settle(dai, 0n), take(usdc, callerPlaceholder, 0n))[1]}00`],
      ],
    ])('%s › an unknown command', (_name, command) => {
      expect(plan([command])).toMatchObject([{ is: 'unknown-call', selector: '0x10', mayTake: true }])
    })

    it('router before V4, with another command of that number › unknown', () => {
      const command = v4(validSwap, settle(dai, 0n), take(usdc, callerPlaceholder, 0n))
      expect(plan([command], 0n, '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD')).toMatchObject([
        { is: 'unknown-call', selector: '0x10' },
      ])
    })
  })
})

describe('SwapRouter02 multicall', () => {
  const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
  const abi = parseAbi([
    'struct In { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
    'function exactInput(In params)',
    'function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to)',
    'function multicall(uint256 deadline, bytes[] calls)',
    'function unwrapWETH9(uint256 least, address to)',
    'function sweepToken(address token, uint256 least, address to)',
  ])
  const v3 = (recipient: Hex, amountIn: bigint, amountOutMinimum: bigint, ...tokens: readonly Hex[]) =>
    encodeFunctionData({
      abi,
      functionName: 'exactInput',
      args: [{ path: v3Path(...tokens), recipient, amountIn, amountOutMinimum }],
    })
  const v2 = (to: Hex, amountIn: bigint, minAmount: bigint, ...tokens: readonly Hex[]) =>
    encodeFunctionData({
      abi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, minAmount, tokens, to],
    })
  const unwrap = (to: Hex) => encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [7n, to] })
  const multicall = (...calls: readonly Hex[]) =>
    decode(router, encodeFunctionData({ abi, functionName: 'multicall', args: [1n, calls] }))
  const batch = (...facts: readonly object[]) => [{ is: 'batch', facts }]

  it('swaps to the router, then unwrapped to the user › one swap without a risk', () => {
    const facts = multicall(
      v3(routerPlaceholder, 6n, 0n, dai, weth),
      v2(routerPlaceholder, 4n, 0n, dai, weth),
      unwrap(alice),
    )
    expect(facts).toEqual(batch(swap(router, [10n, dai], [7n])))
    expect(risks(facts)).toEqual([])
  })

  it('swaps to the router, then swept to the user › one swap', () => {
    const sweep = encodeFunctionData({ abi, functionName: 'sweepToken', args: [usdc, 7n, alice] })
    expect(multicall(v3(routerPlaceholder, 6n, 0n, dai, usdc), sweep)).toEqual(
      batch(swap(router, [6n, dai], [7n, usdc])),
    )
  })

  it('whole output of a first swap in the next › one swap', () => {
    const facts = multicall(
      v3(routerPlaceholder, 6n, 0n, dai, weth),
      v2(callerPlaceholder, 0n, 7n, weth, usdc),
    )
    expect(facts).toEqual(batch(swap(router, [6n, dai], [7n, usdc])))
  })

  it('unwrapped to another account › that is the recipient', () => {
    const facts = multicall(v3(routerPlaceholder, 6n, 0n, dai, weth), unwrap(bob))
    expect(facts).toEqual(batch(swap(router, [6n, dai], [7n], bob)))
    expect(risks(facts)).toEqual(['swap-to-other'])
  })

  it('another token swept than the output › both are facts', () => {
    const sweep = encodeFunctionData({ abi, functionName: 'sweepToken', args: [weth, 7n, alice] })
    expect(risks(multicall(v3(routerPlaceholder, 6n, 0n, dai, usdc), sweep))).toContain('swap-to-other')
  })
})
