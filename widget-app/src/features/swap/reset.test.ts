import { describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCall, ContractCalls } from '#widget/chains/chain-adapter.ts'
import { nativeKey } from './draft.ts'
import { confirmSwapAtom } from './plan/confirm-swap.ts'
import { planAtom } from './plan/plan-atoms.ts'
import { feeTextsAtom } from './swap-texts.ts'
import { filled, inBlock, journal, opened, reviewing, stateOf, untilSo } from './testing/open-swap.ts'
import { fee, transactionOf, usdcAddress, usdcKey } from './testing/swap-world.ts'

const refusal = new WidgetError('send/failed', 'The network would refuse it', {
  data: { reason: 'reverted' },
})
const isApproval = ({ to }: ContractCall) => to === usdcAddress
/** The scripted data says its figure in words. */
const isReset = ({ data }: ContractCall) => Buffer.from(data.slice(2), 'hex').toString().includes('"0n"')

/** A token that refuses to change leave that was given, as USDT does. */
function strictToken(given: bigint) {
  let allowance = given
  const asked: string[] = []
  const calls: Partial<ContractCalls> = {
    estimate: async (call) => {
      if (isApproval(call) && !isReset(call) && allowance > 0n) throw refusal
      return fee
    },
    send: async (_, call) => {
      const step = !isApproval(call) ? 'swap' : isReset(call) ? 'reset' : 'approve'
      asked.push(step)
      if (step !== 'swap') allowance = step === 'reset' ? 0n : 100_000_000n
      return transactionOf(`0x0${asked.length}`)
    },
  }
  const world = opened({ allowance: () => allowance }, calls)
  return { world, asked }
}

describe('a token whose leave can only be given anew', () => {
  it('behavior: what was given before is taken back first; then exactly the amount, then the swap', async () => {
    const { world, asked } = strictToken(7n)
    await reviewing(world, usdcKey, nativeKey, '100')
    const plan = world.store.get(planAtom)
    expect(plan.is === 'ready' && plan.data.approvals.map(({ value }) => value)).toEqual([0n, 100_000_000n])
    expect(world.store.get(feeTextsAtom)?.isRough).toBe(true)
    await world.store.set(confirmSwapAtom)
    expect(asked).toEqual(['reset', 'approve', 'swap'])
    expect(journal(world)).toEqual([
      ['swap', 'confirmed', 100_000_000n],
      ['approval', 'confirmed', 100_000_000n],
      ['approval', 'confirmed', 0n],
    ])
    expect(stateOf(world).is).toBe('submitted')
  })

  it('behavior: where nothing was given there is nothing to take back', async () => {
    const { world, asked } = strictToken(0n)
    await reviewing(world, usdcKey, nativeKey, '100')
    await world.store.set(confirmSwapAtom)
    expect(asked).toEqual(['approve', 'swap'])
  })

  it('behavior: other tokens change leave that was given in one step', async () => {
    const asked: boolean[] = []
    let allowance = 7n
    const world = opened(
      { allowance: () => allowance },
      {
        send: async (_, call) => {
          asked.push(isApproval(call))
          allowance = 100_000_000n
          return transactionOf(`0x0${asked.length}`)
        },
      },
      { follow: async () => inBlock },
    )
    await reviewing(world, usdcKey, nativeKey, '100')
    await world.store.set(confirmSwapAtom)
    expect(asked).toEqual([true, false])
  })

  it('error: an approval that the chain would refuse for another reason is said, and nothing is asked', async () => {
    const world = opened({}, { estimate: () => Promise.reject(refusal) })
    await filled(world, '100', usdcKey, nativeKey)
    await untilSo(world, () => expect(world.store.get(planAtom).is).toBe('failed'))
  })
})
