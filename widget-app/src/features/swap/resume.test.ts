import { describe, expect, it, vi } from 'vitest'
import type { ChainAdapter, ContractCalls } from '#widget/chains/chain-adapter.ts'
import { interruptedTransactionAtom } from '#widget/domain/transactions/interrupted-transactions.ts'
import { journalAtom, watchPendingTransactionsAtom } from '#widget/domain/transactions/journal.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { reviewAtom } from './atoms/actions.ts'
import { confirmSwapAtom, duplicateSwapAtom } from './atoms/confirm-swap.ts'
import { draftAtom } from './atoms/draft.ts'
import { problemsAtom } from './atoms/form.ts'
import { planAtom } from './atoms/plan.ts'
import { quoteAtom } from './atoms/quote.ts'
import { resumableSwapAtom, resumeSwapAtom } from './atoms/resumable-swap.ts'
import { nativeKey } from './draft.ts'
import { amount, endDocument, stepOf, steps, visit, watchingBlocks } from './testing/interrupted-swap.ts'
import { fillForm, inBlock, journal, never, openForm, stateOf, waitUntil } from './testing/open-swap.ts'
import { transactionOf, usdcKey } from './testing/swap-world.ts'

type End = readonly [string, TestAdapterParts]

const interruptedState = ({ store }: TestWorld) => {
  const entry = store.get(interruptedTransactionAtom)
  return entry && `${entry.purpose?.is} ${entry.state.is}`
}

/** Resumes the reported swap, up to the review. */
async function resumeToReview(world: TestWorld): Promise<void> {
  const resumable = world.store.get(resumableSwapAtom)
  if (!resumable) throw new Error('Nothing is told')
  world.store.set(resumeSwapAtom, resumable.entry)
  expect(world.store.get(draftAtom)).toEqual({
    from: usdcKey,
    to: nativeKey,
    amount: { is: 'typed', text: '100' },
  })
  await waitUntil(world, () => expect(world.store.get(quoteAtom).is).toBe('ready'))
  await waitUntil(world, () => expect(world.store.get(problemsAtom)).toEqual([]))
  world.store.set(reviewAtom)
  await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
}

describe('document that ends', () => {
  it.each(Object.keys(steps))('%s › next document reports what moved and sends nothing', async (name) => {
    const step = stepOf(name)
    const storage = await endDocument(step)
    const send = vi.fn(never)
    const world = visit(storage, 'two', { calls: { send }, chain: watchingBlocks(0) })
    const entries = world.store.get(journalAtom).map(({ purpose, state }) => `${purpose?.is} ${state.is}`)
    expect(entries).toEqual(step.journal)
    expect(world.store.get(resumableSwapAtom)?.is).toBe(step.formReport)
    expect(world.store.get(resumableSwapAtom)?.amount).toBe(
      step.formReport && (step.reportedAmount ?? '100 USDC'),
    )
    expect(interruptedState(world)).toBe(step.accountReport)
    await world.clock.advance(5_000)
    expect(send).not.toHaveBeenCalled()
    // Account reports it until it is dismissed.
    world.store.set(interruptedTransactionAtom)
    expect(interruptedState(world)).toBeUndefined()
    expect(interruptedState(visit(storage, 'three', { chain: watchingBlocks(0) }))).toBeUndefined()
  })

  it.each(Object.keys(steps))('%s › same swap again › warns if the first may have moved', async (name) => {
    const step = stepOf(name)
    const storage = await endDocument(step)
    const world = visit(storage, 'two', {
      calls: { send: never },
      chain: { waitForTransaction: never, request: never },
    })
    const isWarned = () => world.store.get(duplicateSwapAtom) !== undefined
    const canHaveMoved = ['swap unknown', 'swap submitted', 'swap bundled'].includes(step.accountReport ?? '')
    await fillForm(world, '100', usdcKey, nativeKey)
    expect(isWarned()).toBe(canHaveMoved)
    await fillForm(world, '99', usdcKey, nativeKey)
    expect(isWarned()).toBe(false)
    await fillForm(world, '0.1', nativeKey, usdcKey)
    expect(isWarned()).toBe(false)
    await fillForm(world, '100', usdcKey, nativeKey)
    world.store.set(interruptedTransactionAtom)
    expect(isWarned()).toBe(false)
  })

  it('approval confirmed › resumed › requests only the swap', async () => {
    const storage = await endDocument(stepOf('after the approval'))
    const send = vi.fn(async () => transactionOf('0x02'))
    const world = visit(storage, 'two', { calls: { send }, service: { allowance: () => amount } })
    await resumeToReview(world)
    await world.store.set(confirmSwapAtom)
    expect(send).toHaveBeenCalledTimes(1)
    expect(journal(world)).toEqual([
      ['swap', 'confirmed', amount],
      ['approval', 'confirmed', amount],
    ])
    expect(world.store.get(resumableSwapAtom)).toBeUndefined()
  })

  it('approval pending › resumed › waits for it, requests no second one', async () => {
    const storage = await endDocument(stepOf('while the approval is on its way'))
    let allowance = 0n
    let includeInBlock = () => {}
    const block = new Promise<typeof inBlock>((resolve) => {
      includeInBlock = () => {
        allowance = amount
        resolve(inBlock)
      }
    })
    const send = vi.fn(async () => transactionOf('0x02'))
    const world = visit(storage, 'two', {
      calls: { send },
      chain: { waitForTransaction: ({ hash }) => (hash === '0x01' ? block : Promise.resolve(inBlock)) },
      service: { allowance: () => allowance },
    })
    await resumeToReview(world)
    const end = world.store.set(confirmSwapAtom)
    await waitUntil(world, () => expect(stateOf(world).is).toBe('approving'))
    expect(send).not.toHaveBeenCalled()
    includeInBlock()
    await end
    expect(send).toHaveBeenCalledTimes(1)
    expect(stateOf(world).is).toBe('submitted')
  })

  it('swap pending › is watched to its receipt with the received amount', async () => {
    const storage = await endDocument(stepOf('while the swap is on its way'))
    const world = visit(storage, 'two', { calls: { received: async () => 7n } })
    await waitUntil(world, () => expect(world.store.get(journalAtom)[0]?.state.is).toBe('confirmed'))
    await waitUntil(world, () =>
      expect(world.store.get(journalAtom)[0]?.purpose).toMatchObject({ is: 'swap', received: 7n }),
    )
    expect(world.store.get(resumableSwapAtom)?.is).toBe('swap-ended')
    expect(interruptedState(world)).toBe('swap confirmed')
    // Dismissed in Account, the form does not report it either.
    world.store.set(interruptedTransactionAtom)
    expect(world.store.get(resumableSwapAtom)).toBeUndefined()
  })

  it.each<End>([
    ['failed', { waitForTransaction: async () => ({ ...inBlock, is: 'failed' }) }],
    ['replaced', { waitForTransaction: async () => ({ is: 'replaced', by: '0x03' }) }],
    ['expired', { waitForTransaction: async () => ({ is: 'expired' }) }],
  ])('pending swap that ends as %s › is reported as that', async (end, chain) => {
    const storage = await endDocument(stepOf('while the swap is on its way'))
    const world = visit(storage, 'two', { chain })
    await waitUntil(world, () => expect(interruptedState(world)).toBe(`swap ${end}`))
  })

  it('signed, not submitted › is watched on the chain with its last block', async () => {
    const storage = await endDocument(stepOf('between signature and submission'))
    const follow = vi.fn<NonNullable<ChainAdapter['waitForTransaction']>>(async () => ({ is: 'expired' }))
    const send = vi.fn(never)
    const world = visit(storage, 'two', { calls: { send }, chain: { waitForTransaction: follow } })
    await waitUntil(world, () => expect(interruptedState(world)).toBe('swap expired'))
    expect(follow.mock.calls.map(([sent]) => sent)).toEqual([{ ...transactionOf('0x02'), expiresAfter: 150 }])
    expect(send).not.toHaveBeenCalled()
  })

  it('received amount not read before the reload › is read afterwards', async () => {
    const storage = await endDocument(stepOf('while what came is read'))
    const received = vi.fn<ContractCalls['received']>(() => Promise.reject(new Error('Down')))
    const world = visit(storage, 'two', { calls: { received } })
    const entry = () => world.store.get(journalAtom)[0]
    await waitUntil(world, () => expect(entry()?.state).toMatchObject({ is: 'confirmed', isUnread: true }))
    received.mockResolvedValue(7n)
    await world.store.set(watchPendingTransactionsAtom)
    expect(entry()?.state).toEqual({ ...inBlock, hash: '0x02' })
    expect(entry()?.purpose).toMatchObject({ received: 7n })
    await world.store.set(watchPendingTransactionsAtom)
    expect(received).toHaveBeenCalledTimes(2)
  })

  it('end was displayed › neither the swap nor its approval is reported', async () => {
    const step = stepOf('while the swap is on its way')
    const storage = await endDocument({
      ...step,
      visit: {
        ...step.visit,
        calls: { ...step.visit.calls, received: async () => 10n ** 18n },
        chain: watchingBlocks(2),
      },
      journal: ['swap confirmed', 'approval confirmed'],
      displayedStatus: 'confirmed',
    })
    const world = visit(storage, 'two')
    expect(journal(world).map(([, state]) => state)).toEqual(['confirmed', 'confirmed'])
    expect(interruptedState(world)).toBeUndefined()
  })

  it('resumable swap › is reported for a day, to its account and chain', async () => {
    const storage = await endDocument(stepOf('while the swap is asked for'))
    const world = visit(storage, 'two')
    expect(world.store.get(resumableSwapAtom)?.is).toBe('swap-unknown')
    await world.clock.advance(24 * 60 * 60 * 1_000 + 60_000)
    expect(visit(storage, 'three', {}).store.get(resumableSwapAtom)?.is).toBe('swap-unknown')
    const late = openForm({}, {}, {}, undefined, { storage, pageId: 'four', clock: world.clock })
    expect(late.store.get(resumableSwapAtom)).toBeUndefined()
  })
})
