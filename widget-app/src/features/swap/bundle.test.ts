import { describe, expect, it, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { CallBundles, ContractCall, ContractCalls, SentBundle } from '#widget/chains/chain-adapter.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import type { TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { confirmSwapAtom } from './atoms/confirm-swap.ts'
import { planAtom } from './atoms/plan.ts'
import { resumableSwapAtom } from './atoms/resumable-swap.ts'
import { entryTextsAtom } from './atoms/texts.ts'
import { nativeKey } from './draft.ts'
import { inBlock, journal, never, openForm, openReview, stateOf, waitUntil } from './testing/open-swap.ts'
import { ethereum, router, swapper, transactionOf, usdcAddress, usdcKey } from './testing/swap-world.ts'

const hash = `0x${'b1'.repeat(32)}`
const id = '0xb0'

/** A wallet that supports bundles; `over` replaces its functions. */
const withBundles = (over: Partial<CallBundles> = {}): Partial<ContractCalls> => ({
  bundles: {
    isSupported: async () => true,
    send: async () => id,
    verify: async () => ({ verdict: 'verified', added: [] }),
    ...over,
  },
  received: async () => 5n * 10n ** 17n,
})

/** Status that the wallet reports of its bundle. */
const bundleStatus = (status: number, isGood?: boolean): TestAdapterParts => ({
  waitForTransaction: async () => (isGood === false ? { ...inBlock, is: 'failed' } : inBlock),
  request: async (_connection, { method, params }) => {
    expect([method, params]).toEqual(['wallet_getCallsStatus', [id]])
    const receipt = {
      ...{ logs: [], blockHash: hash, blockNumber: '0x9', gasUsed: '0x5208', transactionHash: hash },
      status: isGood ? '0x1' : '0x0',
    }
    const receipts = isGood === undefined ? {} : { receipts: [receipt] }
    return { version: '2.0.0', id, chainId: '0x1', atomic: true, status, ...receipts }
  },
})

type SupportCase = [string, CallBundles['isSupported']]
type EndCase = [string, TestAdapterParts, string]

const openDollarReview = (world: ReturnType<typeof openForm>) => openReview(world, usdcKey, nativeKey, '100')
const isBundle = ({ store }: ReturnType<typeof openForm>) => {
  const plan = store.get(planAtom)
  return plan.is === 'ready' && plan.data.isBundle
}

describe('wallet with bundle support (EIP-5792)', () => {
  it('bundle confirmed › one request, ends with the received amount', async () => {
    const requests: (readonly ContractCall[])[] = []
    const send = async (_: unknown, calls: readonly ContractCall[]) => {
      requests.push(calls)
      return id
    }
    const world = openForm({}, withBundles({ send }), bundleStatus(200, true))
    await openDollarReview(world)
    expect(isBundle(world)).toBe(true)
    await world.store.set(confirmSwapAtom)
    expect(requests.map((calls) => calls.map(({ to }) => to))).toEqual([[usdcAddress, router]])
    const [entry] = world.store.get(journalAtom)
    expect(entry?.state).toMatchObject({ is: 'confirmed', hash })
    expect(stateOf(world)).toMatchObject({ is: 'submitted', entryId: entry?.id })
    expect(world.store.get(entryTextsAtom)?.received).toBe('0.5 ETH')
    expect(journal(world)).toEqual([['swap', 'confirmed', 100_000_000n]])
  })

  it.each<SupportCase>([
    ['says that it cannot', async () => false],
    ['fails to say', () => Promise.reject(new Error('No'))],
    ['does not answer within 2 s', never],
  ])('wallet %s › gets two requests', async (_, isSupported) => {
    const send = vi.fn(never)
    const world = openForm({}, withBundles({ isSupported, send }), {})
    await openDollarReview(world)
    expect(isBundle(world)).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })

  it('no approval necessary › does not query bundle support', async () => {
    const isSupported = vi.fn(async () => true)
    const world = openForm({}, withBundles({ isSupported }), {})
    await openReview(world)
    expect([isSupported.mock.calls.length, isBundle(world)]).toEqual([0, false])
  })

  it('bundle rejected › nothing moves, and it is planned again', async () => {
    const send = () => Promise.reject(new ProviderRpcError(4001, 'User rejected the request'))
    const world = openForm({}, withBundles({ send }), {})
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    expect(stateOf(world)).toMatchObject({ is: 'stopped', failure: { is: 'rejected' } })
    expect(journal(world)).toEqual([['swap', 'rejected', 100_000_000n]])
    await waitUntil(world, () => expect(world.store.get(planAtom).is).toBe('ready'))
    expect(isBundle(world)).toBe(true)
  })

  it('bundle fails in the wallet › next attempt requests single calls', async () => {
    const send = () => Promise.reject(new WidgetError('send/failed', 'Unsupported', { data: {} }))
    const order: string[] = []
    let allowance = 0n
    const calls: Partial<ContractCalls> = {
      ...withBundles({ send }),
      send: async (_, { to }) => {
        order.push(to === usdcAddress ? 'approve' : 'swap')
        allowance = 100_000_000n
        return transactionOf(`0x0${order.length}`)
      },
    }
    const world = openForm({ allowance: () => allowance }, calls)
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    expect(stateOf(world)).toMatchObject({ is: 'stopped', failure: { is: 'failed' } })
    await waitUntil(world, () => {
      expect(world.store.get(planAtom).is).toBe('ready')
      expect(isBundle(world)).toBe(false)
    })
    await world.store.set(confirmSwapAtom)
    expect(order).toEqual(['approve', 'swap'])
    expect(stateOf(world).is).toBe('submitted')
  })

  it.each<EndCase>([
    ['gives up off the chain', bundleStatus(400), 'rejected'],
    ['sees refused by the chain', bundleStatus(500, false), 'failed'],
    ['cannot tell anything of', bundleStatus(600), 'unknown'],
  ])('bundle that the wallet %s › is not a success', async (_, script, state) => {
    const world = openForm({}, withBundles(), script)
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    expect(journal(world)).toEqual([['swap', state, 100_000_000n]])
  })

  it('wallet returns no result for a bundle › unknown, no second request', async () => {
    const send = vi.fn(() => Promise.reject(new ProviderRpcError(4900, 'Gone')))
    const world = openForm({}, withBundles({ send }), {})
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    await world.store.set(confirmSwapAtom)
    expect(send).toHaveBeenCalledTimes(1)
    expect([stateOf(world).is, journal(world)]).toEqual(['unknown', [['swap', 'unknown', 100_000_000n]]])
  })

  it('bundle with less than the minimum › mismatched', async () => {
    const world = openForm({}, { ...withBundles(), received: async () => 1n }, bundleStatus(200, true))
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    expect(stateOf(world).is).toBe('mismatched')
  })

  it('bundle with other calls on the chain › mismatched', async () => {
    const compared: SentBundle[] = []
    const verify = async (sent: SentBundle) => {
      compared.push(sent)
      throw new WidgetError('send/mismatch', 'Other calls')
    }
    const world = openForm({}, withBundles({ verify }), bundleStatus(200, true))
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    await waitUntil(world, () => expect(stateOf(world).is).toBe('mismatched'))
    const calls = [{ to: usdcAddress }, { to: router }]
    expect(compared).toMatchObject([{ account: swapper, chain: ethereum, hashes: [hash], calls }])
    expect(world.events.at(-1)).toMatchObject({ event: 'SWAP_ERROR', properties: { message: 'mismatched' } })
  })

  it.each<[TransactionEntry['check'], CallBundles['verify']]>([
    ['verified', async () => ({ verdict: 'verified', added: [] })],
    ['added', async () => ({ verdict: 'added', added: [] })],
    ['checking', async () => ({ verdict: 'unverifiable', added: [] })],
    ['checking', () => Promise.reject(new Error('The node is away'))],
  ])('R11 › bundle compared › its entry has %s', async (check, verify) => {
    const world = openForm({}, withBundles({ verify }), bundleStatus(200, true))
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    await world.clock.advance(1_000)
    expect(world.store.get(journalAtom)[0]?.check).toBe(check)
  })

  it('bundle failed on the chain › is not compared', async () => {
    const verify = vi.fn(never)
    const world = openForm({}, withBundles({ verify }), bundleStatus(500, false))
    await openDollarReview(world)
    await world.store.set(confirmSwapAtom)
    expect([journal(world), verify.mock.calls.length]).toEqual([[['swap', 'failed', 100_000_000n]], 0])
  })

  it('reload after the wallet accepted a bundle › is watched to its receipt', async () => {
    const storage = memoryArea()
    const before = openForm({}, withBundles(), { request: never }, undefined, { storage, pageId: 'one' })
    await openDollarReview(before)
    void before.store.set(confirmSwapAtom)
    await waitUntil(before, () => expect(stateOf(before).is).toBe('submitted'))
    const over = { storage, pageId: 'two' }
    const send = vi.fn(never)
    const after = openForm({}, withBundles({ send }), bundleStatus(200, true), undefined, over)
    expect(journal(after)).toEqual([['swap', 'bundled', 100_000_000n]])
    const stop = after.store.sub(resumableSwapAtom, () => undefined)
    await waitUntil(after, () => expect(journal(after)).toEqual([['swap', 'confirmed', 100_000_000n]]))
    await waitUntil(after, () =>
      expect(after.store.get(journalAtom)[0]?.purpose).toMatchObject({ received: 5n * 10n ** 17n }),
    )
    expect(send).not.toHaveBeenCalled()
    stop()
  })
})
