import { describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCall, ContractCalls } from '#widget/chains/chain-adapter.ts'
import { confirmSwapAtom } from './atoms/confirm-swap.ts'
import { planAtom } from './atoms/plan.ts'
import { feeTextsAtom } from './atoms/texts.ts'
import { nativeKey } from './draft.ts'
import { fillForm, inBlock, journal, openForm, openReview, stateOf, waitUntil } from './testing/open-swap.ts'
import { fee, transactionOf, usdcAddress, usdcKey } from './testing/swap-world.ts'

const revertFailure = new WidgetError('send/failed', 'The network would refuse it', {
  data: { reason: 'reverted' },
})
const isApproval = ({ to }: ContractCall) => to === usdcAddress
/** The scripted data contains its amount as text. */
const isReset = ({ data }: ContractCall) => Buffer.from(data.slice(2), 'hex').toString().includes('"0n"')

/** A token that fails to change an existing allowance, as USDT does. */
function openStrictToken(initialAllowance: bigint) {
  let allowance = initialAllowance
  const requestedSteps: string[] = []
  const calls: Partial<ContractCalls> = {
    estimate: async (call) => {
      if (isApproval(call) && !isReset(call) && allowance > 0n) throw revertFailure
      return fee
    },
    send: async (_, call) => {
      const step = !isApproval(call) ? 'swap' : isReset(call) ? 'reset' : 'approve'
      requestedSteps.push(step)
      if (step !== 'swap') allowance = step === 'reset' ? 0n : 100_000_000n
      return transactionOf(`0x0${requestedSteps.length}`)
    },
  }
  const world = openForm({ allowance: () => allowance }, calls)
  return { world, asked: requestedSteps }
}

describe('token that requires a revocation before a new approval', () => {
  it('allowance exists › revokes it, then approves the exact amount, then swaps', async () => {
    const { world, asked: requestedSteps } = openStrictToken(7n)
    await openReview(world, usdcKey, nativeKey, '100')
    const plan = world.store.get(planAtom)
    expect(plan.is === 'ready' && plan.data.approvals.map(({ value }) => value)).toEqual([0n, 100_000_000n])
    expect(world.store.get(feeTextsAtom)?.isRough).toBe(true)
    await world.store.set(confirmSwapAtom)
    expect(requestedSteps).toEqual(['reset', 'approve', 'swap'])
    expect(journal(world)).toEqual([
      ['swap', 'confirmed', 100_000_000n],
      ['approval', 'confirmed', 100_000_000n],
      ['approval', 'confirmed', 0n],
    ])
    expect(stateOf(world).is).toBe('submitted')
  })

  it('no allowance › requests no revocation', async () => {
    const { world, asked: requestedSteps } = openStrictToken(0n)
    await openReview(world, usdcKey, nativeKey, '100')
    await world.store.set(confirmSwapAtom)
    expect(requestedSteps).toEqual(['approve', 'swap'])
  })

  it('other tokens › change an existing allowance in one step', async () => {
    const requestedSteps: boolean[] = []
    let allowance = 7n
    const world = openForm(
      { allowance: () => allowance },
      {
        send: async (_, call) => {
          requestedSteps.push(isApproval(call))
          allowance = 100_000_000n
          return transactionOf(`0x0${requestedSteps.length}`)
        },
      },
      { waitForTransaction: async () => inBlock },
    )
    await openReview(world, usdcKey, nativeKey, '100')
    await world.store.set(confirmSwapAtom)
    expect(requestedSteps).toEqual([true, false])
  })

  it('approval fails for another reason › no plan', async () => {
    const world = openForm({}, { estimate: () => Promise.reject(revertFailure) })
    await fillForm(world, '100', usdcKey, nativeKey)
    await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('failed'))
  })
})
