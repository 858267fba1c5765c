import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import {
  evictsPending,
  hashOf,
  isOnChain,
  isSettled,
  isUnverifiable,
  markInterrupted,
  nextTransaction,
  type RequestedCalls,
  storedCalls,
  type TransactionEntry,
  type TransactionEvent,
  type TransactionState,
  transactionEntrySchema,
  withinJournalLimits,
} from './transaction-entry.ts'

const chain = parseChainId('eip155:1')
const hash = '0x1'
const from = '0x1111111111111111111111111111111111111111'
const transaction = { chain, from, hash, nonce: undefined }
const inBlock = { block: 9n, fee: 21n }

const signing: TransactionState = { is: 'signing' }
const bundled: TransactionState = { is: 'bundled', bundle: 'b' }
const submitted: TransactionState = { is: 'submitted', hash }
const confirmed: TransactionState = { is: 'confirmed', hash, ...inBlock }
const failed: TransactionState = { is: 'failed', hash, ...inBlock }
const replaced: TransactionState = { is: 'replaced', hash, by: '0x2' }
const dropped: TransactionState = { is: 'dropped', hash }
const expired: TransactionState = { is: 'expired', hash }
const rejected: TransactionState = { is: 'rejected' }
const unknown: TransactionState = { is: 'unknown' }
const unknownWithHash: TransactionState = { is: 'unknown', hash }
const states = [
  signing,
  bundled,
  submitted,
  confirmed,
  failed,
  replaced,
  dropped,
  expired,
  rejected,
  unknown,
  unknownWithHash,
]

const entry = (at: number, state: TransactionState): TransactionEntry => ({
  id: String(at),
  at,
  updatedAt: at,
  page: 'p',
  walletId: 'w',
  walletName: 'W',
  from,
  to: from,
  asset: { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
  value: 1n,
  state,
  check: 'not-compared',
})

/** Bigints are stored as decimal text. */
const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

const submission: TransactionEvent = { is: 'submitted', transaction }
const pendingStatus = (nonce?: number): TransactionEvent => ({
  is: 'followed',
  status: { is: 'submitted', ...(nonce === undefined ? {} : { nonce }) },
})

describe('transaction', () => {
  it.each<[string, TransactionState, TransactionEvent, TransactionState]>([
    ['submitted without nonce and expiry › neither is stored', signing, submission, submitted],
    [
      'submitted with both › both are stored',
      signing,
      { is: 'submitted', transaction: { ...transaction, nonce: 0, expiresAfter: 0 } },
      { ...submitted, nonce: 0, expiresAfter: 0 },
    ],
    [
      'replaced by an unknown one › no hash of it',
      submitted,
      { is: 'followed', status: { is: 'replaced', by: undefined } },
      { is: 'replaced', hash },
    ],
    ['pending, its nonce becomes known › stored', submitted, pendingStatus(0), { ...submitted, nonce: 0 }],
    [
      'replaced, then in a block after all › confirmed',
      replaced,
      { is: 'followed', status: { is: 'confirmed', ...inBlock } },
      confirmed,
    ],
  ])('transaction › %s', (_, state, event, next) => {
    expect(nextTransaction(state, event)).toStrictEqual(next)
  })

  it.each<[string, TransactionState, TransactionEvent]>([
    ['pending, without a nonce', { ...submitted, nonce: 4 }, pendingStatus()],
    ['pending, the same nonce', { ...submitted, nonce: 4 }, pendingStatus(4)],
    ['replaced, a node still reports it as pending', replaced, pendingStatus(4)],
    ['dropped, a node still reports it as pending', dropped, pendingStatus(4)],
    ['rejected, a late submission', rejected, submission],
    ['rejected, a late bundle', rejected, { is: 'bundled', bundle: 'b' }],
    ['unknown with a hash, a late submission', unknownWithHash, submission],
    ['unknown with a hash, a late rejection', unknownWithHash, { is: 'rejected' }],
  ])('transaction › %s › unchanged', (_, state, event) => {
    expect(nextTransaction(state, event)).toBe(state)
  })

  it.each([...states, { is: 'signing', signed: { hash, nonce: 4, expiresAfter: 5 } } as const])(
    'transaction › stored as %o › read with the same state',
    (state) => {
      const stored: unknown = JSON.parse(JSON.stringify(entry(0, state), toText))
      expect(transactionEntrySchema().parse(stored).state).toEqual(state)
    },
  )

  const gets = { ...entry(0, submitted).asset, symbol: 'USDC' }
  const call = { to: from, value: 1n, data: '0x' }
  it.each<[string, Partial<TransactionEntry>]>([
    ['an approval', { purpose: { is: 'approval', gets } }],
    ['a swap', { purpose: { is: 'swap', gets, atLeast: 1n, quoted: 2n, received: 3n } }],
    ['a token transfer that arrived', { arrived: 1n }],
    ['an unread received amount', { state: { is: 'confirmed', hash, ...inBlock, isUnread: true } }],
    ['its requested calls', { asked: { isBundle: true, calls: [call, call] } }],
    ['its end shown and reported', { isTold: true, isReported: true }],
  ])('transaction › stored with %s › read with it', (_, own) => {
    const stored: unknown = JSON.parse(JSON.stringify({ ...entry(0, submitted), ...own }, toText))
    expect(transactionEntrySchema().parse(stored)).toEqual({ ...entry(0, submitted), ...own })
  })

  it('transaction › each state › on the chain, or settled', () => {
    expect(states.filter(isOnChain)).toEqual([confirmed, failed, replaced])
    expect(states.filter(isSettled)).toEqual([confirmed, failed, replaced, dropped, expired, rejected])
  })

  it.each<[TransactionEntry['check'], TransactionState, boolean]>([
    ['not-compared', confirmed, true],
    ['not-compared', submitted, false],
    ['verified', confirmed, false],
  ])('transaction › %s and %o › unverifiable: %s', (check, state, expected) => {
    expect(isUnverifiable({ check, state })).toBe(expected)
  })
})

describe('transaction of a document that was closed', () => {
  const signed: TransactionState = { is: 'signing', signed: { hash, nonce: 4 } }

  it.each<[string, TransactionState, string, TransactionState]>([
    ['prompted by another document', signing, 'other', unknown],
    ['signed in another document', signed, 'other', { is: 'submitted', hash, nonce: 4 }],
    ['prompted by this document', signing, 'p', signing],
    ['submitted by another document', submitted, 'other', submitted],
  ])('transaction › %s › next state', (_, state, page, next) => {
    const before = entry(0, state)
    expect(markInterrupted(before, page)).toStrictEqual({ ...before, state: next })
  })

  it('hash › of each state › undefined if there is none', () => {
    expect([signing, bundled, submitted, failed, unknown, unknownWithHash].map(hashOf)).toEqual([
      undefined,
      undefined,
      hash,
      hash,
      undefined,
      hash,
    ])
  })
})

describe('stored calls', () => {
  const callsOf = (...lengths: readonly number[]): RequestedCalls => ({
    isBundle: true,
    calls: lengths.map((length) => ({ to: from, value: 1n, data: 'd'.repeat(length) })),
  })

  it.each<[string, RequestedCalls, boolean]>([
    ['none', callsOf(), false],
    ['eight', callsOf(1, 1, 1, 1, 1, 1, 1, 1), true],
    ['nine', callsOf(1, 1, 1, 1, 1, 1, 1, 1, 1), false],
    ['8,192 characters together', callsOf(8_000, 192), true],
    ['8,193 characters together', callsOf(8_000, 193), false],
  ])('calls › %s › stored: %s', (_, calls, isStored) => {
    expect(storedCalls(calls)).toEqual(isStored ? calls : undefined)
  })
})

describe('journal limits', () => {
  it('99 pending entries and 100 settled ones › all are stored', () => {
    const entries = Array.from({ length: 199 }, (_, at) => entry(at, at < 100 ? confirmed : submitted))
    expect(withinJournalLimits(entries)).toHaveLength(199)
  })

  it('100th pending entry without a hash › unknown, without a hash', () => {
    const limited = withinJournalLimits(Array.from({ length: 100 }, (_, at) => entry(at, signing)))
    expect(limited.at(-1)?.state).toStrictEqual(unknown)
  })

  it('unknown entry that is still stored › no notice', () => {
    expect(evictsPending([entry(0, unknown)], [entry(0, unknown)])).toBe(false)
  })
})
