import { describe, expect, it } from 'vitest'
import type { TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import {
  canConfirm,
  isUnderWay,
  nextSend,
  type SendEvent,
  type SendState,
  showsProgress,
  stageOf,
} from './model.ts'

const idle: SendState = { is: 'idle' }
const reviewing: SendState = { is: 'reviewing', note: undefined }
const estimating: SendState = { is: 'estimating' }
const switching: SendState = { is: 'switching' }
const signing: SendState = { is: 'signing', entryId: 'a' }
const submitted: SendState = { is: 'submitted', entryId: 'a' }
const mismatched: SendState = { is: 'mismatched', entryId: 'a' }
const unknown: SendState = { is: 'unknown', entryId: 'a' }
const rejected: SendState = { is: 'rejected' }
const pending: SendState = { is: 'pending' }
const failed: SendState = { is: 'failed', why: 'wallet', detail: 'no' }
const all = [
  idle,
  reviewing,
  estimating,
  switching,
  signing,
  submitted,
  mismatched,
  unknown,
  rejected,
  pending,
  failed,
]

describe('nextSend', () => {
  it.each<[string, SendState, SendEvent, SendState]>([
    ['the review opens', idle, { is: 'reviewed' }, reviewing],
    ['the review opens again after a refusal', rejected, { is: 'reviewed' }, reviewing],
    ['the review does not end what is under way', signing, { is: 'reviewed' }, signing],
    ['the review does not start anew after a hash', submitted, { is: 'reviewed' }, submitted],
    ['the review does not start anew while nobody knows', unknown, { is: 'reviewed' }, unknown],
    ['Send is pressed', reviewing, { is: 'confirmed' }, estimating],
    ['Send is pressed again after a refusal', rejected, { is: 'confirmed' }, estimating],
    ['Send is pressed again after a failure', failed, { is: 'confirmed' }, estimating],
    ['Send is pressed again after −32002', pending, { is: 'confirmed' }, estimating],
    ['Send is pressed twice', signing, { is: 'confirmed' }, signing],
    ['Send after an unknown end is refused', unknown, { is: 'confirmed' }, unknown],
    ['the fee rose', estimating, { is: 'halted', note: 'fee-rose' }, { is: 'reviewing', note: 'fee-rose' }],
    ['a fee cannot call back a wallet', signing, { is: 'halted', note: 'fee-rose' }, signing],
    ['the network is switched', estimating, { is: 'switching' }, switching],
    ['no network is switched on the review', reviewing, { is: 'switching' }, reviewing],
    ['the wallet is asked', estimating, { is: 'asked', entryId: 'a' }, signing],
    ['the wallet is asked after switching', switching, { is: 'asked', entryId: 'a' }, signing],
    ['the wallet is not asked out of the blue', reviewing, { is: 'asked', entryId: 'a' }, reviewing],
    ['refused while switching', switching, rejected, rejected],
    ['refused while signing', signing, rejected, rejected],
    ['a late refusal', submitted, rejected, submitted],
    ['already asking', signing, pending, pending],
    ['failed', signing, failed, failed],
    ['nobody knows', signing, unknown, unknown],
    ['a hash', signing, submitted, submitted],
    ['a hash of another transfer', signing, { is: 'submitted', entryId: 'b' }, signing],
    ['a timeout after a hash', submitted, unknown, submitted],
    ['a hash after a timeout', unknown, submitted, unknown],
    ['an alarm after a timeout', unknown, mismatched, unknown],
    ['something else was signed', signing, mismatched, mismatched],
    ['something else was sent', submitted, mismatched, mismatched],
    ['an alarm of another transfer', submitted, { is: 'mismatched', entryId: 'b' }, submitted],
    ['left after a hash', submitted, { is: 'left' }, idle],
    ['left after a refusal', rejected, { is: 'left' }, idle],
    ['left while the wallet asks', signing, { is: 'left' }, signing],
    ['left while switching', switching, { is: 'left' }, switching],
  ])('%s', (_, state, event, next) => {
    expect(nextSend(state, event)).toEqual(next)
  })

  it('each state › Send is enabled only if nothing was sent or is under way', () => {
    expect(all.filter(canConfirm)).toEqual([reviewing, rejected, pending, failed])
    expect(all.filter(isUnderWay)).toEqual([estimating, switching, signing])
    expect(all.filter(showsProgress)).toEqual([switching, signing, submitted, mismatched, unknown])
  })
})

describe('stageOf', () => {
  const confirmed: TransactionState = { is: 'confirmed', hash: '0x1', block: 1n, fee: 1n }
  const ends: readonly TransactionState[] = [
    confirmed,
    { is: 'failed', hash: '0x1', block: 1n, fee: 1n },
    { is: 'replaced', hash: '0x1' },
    { is: 'dropped', hash: '0x1' },
    { is: 'expired', hash: '0x1' },
    { is: 'unknown' },
  ]

  it.each(['switching', 'signing', 'unknown', 'mismatched'] as const)('%s › the attempt decides', (is) => {
    const state = all.find((one) => one.is === is) ?? idle
    expect(stageOf(state, confirmed)).toBe(is)
  })

  it.each(ends.map((entry) => [entry.is, entry] as const))(
    'submitted, %s in the journal › the journal decides',
    (_is, entry) => {
      expect(stageOf(submitted, entry)).toBe(entry.is)
    },
  )

  it('submitted, no end in the journal › submitted', () => {
    expect(stageOf(submitted, undefined)).toBe('submitted')
    expect(stageOf(submitted, { is: 'rejected' })).toBe('submitted')
  })
})
