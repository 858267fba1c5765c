import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ChainAdapter, TransactionStatus, Transfer } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import {
  beginTransactionAtom,
  journalAtom,
  recordTransactionAtom,
  recordVerdictAtom,
  transactionAtom,
  watchPendingTransactionsAtom,
} from './journal.ts'
import {
  evictsPending,
  isPending,
  movedFunds,
  nextTransaction,
  type TransactionEntry,
  type TransactionEvent,
  type TransactionState,
  transactionEntrySchema,
  withinJournalLimits,
} from './transaction-entry.ts'

const chain = parseChainId('eip155:1')
const hash = `0x${'1'.repeat(64)}`
const transaction = { chain, from: alice, hash, nonce: 4 }
const transfer: Transfer = {
  from: alice,
  to: bob,
  asset: { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
  value: 2n ** 70n,
}
const connection = testConnection({ chain })

const signing: TransactionState = { is: 'signing' }
const bundled: TransactionState = { is: 'bundled', bundle: 'b' }
const signed: TransactionState = { is: 'signing', signed: { hash, nonce: 4 } }
const submitted: TransactionState = { is: 'submitted', hash, nonce: 4 }
const confirmed: TransactionState = { is: 'confirmed', hash, block: 9n, fee: 21n }
const unknown: TransactionState = { is: 'unknown' }
const watchedEvent = (status: TransactionStatus): TransactionEvent => ({ is: 'followed', status })
const inBlock: TransactionStatus = { is: 'confirmed', block: 9n, fee: 21n }

describe('nextTransaction', () => {
  it.each<[string, TransactionState, TransactionEvent, TransactionState]>([
    ['signing, submitted', signing, { is: 'submitted', transaction }, submitted],
    ['signing, bundled', signing, { is: 'bundled', bundle: 'b' }, bundled],
    ['bundled, submitted', bundled, { is: 'submitted', transaction }, submitted],
    ['bundled, given up', bundled, { is: 'rejected' }, { is: 'rejected' }],
    ['bundled, lost', bundled, { is: 'lost' }, unknown],
    ['submitted is in no bundle', submitted, { is: 'bundled', bundle: 'b' }, submitted],
    ['signing, rejected', signing, { is: 'rejected' }, { is: 'rejected' }],
    ['signing, lost', signing, { is: 'lost' }, unknown],
    ['signing, signed', signing, { is: 'signed', transaction }, signed],
    ['signed, submitted', signed, { is: 'submitted', transaction }, submitted],
    ['signed, rejected by the node', signed, { is: 'rejected' }, { is: 'rejected' }],
    ['signed, lost: it can be looked for', signed, { is: 'lost' }, submitted],
    ['signed, found by another page', signed, watchedEvent(inBlock), confirmed],
    ['submitted, signed makes no sense', submitted, { is: 'signed', transaction }, submitted],
    ['unknown, late submission', unknown, { is: 'submitted', transaction }, submitted],
    ['unknown, late refusal', unknown, { is: 'rejected' }, { is: 'rejected' }],
    ['submitted, submitted', submitted, watchedEvent({ is: 'submitted' }), submitted],
    ['submitted, confirmed', submitted, watchedEvent(inBlock), confirmed],
    [
      'submitted, failed',
      submitted,
      watchedEvent({ ...inBlock, is: 'failed' }),
      { ...confirmed, is: 'failed' },
    ],
    [
      'submitted, replaced',
      submitted,
      watchedEvent({ is: 'replaced', by: '0x2' }),
      { is: 'replaced', hash, by: '0x2' },
    ],
    ['submitted, dropped', submitted, watchedEvent({ is: 'dropped' }), { is: 'dropped', hash }],
    ['submitted, expired', submitted, watchedEvent({ is: 'expired' }), { is: 'expired', hash }],
    ['expired stays', { is: 'expired', hash }, watchedEvent(inBlock), { is: 'expired', hash }],
    ['dropped, turns up after all', { is: 'dropped', hash }, watchedEvent(inBlock), confirmed],
    ['submitted, rejected makes no sense', submitted, { is: 'rejected' }, submitted],
    ['submitted, lost makes no sense', submitted, { is: 'lost' }, submitted],
    ['confirmed stays', confirmed, watchedEvent({ is: 'dropped' }), confirmed],
    ['confirmed is not submitted again', confirmed, { is: 'submitted', transaction }, confirmed],
    ['signing cannot be followed', signing, watchedEvent(inBlock), signing],
  ])('next state › %s', (_, state, event, next) => {
    expect(nextTransaction(state, event)).toEqual(next)
  })
})

describe('movedFunds', () => {
  it.each<[string, TransactionState, string]>([
    ['signing', signing, 'not-yet'],
    ['bundled', bundled, 'not-yet'],
    ['submitted', submitted, 'not-yet'],
    ['confirmed', confirmed, 'yes'],
    ['failed', { ...confirmed, is: 'failed' }, 'fee'],
    ['replaced', { is: 'replaced', hash }, 'maybe'],
    ['dropped', { is: 'dropped', hash }, 'no'],
    ['expired', { is: 'expired', hash }, 'no'],
    ['rejected', { is: 'rejected' }, 'no'],
    ['unknown', unknown, 'maybe'],
  ])('moved › %s', (_, state, expected) => {
    expect(movedFunds(state)).toBe(expected)
  })
})

describe('withinJournalLimits', () => {
  const entry = (at: number, state: TransactionState): TransactionEntry => ({
    id: String(at),
    at,
    updatedAt: at,
    page: 'p',
    walletId: 'w',
    walletName: 'W',
    from: alice,
    to: bob,
    asset: transfer.asset,
    value: 1n,
    state,
    check: 'not-compared',
  })
  it('more than 99 pending › the oldest becomes unknown and keeps its hash', () => {
    const entries = Array.from({ length: 100 }, (_, at) => entry(at, submitted))
    const limited = withinJournalLimits(entries)
    expect(limited.filter(isPending)).toHaveLength(99)
    expect(limited.at(-1)).toMatchObject({ id: '0', state: { is: 'unknown', hash } })
  })

  it('settled entries › do not evict those that may have moved funds', () => {
    const entries = [
      entry(0, unknown),
      entry(1, { is: 'replaced', hash }),
      ...Array.from({ length: 150 }, (_, at) => entry(at + 2, confirmed)),
    ]
    const limited = withinJournalLimits(entries)
    expect([limited.length, limited.at(-2)?.id, limited.at(-1)?.id]).toEqual([102, '1', '0'])
  })

  it.each<[string, number, TransactionState, boolean]>([
    ['the 100th pending one takes the oldest out of sight', 99, submitted, true],
    ['99 pending ones are followed', 98, submitted, false],
    ['the 101st of which nobody knows leaves', 101, unknown, true],
    ['settled ones leave without a word', 101, confirmed, false],
  ])('%s', (_, count, state, isTold) => {
    const before = Array.from({ length: count }, (_entry, at) => entry(at, state))
    expect(evictsPending(before, withinJournalLimits([entry(count, submitted), ...before]))).toBe(isTold)
  })

  it('finished › the latest hundred are stored', () => {
    const limited = withinJournalLimits(Array.from({ length: 120 }, (_, at) => entry(at, confirmed)))
    expect([limited.length, limited[0]?.id, limited.at(-1)?.id]).toEqual([100, '119', '20'])
  })
})

const adapterWithFollow = (follow: NonNullable<ChainAdapter['waitForTransaction']>) =>
  testAdapter({ waitForTransaction: follow })

describe('journal', () => {
  it('transfer › stored before the request; a reload in between makes it unknown', () => {
    const storage = memoryArea()
    const requestingWorld = testWorld({ storage, pageId: 'one' })
    const id = requestingWorld.store.set(beginTransactionAtom, connection, transfer)
    expect(requestingWorld.store.get(transactionAtom(id))).toMatchObject({
      state: signing,
      value: 2n ** 70n,
      to: bob,
    })
    const reloaded = testWorld({ storage, pageId: 'two' })
    expect(reloaded.store.get(transactionAtom(id))).toMatchObject({ state: unknown, value: 2n ** 70n })
  })

  it('result reaches the requesting document › the others see it', () => {
    const storage = memoryArea()
    const requestingWorld = testWorld({ storage, pageId: 'one' })
    const id = requestingWorld.store.set(beginTransactionAtom, connection, transfer)
    const watching = testWorld({ storage, pageId: 'two' })
    expect(watching.store.get(transactionAtom(id))?.state).toEqual(unknown)
    requestingWorld.store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
    expect(testWorld({ storage, pageId: 'three' }).store.get(transactionAtom(id))?.state).toEqual(submitted)
  })

  it('submitted before a reload › watched to its end after it', async () => {
    const storage = memoryArea()
    const before = testWorld({ storage })
    const id = before.store.set(beginTransactionAtom, connection, transfer)
    before.store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
    const asked: unknown[] = []
    const adapter = adapterWithFollow(async (sent, network, onStatus) => {
      asked.push([sent, network.name])
      onStatus({ is: 'submitted' })
      return inBlock
    })
    const after = testWorld({ storage, adapter })
    await after.store.set(watchPendingTransactionsAtom)
    expect(asked).toEqual([[transaction, 'Ethereum']])
    expect(after.store.get(transactionAtom(id))?.state).toEqual(confirmed)
    await after.store.set(watchPendingTransactionsAtom)
    expect(asked).toHaveLength(1)
  })

  it('entry › watched once at a time; a failure is logged, and can be resumed', async () => {
    const ends: ((cause: Error) => void)[] = []
    const adapter = adapterWithFollow(() => new Promise((_, reject) => ends.push(reject)))
    const { store, clock, logs } = testWorld({ adapter })
    const id = store.set(beginTransactionAtom, connection, transfer)
    store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
    const first = store.set(watchPendingTransactionsAtom)
    void store.set(watchPendingTransactionsAtom)
    await clock.advance(0)
    expect(ends).toHaveLength(1)
    ends[0]?.(new Error('down'))
    await first
    expect(logs).toEqual(['A transaction could not be watched'])
    expect(store.get(transactionAtom(id))?.state).toEqual(submitted)
    void store.set(watchPendingTransactionsAtom)
    await clock.advance(0)
    expect(ends).toHaveLength(2)
  })

  it('evicted pending payment › a notice, for no other entry', () => {
    const { store, clock } = testWorld()
    const begin = () => {
      void clock.advance(1)
      return store.set(beginTransactionAtom, connection, transfer)
    }
    for (let count = 0; count < 99; count += 1) begin()
    expect(store.get(toastAtom).open).toBe(false)
    begin()
    expect(store.get(toastAtom)).toMatchObject({
      message: 'An older payment is no longer tracked. Check it in your wallet.',
      variant: 'warning',
      open: true,
    })
  })

  it.each(['not-compared', 'verified', 'checking', 'unverified', 'added', 'mismatch'] as const)(
    'entry with check %s › reload › the same check',
    (check) => {
      const storage = memoryArea()
      const { store } = testWorld({ storage })
      const id = store.set(beginTransactionAtom, connection, transfer)
      expect(store.get(transactionAtom(id))?.check).toBe('not-compared')
      store.set(recordVerdictAtom, id, check)
      expect(testWorld({ storage }).store.get(transactionAtom(id))?.check).toBe(check)
    },
  )

  it.each([
    ['without a check, as older versions wrote it', undefined],
    ['with a check of a later version', 'proven'],
  ])('stored entry %s › read as not compared', (_, check) => {
    const { id, asset } = { id: 'old', asset: transfer.asset }
    const texts = { page: 'p', walletId: 'w', walletName: 'W', from: alice, to: bob, value: '1' }
    const old = { id, at: 1, updatedAt: 1, asset, ...texts, state: { is: 'submitted', hash }, check }
    const { check: read, state } = transactionEntrySchema().parse(JSON.parse(JSON.stringify(old)))
    expect([read, state]).toEqual(['not-compared', { is: 'submitted', hash }])
  })

  it('malformed entry › reload › the others are there', () => {
    const storage = memoryArea()
    const { store } = testWorld({ storage, pageId: 'one' })
    const id = store.set(beginTransactionAtom, connection, transfer)
    store.set(beginTransactionAtom, connection, { ...transfer, value: 10n ** 81n })
    const reloaded = testWorld({ storage, pageId: 'two' })
    expect(reloaded.store.get(journalAtom)).toMatchObject([{ id, state: unknown }])
  })

  it('journal › belongs to one host and project', () => {
    const storage = memoryArea()
    testWorld({ storage }).store.set(beginTransactionAtom, connection, transfer)
    expect(testWorld({ storage, config: { projectId: 'other' } }).store.get(journalAtom)).toEqual([])
    expect(testWorld({ storage }).store.get(journalAtom)).toHaveLength(1)
  })
})
