import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Hex } from '../../hex.ts'
import {
  type Command,
  callerPlaceholder,
  nativeStep,
  nativeToken as noToken,
  planData,
  universalRouter as router,
  routerPlaceholder,
  tokenStep as token,
  usdc,
  v2Swap as v2,
  v3Swap as v3,
  weth,
  wholeBalance,
} from '../../testing/router-plans.ts'
import { alice, bob, tokenAddress as dai } from '../../testing/unit-world.ts'
import { contractKinds } from '../../tokens/contract-kind.ts'
import { decodeCall } from '../decode-call.ts'

const kindOf = contractKinds(parseChainId('eip155:1'), () => true)

const plan = (commands: readonly Command[], value = 0n, hasDeadline = true) =>
  decodeCall({ to: router, value, data: planData(commands, { hasDeadline }) }, alice, kindOf)
const swap = (
  pays: readonly [bigint, Hex?] | undefined,
  gets: readonly [bigint, Hex?],
  to: string = alice,
) => ({
  is: 'swap',
  router,
  pays: pays && { value: pays[0], contract: pays[1] },
  gets: { value: gets[0], contract: gets[1] },
  to,
})

describe('Universal Router plans', () => {
  it.each<[name: string, command: Command, fact: object]>([
    ['V3 in', v3('0x00', callerPlaceholder, 10n, 4n, [dai, weth, usdc], true), swap([10n, dai], [4n, usdc])],
    ['V3 out', v3('0x01', bob, 4n, 10n, [usdc, weth, dai], true), swap([10n, dai], [4n, usdc], bob)],
    ['V2 in', v2('0x08', callerPlaceholder, 10n, 4n, [dai, weth, usdc], true), swap([10n, dai], [4n, usdc])],
    ['V2 out', v2('0x09', callerPlaceholder, 4n, 10n, [dai, usdc], true), swap([10n, dai], [4n, usdc])],
  ])('%s, with and without a deadline', (_name, command, fact) => {
    expect(plan([command])).toEqual([fact])
    expect(plan([command], 0n, false)).toEqual([fact])
  })

  it('native value wrapped first › the cost of the swap, without other facts', () => {
    const wrap = nativeStep('0x0b', routerPlaceholder, 10n)
    expect(plan([wrap, v3('0x00', callerPlaceholder, 10n, 4n, [weth, usdc], false)], 10n)).toEqual([
      swap([10n], [4n, usdc]),
    ])
    expect(plan([wrap, v2('0x08', callerPlaceholder, wholeBalance, 4n, [weth, usdc], false)], 10n)).toEqual([
      swap([10n], [4n, usdc]),
    ])
  })

  it.each<[string, readonly Command[], readonly object[]]>([
    [
      'wrapped as all that the router has, and all of it paid',
      [
        nativeStep('0x0b', routerPlaceholder, wholeBalance),
        v3('0x00', callerPlaceholder, wholeBalance, 4n, [weth, usdc], false),
      ],
      [swap([10n], [4n, usdc])],
    ],
    [
      'paid beyond what was wrapped',
      [
        nativeStep('0x0b', routerPlaceholder, 10n),
        v3('0x00', callerPlaceholder, 99n, 4n, [weth, usdc], false),
      ],
      [swap([10n], [4n, usdc])],
    ],
    [
      'wrapped in two steps',
      [
        nativeStep('0x0b', routerPlaceholder, 4n),
        nativeStep('0x0b', routerPlaceholder, 6n),
        v3('0x00', callerPlaceholder, wholeBalance, 4n, [weth, usdc], false),
      ],
      [swap([10n], [4n, usdc])],
    ],
    [
      'paid in two steps',
      [
        nativeStep('0x0b', routerPlaceholder, wholeBalance),
        v3('0x00', callerPlaceholder, 3n, 1n, [weth, usdc], false),
        v3('0x00', callerPlaceholder, wholeBalance, 2n, [weth, usdc], false),
      ],
      [{ is: 'batch', facts: [swap([3n], [1n, usdc]), swap([7n], [2n, usdc])] }],
    ],
    [
      'sent on in part before all is wrapped',
      [
        token('0x05', noToken, bob, 4n),
        nativeStep('0x0b', routerPlaceholder, wholeBalance),
        v3('0x00', callerPlaceholder, wholeBalance, 4n, [weth, usdc], false),
      ],
      [
        {
          is: 'batch',
          facts: [
            { is: 'transfer', from: undefined, to: bob, figure: { value: 4n, contract: undefined } },
            swap([6n], [4n, usdc]),
          ],
        },
      ],
    ],
  ])('native value › %s › facts name no more than that', (_name, commands, facts) => {
    expect(plan(commands, 10n)).toEqual(facts)
  })

  it('A5 › native value beyond the steps › stays in the router, no more', () => {
    const steps = [
      nativeStep('0x0b', routerPlaceholder, 10n),
      v3('0x00', callerPlaceholder, 10n, 4n, [weth, usdc], false),
    ]
    const figure = { value: 1n, contract: undefined }
    expect(plan(steps, 11n)).toEqual([
      {
        is: 'batch',
        facts: [swap([10n], [4n, usdc]), { is: 'transfer', from: undefined, to: router, figure }],
      },
    ])
  })

  it('last step › its recipient and minimum are those of the swap', () => {
    const heldSwap = v3('0x00', routerPlaceholder, 10n, 0n, [dai, weth], true)
    expect(plan([heldSwap, nativeStep('0x0c', callerPlaceholder, 4n)])).toEqual([swap([10n, dai], [4n])])
    expect(plan([heldSwap, nativeStep('0x0c', bob, 4n)])).toEqual([swap([10n, dai], [4n], bob)])
    expect(plan([heldSwap, token('0x04', weth, bob, 4n)])).toEqual([swap([10n, dai], [4n, weth], bob)])
  })

  it('output that stays in the router, or may stay › a fact for each step', () => {
    const heldSwap = v3('0x00', routerPlaceholder, 10n, 3n, [dai, weth], true)
    const keptSwap = swap([10n, dai], [3n, weth], router)
    expect(plan([heldSwap])).toEqual([keptSwap])
    const sweep = { is: 'known-call', name: 'SWEEP' }
    expect(plan([heldSwap, token('0x84', weth, callerPlaceholder, 8n)])).toMatchObject([
      { is: 'batch', facts: [keptSwap, sweep] },
    ])
    // The native currency that returns is the call's, not the output of the swap.
    const wrap = nativeStep('0x0b', routerPlaceholder, 5n)
    expect(plan([wrap, heldSwap, nativeStep('0x0c', callerPlaceholder, 5n)], 5n)).toMatchObject([
      {
        is: 'batch',
        facts: [
          keptSwap,
          { is: 'known-call', name: 'UNWRAP_WETH' },
          { is: 'transfer', to: router, figure: { value: 5n, contract: undefined } },
        ],
      },
    ])
  })

  it('permit and transfers in a plan › decoded as such (test 44)', () => {
    const details = { token: dai, amount: 2n ** 160n - 1n, expiration: 9, nonce: 0 } as const
    const single = parseAbiParameters([
      'S permit, bytes signature',
      'struct D { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
      'struct S { D details; address spender; uint256 deadline; }',
    ])
    const batch = parseAbiParameters([
      'B permit, bytes signature',
      'struct D { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
      'struct B { D[] details; address spender; uint256 deadline; }',
    ])
    const permit = {
      is: 'permit',
      standard: 'Permit2',
      spender: router,
      figure: { value: 2n ** 160n - 1n, contract: dai },
      isUnlimited: true,
      deadline: 7n,
    }
    const one = encodeAbiParameters(single, [{ details, spender: router, deadline: 7n }, '0x01'])
    const two = encodeAbiParameters(batch, [
      { details: [details, details], spender: router, deadline: 7n },
      '0x01',
    ])
    expect(plan([['0x0a', one], v2('0x08', callerPlaceholder, 10n, 4n, [dai, usdc], true)])).toEqual([
      { is: 'batch', facts: [permit, swap([10n, dai], [4n, usdc])] },
    ])
    expect(plan([['0x03', two]])).toEqual([{ is: 'batch', facts: [permit, permit] }])
    const transfer = { is: 'transfer', from: undefined, to: bob, figure: { value: 6n, contract: dai } }
    const execute = { is: 'known-call', name: 'execute', lines: [] }
    expect(plan([token('0x02', dai, bob, 6n)])).toEqual([transfer, execute])
    expect(plan([token('0x05', noToken, bob, 6n)], 6n)).toEqual([
      { ...transfer, figure: { value: 6n, contract: undefined } },
      execute,
    ])
    const transferParams = parseAbiParameters([
      'T[] transfers',
      'struct T { address from; address to; uint160 amount; address token; }',
    ])
    const encodedTransfers = encodeAbiParameters(transferParams, [
      [{ from: bob, to: alice, amount: 6n, token: dai }],
    ])
    expect(plan([['0x0d', encodedTransfers]])).toEqual([{ ...transfer, from: bob, to: alice }])
  })

  it('R7 › input that is not canonically encoded › an unknown command', () => {
    const [command, input] = token('0x02', dai, bob, 6n)
    const nonCanonical: `0x${string}` = `0xff${input.slice(4)}`
    for (const other of [nonCanonical, `${input}00` as const])
      expect(plan([[command, other]])).toMatchObject([{ is: 'unknown-call', selector: '0x02' }])
  })

  it('share of another account › a PAY_PORTION step', () => {
    expect(plan([token('0x06', usdc, bob, 25n)])).toMatchObject([
      {
        is: 'known-call',
        name: 'PAY_PORTION',
        lines: [{ value: usdc }, { value: bob }, { value: '25', unit: 'basis-points' }],
      },
    ])
  })

  it("shares of others that add up to a tenth › the router's whole balance leaves", () => {
    const all = { is: 'transfer-all', to: bob }
    const share = token('0x06', usdc, bob, 499n)
    expect(JSON.stringify(plan([share, share]))).not.toContain('transfer-all')
    expect(plan([share, share, token('0x06', dai, bob, 2n)])).toMatchObject([
      { facts: [{ name: 'PAY_PORTION' }, { name: 'PAY_PORTION' }, { name: 'PAY_PORTION' }, all] },
    ])
    // What stays with the user or the router is not a share of another account.
    const own = token('0x06', usdc, callerPlaceholder, 9_000n)
    expect(JSON.stringify(plan([own, own, share]))).not.toContain('transfer-all')
  })

  it('unknown command, or a malformed input › unknown, with the native value', () => {
    expect(plan([['0x11', '0x']], 5n)).toEqual([
      {
        is: 'unknown-call',
        to: router,
        selector: '0x11',
        figure: { value: 5n, contract: undefined },
        // The router has approvals of its users, and a command such as a sub-plan may use them.
        mayTake: true,
      },
    ])
    expect(plan([['0x00', '0x1234']])).toMatchObject([{ is: 'unknown-call', selector: '0x00' }])
    expect(plan([v3('0x00', callerPlaceholder, 10n, 4n, [dai], true)])).toMatchObject([
      { is: 'unknown-call' },
    ])
    const args = ['0x0000', ['0x']] as const
    const uneven = encodeFunctionData({
      abi: parseAbi(['function execute(bytes commands, bytes[] inputs)']),
      functionName: 'execute',
      args,
    })
    expect(decodeCall({ to: router, value: 0n, data: uneven }, alice, kindOf)).toMatchObject([
      { is: 'unknown-call' },
    ])
  })
})
