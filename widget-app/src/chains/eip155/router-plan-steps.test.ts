import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { decodeCall } from './decode/decode-call.ts'
import type { Hex } from './hex.ts'
import {
  type Command,
  callerPlaceholder,
  nativeStep,
  nativeToken,
  planData,
  universalRouter as router,
  routerPlaceholder,
  tokenStep,
  usdc,
  v3Swap,
  weth,
  wholeBalance,
} from './testing/router-plans.ts'
import { alice, bob, tokenAddress as dai } from './testing/unit-world.ts'
import { contractKinds } from './tokens/contract-kind.ts'

const kindOf = contractKinds(parseChainId('eip155:1'), () => true)
const unknown = '0x323A76393544d5ecca80cd6ef2A560C6a395b7E3'

const plan = (commands: readonly Command[], value = 0n, to: Hex = router) =>
  decodeCall({ to, value, data: planData(commands) }, alice, (contract) =>
    contract === unknown ? undefined : kindOf(contract),
  )
const v3 = (exact: bigint, from: Hex, into: Hex): Command =>
  v3Swap('0x00', callerPlaceholder, exact, 5n, [from, into], false)
const wrap = (to: Hex, amount: bigint): Command => nativeStep('0x0b', to, amount)
const line = (label: string, value: string) => ({ label, value })
const batch = (...facts: readonly object[]) => [{ is: 'batch', facts }]

describe('what the router pays', () => {
  it('whole balance of a token › an unknown amount; a part › that amount', () => {
    expect(plan([v3(wholeBalance, dai, usdc)])).toMatchObject([
      { is: 'swap', pays: undefined, payer: router },
    ])
    expect(plan([v3(3n, dai, usdc)])).toMatchObject([
      { is: 'swap', pays: { value: 3n, contract: dai }, payer: router },
    ])
  })

  it('two swaps of the wrapped value › no more than the native value of the call', () => {
    expect(plan([wrap(routerPlaceholder, 10n), v3(6n, weth, usdc), v3(6n, weth, usdc)], 10n)).toMatchObject(
      batch(
        { is: 'swap', pays: { value: 6n, contract: undefined } },
        { is: 'swap', pays: { value: 4n, contract: undefined } },
      ),
    )
  })
})

describe('plan steps other than swaps', () => {
  it('native value to another account › a transfer, the rest for the next steps', () => {
    expect(
      plan([tokenStep('0x05', nativeToken, bob, 4n), wrap(callerPlaceholder, wholeBalance)], 10n),
    ).toMatchObject(
      batch(
        { is: 'transfer', from: undefined, to: bob, figure: { value: 4n, contract: undefined } },
        { is: 'known-call', name: 'WRAP_ETH' },
        { is: 'transfer', to: router, figure: { value: 6n, contract: undefined } },
      ),
    )
  })

  it('sweep without a swap › its token, recipient and minimum', () => {
    expect(plan([tokenStep('0x04', dai, callerPlaceholder, 7n)])).toEqual([
      { is: 'known-call', name: 'SWEEP', lines: [line('token', dai), line('to', alice), line('least', '7')] },
    ])
  })

  it('balance check › its owner, token and minimum', () => {
    expect(plan([tokenStep('0x0e', bob, dai, 7n)])).toEqual([
      {
        is: 'known-call',
        name: 'BALANCE_CHECK_ERC20',
        lines: [line('owner', bob), line('token', dai), line('least', '7')],
      },
    ])
  })
})

describe('plan of an unknown contract', () => {
  const batchStep: Command = [
    '0x0d',
    encodeAbiParameters(parseAbiParameters('(address from, address to, uint160 amount, address token)[]'), [
      [{ from: alice, to: bob, amount: 3n, token: usdc }],
    ]),
  ]

  it('native value › to the contract itself; forwarded tokens › stay in the review', () => {
    const steps = [tokenStep('0x02', dai, bob, 5n), batchStep, tokenStep('0x05', nativeToken, bob, 4n)]
    const [facts] = plan(steps, 10n, unknown)
    expect(facts).toMatchObject({
      is: 'batch',
      facts: [
        { is: 'transfer', to: bob, figure: { value: 5n, contract: dai } },
        { is: 'transfer', to: bob, figure: { value: 3n, contract: usdc } },
        { is: 'transfer', to: unknown, figure: { value: 10n, contract: undefined } },
      ],
    })
  })
})

describe('share for another account', () => {
  it.each([
    [999n, ['known-call']],
    [1_000n, ['known-call', 'transfer-all']],
  ])("%i basis points › the router's whole balance from a tenth on", (bips, kinds) => {
    const facts = plan([tokenStep('0x06', dai, bob, bips)]).flatMap((fact) =>
      fact.is === 'batch' ? fact.facts : [fact],
    )
    expect(facts.map((fact) => fact.is)).toEqual(kinds)
  })
})
