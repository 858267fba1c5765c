import { expect, onTestFinished } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { memoryArea, type StorageArea } from '#widget/lib/storage.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { confirmSwapAtom } from '../atoms/confirm-swap.ts'
import { resumableSwapAtom } from '../atoms/resumable-swap.ts'
import { nativeKey } from '../draft.ts'
import { inBlock, never, openForm, openReview, stateOf, waitUntil } from './open-swap.ts'
import { fee, type Service, transactionOf, usdcKey } from './swap-world.ts'

/** Test only: a swap of 100 USDC whose document ends at each of its steps, and what the next one should find. */

export const amount = 100_000_000n

type Visit = {
  readonly service?: Service
  readonly calls?: Partial<ContractCalls>
  readonly chain?: TestAdapterParts
}

export type Step = {
  readonly visit: Visit
  /** State of the swap when the document ends. */
  readonly at: string
  readonly journal: readonly string[]
  /** What the form reports in the next document, and of which amount. */
  readonly formReport: string | undefined
  readonly reportedAmount?: string
  /** What Account reports in the next document. */
  readonly accountReport: string | undefined
  /** The last status of the latest entry that the ended document displayed. */
  readonly displayedStatus?: string
}

/** A new document over the records of earlier ones, with the form open. */
export function visit(
  storage: StorageArea,
  pageId: string,
  { service, calls, chain }: Visit = {},
): TestWorld {
  const world = openForm(service, calls, chain, undefined, { storage, pageId })
  onTestFinished(world.store.sub(resumableSwapAtom, () => undefined))
  return world
}

/** The wallet returns each hash once; then its prompt stays open. */
const returningHashes = (...hashes: string[]): Partial<ContractCalls> => ({
  send: () => {
    const hash = hashes.shift()
    return hash === undefined ? never() : Promise.resolve(transactionOf(hash))
  },
})

/** The chain adds this number of blocks. */
export const watchingBlocks = (blocks: number): TestAdapterParts => {
  let remaining = blocks
  return {
    waitForTransaction: () => {
      remaining -= 1
      return remaining < 0 ? never() : Promise.resolve(inBlock)
    },
  }
}

/** The allowance is there from its second read. */
const allowed = (): Service => {
  let reads = 0
  return {
    allowance: () => {
      reads += 1
      return reads === 1 ? 0n : amount
    },
  }
}

/** Returns a result only after `count` calls. */
function afterCalls<T>(count: number, answer: () => T): () => T | undefined {
  let remaining = count
  return () => {
    remaining -= 1
    return remaining < 0 ? answer() : undefined
  }
}

/** Creates no second plan. */
const plannedOnce = (): Service => ({ faults: { '/v1/convert/allowance': afterCalls(1, never) } })

const revertFailure = new WidgetError('send/failed', 'Refused', { data: { reason: 'reverted' } })
/** A token that fails to change an existing allowance. */
const requiresReset = (...hashes: string[]): Partial<ContractCalls> => {
  const isLater = afterCalls(1, () => true)
  return {
    ...returningHashes(...hashes),
    estimate: async () => (isLater() ? fee : Promise.reject(revertFailure)),
  }
}

const withBundles = (send: () => Promise<string>): Partial<ContractCalls> => ({
  bundles: { isSupported: async () => true, send, verify: async () => ({ verdict: 'verified', added: [] }) },
})

const unlimitedAllowance = (): Service => ({ allowance: () => 10n ** 30n })

export const steps: Readonly<Record<string, () => Step>> = {
  'before the approval': () => ({
    visit: {},
    at: 'reviewing',
    journal: [],
    formReport: undefined,
    accountReport: undefined,
  }),
  'while an earlier permission is taken back': () => ({
    visit: { calls: requiresReset('0x01'), chain: watchingBlocks(0), service: { allowance: () => 7n } },
    at: 'approving',
    journal: ['approval submitted'],
    formReport: undefined,
    accountReport: undefined,
  }),
  'after an earlier permission was taken back': () => ({
    visit: {
      calls: requiresReset('0x01'),
      chain: watchingBlocks(1),
      service: { ...plannedOnce(), allowance: () => 7n },
    },
    at: 'rebuilding',
    journal: ['approval confirmed'],
    formReport: 'reset',
    reportedAmount: '0 USDC',
    accountReport: 'approval confirmed',
  }),
  'while the approval is asked for': () => ({
    visit: { calls: returningHashes() },
    at: 'signing',
    journal: ['approval unknown'],
    formReport: 'approval-unknown',
    accountReport: 'approval unknown',
  }),
  'while the approval is on its way': () => ({
    visit: { calls: returningHashes('0x01'), chain: watchingBlocks(0) },
    at: 'approving',
    journal: ['approval submitted'],
    formReport: 'approving',
    accountReport: 'approval submitted',
  }),
  'after the approval': () => ({
    visit: { calls: returningHashes('0x01'), chain: watchingBlocks(1), service: plannedOnce() },
    at: 'rebuilding',
    journal: ['approval confirmed'],
    formReport: 'approved',
    accountReport: 'approval confirmed',
  }),
  'while the swap is asked for': () => ({
    visit: { calls: returningHashes('0x01'), chain: watchingBlocks(1), service: allowed() },
    at: 'signing',
    journal: ['swap unknown', 'approval confirmed'],
    formReport: 'swap-unknown',
    accountReport: 'swap unknown',
  }),
  'while a bundle is asked for': () => ({
    visit: { calls: withBundles(never) },
    at: 'signing',
    journal: ['swap unknown'],
    formReport: 'swap-unknown',
    accountReport: 'swap unknown',
  }),
  'after the wallet has taken a bundle': () => ({
    visit: { calls: withBundles(async () => '0xb0'), chain: { request: never } },
    at: 'submitted',
    journal: ['swap bundled'],
    formReport: 'swapping',
    accountReport: 'swap bundled',
  }),
  'between signature and submission': () => ({
    visit: {
      calls: {
        send: (_connection, _call, _fee, onSigned) => {
          onSigned?.({ ...transactionOf('0x02'), expiresAfter: 150 })
          return never()
        },
      },
      service: unlimitedAllowance(),
    },
    at: 'signing',
    journal: ['swap submitted'],
    formReport: 'swapping',
    accountReport: 'swap submitted',
  }),
  'while the swap is on its way': () => ({
    visit: { calls: returningHashes('0x01', '0x02'), chain: watchingBlocks(1), service: allowed() },
    at: 'submitted',
    journal: ['swap submitted', 'approval confirmed'],
    formReport: 'swapping',
    accountReport: 'swap submitted',
  }),
  'while what came is read': () => ({
    visit: {
      calls: { ...returningHashes('0x02'), received: never },
      chain: watchingBlocks(1),
      service: unlimitedAllowance(),
    },
    at: 'submitted',
    journal: ['swap confirmed'],
    formReport: 'swap-ended',
    accountReport: 'swap confirmed',
    displayedStatus: 'confirmed',
  }),
}

export function stepOf(name: string): Step {
  const step = steps[name]?.()
  if (!step) throw new Error(`There is no step ${name}`)
  return step
}

/** Swaps in a document that ends at a step; returns its storage. */
export async function endDocument({
  visit: visitOptions,
  at,
  journal: entries,
  displayedStatus,
}: Step): Promise<StorageArea> {
  const storage = memoryArea()
  const world = visit(storage, 'one', visitOptions)
  await openReview(world, usdcKey, nativeKey, '100')
  if (at !== 'reviewing') void world.store.set(confirmSwapAtom)
  await waitUntil(world, () => {
    const journal = world.store.get(journalAtom)
    expect(stateOf(world).is).toBe(at)
    expect(journal).toHaveLength(entries.length)
    if (displayedStatus !== undefined) expect(journal[0]?.state.is).toBe(displayedStatus)
  })
  return storage
}
