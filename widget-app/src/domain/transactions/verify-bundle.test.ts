import { describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { SentBundle, SentVerification } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import { alice, bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import type { BundleReceipt } from './bundle-status.ts'
import {
  bundleUnverifiedAtom,
  isBundleUnchecked,
  storeBundleRequestAtom,
  verifyBundleAtom,
} from './verify-bundle.ts'

const [one, two] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const
const calls = [{ to: bob, value: 1n, data: '0x' }]
const grant: Fact = { is: 'authorisation', delegate: bob, chain: undefined }
const receipt = (transactionHash: string): BundleReceipt => ({
  ...({ transactionHash, logs: [], status: '0x1', blockHash: one } as const),
  ...{ blockNumber: '0x1', gasUsed: '0x1' },
})

/** Stored bundles of Alice; the chain has `found` of each, or cannot verify them. */
function bundleWorld(found?: SentVerification | Error, hasContractCalls = true) {
  const verified: SentBundle[] = []
  const bundles = {
    isSupported: async () => true,
    send: async () => '0x',
    verify: async (sent: SentBundle) => {
      verified.push(sent)
      if (found instanceof Error) throw found
      return found ?? { verdict: 'unverifiable' as const, added: [] }
    },
  }
  const contractCalls = found === undefined ? unexpectedCalls : { ...unexpectedCalls, bundles }
  const { store, logs } = testWorld({ adapter: testAdapter(hasContractCalls ? { contractCalls } : {}) })
  const connection = testConnection()
  const remember = (id: string) =>
    store.set(storeBundleRequestAtom, id, {
      completed: { connection, request: { method: 'wallet_sendCalls', params: [id] }, decoding: undefined },
      ...{ account: alice, chain: connection.chain, calls },
    })
  const verify = (id: string, ...hashes: readonly string[]) =>
    store.set(verifyBundleAtom, id, hashes.map(receipt))
  const stages = () => store.get(reviewsAtom).map(({ stage }) => stage)
  return { store, logs, connection, remember, verify, verified, stages }
}

describe('stored bundle requests', () => {
  it('more unverified bundles than the limit › each evicted one is shown as unverified', () => {
    const { store, remember } = bundleWorld()
    for (let at = 1; at <= 8; at += 1) remember(`${at}`)
    expect(store.get(reviewsAtom)).toEqual([])
    remember('9')
    expect(store.get(reviewsAtom)).toMatchObject([
      { stage: { is: 'unverified' }, request: { params: ['1'] } },
    ])
    expect(['1', '2', '9'].map((id) => isBundleUnchecked(store.get, id))).toEqual([false, true, true])
  })

  it('cannot be verified › shown as such, and may still be verified', () => {
    const { store, remember, stages } = bundleWorld()
    remember('a')
    store.set(bundleUnverifiedAtom, 'other')
    expect(stages()).toEqual([])
    store.set(bundleUnverifiedAtom, 'a')
    expect(stages()).toMatchObject([{ is: 'unverified' }])
    expect(isBundleUnchecked(store.get, 'a')).toBe(true)
  })
})

describe('mined bundle', () => {
  it('receipts of a stored request › its calls are verified once, each transaction once', async () => {
    const { store, connection, remember, verify, verified, stages } = bundleWorld({
      ...{ verdict: 'verified', added: [] },
    })
    remember('a')
    remember('b')
    await verify('a', one, two, one)
    expect(verified).toEqual([{ account: alice, chain: connection.chain, hashes: [one, two], calls }])
    expect(stages()).toEqual([])
    expect(['a', 'b'].map((id) => isBundleUnchecked(store.get, id))).toEqual([false, true])
    await verify('a', one)
    expect(verified).toHaveLength(1)
  })

  it('no receipts, or no stored request › nothing', async () => {
    const { store, remember, verify, verified, stages } = bundleWorld({ verdict: 'verified', added: [] })
    remember('a')
    await verify('a')
    await verify('other', one)
    expect([verified, stages()]).toEqual([[], []])
    expect(isBundleUnchecked(store.get, 'a')).toBe(true)
  })

  it('chain without contract calls › unverified, without an error', async () => {
    const { remember, verify, stages, logs } = bundleWorld(undefined, false)
    remember('a')
    await verify('a', one)
    expect([stages().map(({ is }) => is), logs]).toEqual([['unverified'], []])
  })

  it.each<[string, SentVerification | Error | undefined, object]>([
    ['other calls', new WidgetError('send/mismatch', 'Differs'), { is: 'mismatch' }],
    ['calls added', { verdict: 'added', added: [] }, { is: 'unverified', hash: two, added: 'calls' }],
    ['a grant added', { verdict: 'added', added: [grant] }, { is: 'unverified', hash: two, added: 'rights' }],
    ['nothing', { verdict: 'unverifiable', added: [] }, { is: 'unverified', hash: two, added: 'nothing' }],
    ['an error', new Error('away'), { is: 'unverified', hash: two, added: 'nothing' }],
    ['no way to verify', undefined, { is: 'unverified', hash: two, added: 'nothing' }],
  ])('chain shows %s › shown as such', async (_, found, stage) => {
    const { remember, verify, stages, logs } = bundleWorld(found)
    remember('a')
    await verify('a', one, two)
    expect(stages()).toMatchObject([stage])
    const isLogged = found instanceof Error && !(found instanceof WidgetError)
    expect(logs).toEqual(isLogged ? ['A call bundle could not be verified'] : [])
  })
})
