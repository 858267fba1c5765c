import { describe, expect, it, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCall } from '#widget/chains/chain-adapter.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { nativeKey } from '../draft.ts'
import {
  fillForm,
  inBlock,
  journal,
  never,
  openForm,
  openReview,
  stateOf,
  waitUntil,
} from '../testing/open-swap.ts'
import {
  encodeFacts,
  fee,
  quoted,
  router,
  swapper,
  transactionOf,
  usdcAddress,
  usdcKey,
} from '../testing/swap-world.ts'
import { reviewAtom } from './actions.ts'
import { confirmSwapAtom } from './confirm-swap.ts'
import { planAtom } from './plan.ts'
import { priceImpactLossAtom } from './swap-parameters.ts'
import { entryTextsAtom } from './texts.ts'

describe('confirmSwapAtom', () => {
  it('swap confirmed › journalled before the prompt, ends with the received amount', async () => {
    const requests: unknown[] = []
    const world = openForm(
      {},
      {
        send: async (_, call, sentFee) => {
          requests.push([call.to, call.value, sentFee], journal(world))
          return transactionOf('0x01')
        },
        received: async () => 299_000_000n,
      },
    )
    await openReview(world)
    await world.store.set(confirmSwapAtom)
    const [entry] = world.store.get(journalAtom)
    expect(requests).toEqual([[router, 10n ** 17n, fee], [['swap', 'signing', 10n ** 17n]]])
    expect(entry?.purpose).toMatchObject({ atLeast: 296_109_000n, received: 299_000_000n })
    expect(stateOf(world)).toMatchObject({ is: 'submitted', entryId: entry?.id })
    expect(world.store.get(entryTextsAtom)?.received).toBe('299 USDC')
    expect(journal(world)).toEqual([['swap', 'confirmed', 10n ** 17n]])
  })

  it('token allowance missing › approves the exact amount, awaits its block, swaps', async () => {
    const order: string[] = []
    let allowance = 0n
    const world = openForm(
      { allowance: () => allowance },
      {
        send: async (_, call: ContractCall) => {
          order.push(call.to === usdcAddress ? 'approve' : 'swap')
          return transactionOf(`0x0${order.length}`)
        },
      },
      {
        waitForTransaction: async () => {
          order.push('receipt')
          allowance = 100_000_000n
          return inBlock
        },
      },
    )
    await openReview(world, usdcKey, nativeKey, '100')
    await world.store.set(confirmSwapAtom)
    expect(order).toEqual(['approve', 'receipt', 'swap', 'receipt'])
    expect(journal(world)).toEqual([
      ['swap', 'confirmed', 100_000_000n],
      ['approval', 'confirmed', 100_000_000n],
    ])
  })

  it('swap rejected after its approval › reports the approval, retries without it', async () => {
    let requests = 0
    const world = openForm(
      { allowance: () => (requests === 0 ? 0n : 100_000_000n) },
      {
        send: async () => {
          requests += 1
          if (requests === 2) throw new ProviderRpcError(4001, 'User rejected the request')
          return transactionOf(`0x0${requests}`)
        },
      },
    )
    await openReview(world, usdcKey, nativeKey, '100')
    await world.store.set(confirmSwapAtom)
    const approval = world.store.get(journalAtom).find(({ purpose }) => purpose?.is === 'approval')
    expect(stateOf(world)).toEqual({
      is: 'stopped',
      failure: { is: 'rejected' },
      approvalId: approval?.id,
    })
    await waitUntil(world, () => {
      const plan = world.store.get(planAtom)
      expect(plan.is === 'ready' && plan.data.approvals).toEqual([])
    })
    await world.store.set(confirmSwapAtom)
    expect(requests).toBe(3)
    expect(stateOf(world).is).toBe('submitted')
  })

  it('approval fails on the chain › does not request the swap', async () => {
    const send = vi.fn(async () => transactionOf('0x01'))
    const world = openForm({}, { send }, { waitForTransaction: async () => ({ ...inBlock, is: 'failed' }) })
    await openReview(world, usdcKey, nativeKey, '100')
    await world.store.set(confirmSwapAtom)
    expect(send).toHaveBeenCalledTimes(1)
    // Due to its receipt, not to a missing allowance in a later plan.
    const failure = { why: 'approval-failed', detail: 'failed' }
    expect(stateOf(world)).toMatchObject({ is: 'stopped', failure })
  })

  it.each([
    ['more than the amount', { value: 100_000_001n, contract: usdcAddress }, false],
    ['any amount', { value: 100_000_000n, contract: usdcAddress }, true],
    ['another token', { value: 100_000_000n, contract: router }, false],
  ])('approval of %s › is not requested', async (_, approvedAmount, isUnlimited) => {
    const send = vi.fn(never)
    const data = encodeFacts({ is: 'approval', spender: router, figure: approvedAmount, isUnlimited })
    const gas = { gas: 50_000, gasPrice: '1' }
    const tx = { from: `eip155:1:${swapper}`, to: `eip155:1:${usdcAddress}`, data, value: '0', eip155: gas }
    const world = openForm({ approve: () => ({ body: { tx } }) }, { send })
    await fillForm(world, '100', usdcKey, nativeKey)
    world.store.set(reviewAtom)
    await waitUntil(world, () => {
      const plan = world.store.get(planAtom)
      expect(plan.is === 'failed' && plan.error.message).toMatch(/approval/)
    })
    await world.store.set(confirmSwapAtom)
    expect(send).not.toHaveBeenCalled()
  })

  it('other recipient or lower minimum in the call › is not requested', async () => {
    for (const [to, least] of [
      [router, 10n ** 30n],
      [swapper, 1n],
    ] as const) {
      const pays = { value: 10n ** 17n, contract: undefined }
      const data = encodeFacts({
        is: 'swap',
        router,
        pays,
        gets: { value: least, contract: usdcAddress },
        to,
      })
      const call = { from: `eip155:1:${swapper}`, to: `eip155:1:${router}`, data, amount: String(10n ** 17n) }
      const tx = { ...call, eip155: { gas: 1, gasPrice: '1' } }
      const world = openForm({ build: () => ({ body: { tx } }) })
      await fillForm(world)
      world.store.set(reviewAtom)
      await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('failed'))
    }
  })

  it('loss of 5 % or more › requires acceptance before the prompt', async () => {
    const send = vi.fn(async () => transactionOf('0x01'))
    const world = openForm({ dollar: '0.9' }, { send })
    await openReview(world)
    await waitUntil(world, () => expect(world.store.get(priceImpactLossAtom)).toBe('large'))
    await world.store.set(confirmSwapAtom)
    expect(send).not.toHaveBeenCalled()
    world.store.set(priceImpactLossAtom, true)
    await world.store.set(confirmSwapAtom)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('stale quote › is refetched; a lower one returns to the review', async () => {
    let shortfall = 0n
    const send = vi.fn(never)
    const world = openForm(
      {
        quotes: (amount, from) => ({
          body: {
            quotes: [
              {
                id: null,
                fromAmount: String(amount),
                fromAccount: from,
                toAmount: String(quoted(amount, from) - shortfall),
                toAccount: `eip155:1:${usdcAddress}`,
              },
            ],
          },
        }),
      },
      { send },
    )
    await openReview(world)
    shortfall = 1_000n
    await world.clock.advance(11_000)
    const end = world.store.set(confirmSwapAtom)
    await waitUntil(world, () => expect(stateOf(world)).toEqual({ is: 'reviewing', note: 'price-moved' }))
    await end
    expect(send).not.toHaveBeenCalled()
  })

  it('wallet returns no result › unknown, and cannot be confirmed again', async () => {
    const world = openForm({}, { send: () => Promise.reject(new ProviderRpcError(4900, 'Gone')) })
    await openReview(world)
    await world.store.set(confirmSwapAtom)
    expect(stateOf(world).is).toBe('unknown')
    expect(journal(world)).toEqual([['swap', 'unknown', 10n ** 17n]])
    await world.store.set(confirmSwapAtom)
    expect(world.store.get(journalAtom)).toHaveLength(1)
  })

  it('transaction differs from the request › mismatched', async () => {
    const world = openForm(
      {},
      {
        send: async () => transactionOf('0x01'),
        verify: () => Promise.reject(new WidgetError('send/mismatch', 'Differs')),
      },
      { waitForTransaction: never },
    )
    await openReview(world)
    void world.store.set(confirmSwapAtom)
    await waitUntil(world, () => expect(stateOf(world).is).toBe('mismatched'))
  })

  it('received less than the minimum › mismatched, both amounts are shown', async () => {
    const world = openForm(
      {},
      { send: async () => transactionOf('0x01'), received: async () => 295_000_000n },
    )
    await openReview(world)
    await world.store.set(confirmSwapAtom)
    expect(stateOf(world).is).toBe('mismatched')
    expect(world.store.get(entryTextsAtom)?.shortfall).toEqual({
      amount: '295 USDC',
      minimum: '296.109 USDC',
    })
  })
})
