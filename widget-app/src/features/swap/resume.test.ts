import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChainAdapter, ContractCalls } from '#widget/chains/contract.ts'
import { journalAtom } from '#widget/kernel/journal.ts'
import type { TestWorld } from '#widget/kernel/test-world.ts'
import { memoryArea, type StorageArea } from '#widget/lib/storage.ts'
import { reviewAtom } from './bind.ts'
import { confirmSwapAtom } from './confirm.ts'
import { nativeKey } from './draft.ts'
import { problemsAtom } from './form.ts'
import { planAtom } from './plan-state.ts'
import { quoteAtom } from './quote.ts'
import { draftAtom } from './state.ts'
import { type Service, transactionOf, usdcKey } from './swap-world.ts'
import { inBlock, journal, never, opened, reviewing, stateOf, untilSo } from './testing/open-swap.ts'
import { takeUpAtom, unfinishedAtom } from './unfinished.ts'

const amount = 100_000_000n

type Visit = {
  readonly service?: Service
  readonly calls?: Partial<ContractCalls>
  readonly chain?: Partial<ChainAdapter>
}

const visit = (storage: StorageArea, pageId: string, { service, calls, chain }: Visit = {}): TestWorld => {
  const world = opened(service, calls, chain, undefined, { storage, pageId })
  onTestFinished(world.store.sub(unfinishedAtom, () => undefined))
  return world
}

/** The wallet answers as many times as there are hashes; then it is asked for ever. */
const answering = (...hashes: string[]): Partial<ContractCalls> => ({
  send: () => {
    const hash = hashes.shift()
    return hash === undefined ? never() : Promise.resolve(transactionOf(hash))
  },
})
/** The chain has as many blocks. */
const following = (blocks: number): Partial<ChainAdapter> => {
  let left = blocks
  return {
    follow: () => {
      left -= 1
      return left < 0 ? never() : Promise.resolve(inBlock)
    },
  }
}

type Step = {
  readonly visit: Visit
  /** Where the swap stands when the tab is killed. */
  readonly at: string
  readonly journal: readonly string[]
  readonly told: string | undefined
}

/** The allowance is there once the chain has been asked for a second swap. */
const allowed = (): Service => {
  let reads = 0
  return {
    allowance: () => {
      reads += 1
      return reads === 1 ? 0n : amount
    },
  }
}

const steps: Readonly<Record<string, () => Step>> = {
  'before the approval': () => ({ visit: {}, at: 'reviewing', journal: [], told: undefined }),
  'while the approval is asked for': () => ({
    visit: { calls: answering() },
    at: 'signing',
    journal: ['approval unknown'],
    told: 'approval-unknown',
  }),
  'while the approval is on its way': () => ({
    visit: { calls: answering('0x01'), chain: following(0) },
    at: 'approving',
    journal: ['approval submitted'],
    told: 'approving',
  }),
  'after the approval': () => ({
    // The second plan never comes.
    visit: {
      calls: answering('0x01'),
      chain: following(1),
      service: { faults: { '/v1/convert/allowance': after(1, never) } },
    },
    at: 'rebuilding',
    journal: ['approval confirmed'],
    told: 'approved',
  }),
  'while the swap is asked for': () => ({
    visit: { calls: answering('0x01'), chain: following(1), service: allowed() },
    at: 'signing',
    journal: ['swap unknown', 'approval confirmed'],
    told: 'swap-unknown',
  }),
  'while the swap is on its way': () => ({
    visit: { calls: answering('0x01', '0x02'), chain: following(1), service: allowed() },
    at: 'submitted',
    journal: ['swap submitted', 'approval confirmed'],
    told: 'swapping',
  }),
}

function stepOf(name: string): Step {
  const step = steps[name]?.()
  if (!step) throw new Error(`There is no step ${name}`)
  return step
}

/** An answer only after so many others. */
function after<T>(count: number, answer: () => T): () => T | undefined {
  let left = count
  return () => {
    left -= 1
    return left < 0 ? answer() : undefined
  }
}

/** Swaps in a tab that is killed at a step; gives the storage it leaves. */
async function killed({ visit: given, at, journal: entries }: Step): Promise<StorageArea> {
  const storage = memoryArea()
  const world = visit(storage, 'one', given)
  await reviewing(world, usdcKey, nativeKey, '100')
  if (at !== 'reviewing') void world.store.set(confirmSwapAtom)
  await untilSo(world, () => {
    expect(stateOf(world).is).toBe(at)
    expect(world.store.get(journalAtom)).toHaveLength(entries.length)
  })
  return storage
}

/** Goes on with what is told, up to the press on Swap. */
async function goOn(world: TestWorld): Promise<void> {
  const unfinished = world.store.get(unfinishedAtom)
  if (!unfinished) throw new Error('Nothing is told')
  world.store.set(takeUpAtom, unfinished.entry)
  expect(world.store.get(draftAtom)).toEqual({
    from: usdcKey,
    to: nativeKey,
    amount: { is: 'typed', text: '100' },
  })
  await untilSo(world, () => expect(world.store.get(quoteAtom).is).toBe('ready'))
  await untilSo(world, () => expect(world.store.get(problemsAtom)).toEqual([]))
  world.store.set(reviewAtom)
  await untilSo(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
}

describe('a tab that is killed', () => {
  it.each(Object.keys(steps))(
    'behavior: %s: whoever comes back is told what moved, and nothing is sent',
    async (name) => {
      const step = stepOf(name)
      const storage = await killed(step)
      const send = vi.fn(never)
      const world = visit(storage, 'two', { calls: { send }, chain: following(0) })
      const entries = world.store.get(journalAtom).map(({ purpose, state }) => `${purpose?.is} ${state.is}`)
      expect(entries).toEqual(step.journal)
      expect(world.store.get(unfinishedAtom)?.is).toBe(step.told)
      expect(world.store.get(unfinishedAtom)?.amount).toBe(step.told && '100 USDC')
      await world.clock.advance(5_000)
      expect(send).not.toHaveBeenCalled()
    },
  )

  it('behavior: leave that was given is used when the person goes on: the swap alone is asked for', async () => {
    const storage = await killed(stepOf('after the approval'))
    const send = vi.fn(async () => transactionOf('0x02'))
    const world = visit(storage, 'two', { calls: { send }, service: { allowance: () => amount } })
    await goOn(world)
    await world.store.set(confirmSwapAtom)
    expect(send).toHaveBeenCalledTimes(1)
    expect(journal(world)).toEqual([
      ['swap', 'confirmed', amount],
      ['approval', 'confirmed', amount],
    ])
    expect(world.store.get(unfinishedAtom)).toBeUndefined()
  })

  it('behavior: an approval that is on its way still is waited for, and no second one is asked', async () => {
    const storage = await killed(stepOf('while the approval is on its way'))
    let allowance = 0n
    let mine = () => {}
    const block = new Promise<typeof inBlock>((resolve) => {
      mine = () => {
        allowance = amount
        resolve(inBlock)
      }
    })
    const send = vi.fn(async () => transactionOf('0x02'))
    const world = visit(storage, 'two', {
      calls: { send },
      chain: { follow: ({ hash }) => (hash === '0x01' ? block : Promise.resolve(inBlock)) },
      service: { allowance: () => allowance },
    })
    await goOn(world)
    const end = world.store.set(confirmSwapAtom)
    await untilSo(world, () => expect(stateOf(world).is).toBe('approving'))
    expect(send).not.toHaveBeenCalled()
    mine()
    await end
    expect(send).toHaveBeenCalledTimes(1)
    expect(stateOf(world).is).toBe('submitted')
  })

  it('behavior: a swap that was on its way is followed to its receipt, with what came', async () => {
    const storage = await killed(stepOf('while the swap is on its way'))
    const world = visit(storage, 'two', { calls: { received: async () => 7n } })
    await untilSo(world, () => expect(world.store.get(journalAtom)[0]?.state.is).toBe('confirmed'))
    await untilSo(world, () =>
      expect(world.store.get(journalAtom)[0]?.purpose).toMatchObject({ is: 'swap', received: 7n }),
    )
    expect(world.store.get(unfinishedAtom)).toBeUndefined()
  })

  it('behavior: it is told for a day, to the account on the chain it was of', async () => {
    const storage = await killed(stepOf('while the swap is asked for'))
    const world = visit(storage, 'two')
    expect(world.store.get(unfinishedAtom)?.is).toBe('swap-unknown')
    await world.clock.advance(24 * 60 * 60 * 1_000 + 60_000)
    expect(visit(storage, 'three', {}).store.get(unfinishedAtom)?.is).toBe('swap-unknown')
    const late = opened({}, {}, {}, undefined, { storage, pageId: 'four', clock: world.clock })
    expect(late.store.get(unfinishedAtom)).toBeUndefined()
  })
})
