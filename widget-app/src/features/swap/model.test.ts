import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import {
  approvalOf,
  canConfirm,
  isFresh,
  isUnderWay,
  nextSwap,
  pairOf,
  type SwapEvent,
  type SwapFailure,
  type SwapState,
  type SwapToken,
  showsProgress,
  toPlanFailure,
} from './model.ts'

const failure: SwapFailure = { is: 'rejected' }
const before = { approvalId: 'earlier' }
const after = { approvalId: 'a' }
const none = { approvalId: undefined }

const idle: SwapState = { is: 'idle' }
const reviewing: SwapState = { is: 'reviewing', note: undefined }
const preparing: SwapState = { is: 'preparing' }
const resetting: SwapState = { is: 'signing', step: 'reset', entryId: 'r', ...none }
const signingApproval: SwapState = { is: 'signing', step: 'approve', entryId: 'a', ...before }
const signingSwap: SwapState = { is: 'signing', step: 'swap', entryId: 's', ...after }
const signingBundle: SwapState = { is: 'signing', step: 'bundle', entryId: 'b', ...none }
const approving: SwapState = { is: 'approving', ...after }
const rebuilding: SwapState = { is: 'rebuilding', ...after }
const stopped: SwapState = { is: 'stopped', failure, ...after }
const unknownApproval: SwapState = { is: 'unknown', step: 'approve', entryId: 'a', ...before }
const unknownSwap: SwapState = { is: 'unknown', step: 'swap', entryId: 's', ...after }
const submitted: SwapState = { is: 'submitted', entryId: 's', ...after }
const mismatched: SwapState = { is: 'mismatched', entryId: 's', ...after }
const states = [
  idle,
  reviewing,
  preparing,
  resetting,
  signingApproval,
  signingSwap,
  signingBundle,
  approving,
  rebuilding,
  stopped,
  unknownApproval,
  unknownSwap,
  submitted,
  mismatched,
]

type Transitions = readonly (readonly [SwapState, SwapState])[]
const to = (next: SwapState, ...from: readonly SwapState[]): Transitions => from.map((one) => [one, next])
const noted: SwapState = { is: 'reviewing', note: 'price-moved' }
const stoppedWith = (approvalId: string | undefined): SwapState => ({ is: 'stopped', failure, approvalId })

describe('swap', () => {
  it.each<[string, SwapEvent, Transitions]>([
    ['the review is displayed', { is: 'reviewed' }, to(reviewing, idle, reviewing, stopped)],
    ['Swap is clicked', { is: 'confirmed' }, to(preparing, reviewing, stopped)],
    ['the price moved', { is: 'halted', note: 'price-moved' }, to(noted, preparing)],
    [
      'the wallet is asked',
      { is: 'asked', step: 'swap', entryId: 's' },
      [...to({ ...signingSwap, ...none }, preparing), ...to(signingSwap, rebuilding)],
    ],
    [
      'an approval is sent',
      { is: 'approval-sent' },
      [...to({ is: 'approving', approvalId: 'r' }, resetting), ...to(approving, signingApproval)],
    ],
    [
      'an earlier approval is still pending',
      { is: 'approval-found', entryId: 'a' },
      to(approving, preparing, rebuilding),
    ],
    ['the approval is in a block', { is: 'approved' }, to(rebuilding, approving)],
    [
      'the attempt stops',
      { is: 'stopped', failure },
      [
        ...to(stoppedWith(undefined), preparing, resetting, signingBundle),
        ...to(stoppedWith('earlier'), signingApproval),
        ...to(stoppedWith('a'), signingSwap, approving, rebuilding),
      ],
    ],
    [
      'the wallet returns no usable result',
      { is: 'unknown' },
      [
        ...to({ ...resetting, is: 'unknown' }, resetting),
        ...to({ ...signingBundle, is: 'unknown' }, signingBundle),
        ...to(unknownApproval, signingApproval),
        ...to(unknownSwap, signingSwap),
      ],
    ],
    [
      'the swap is sent',
      { is: 'submitted' },
      [...to(submitted, signingSwap), ...to({ is: 'submitted', entryId: 'b', ...none }, signingBundle)],
    ],
    [
      'the transaction differs',
      { is: 'mismatched' },
      [
        ...to({ is: 'mismatched', entryId: 'r', ...none }, resetting),
        ...to({ is: 'mismatched', entryId: 'a', ...before }, signingApproval),
        ...to({ is: 'mismatched', entryId: 'b', ...none }, signingBundle),
        ...to({ is: 'mismatched', entryId: 'a', ...after }, approving),
        ...to(mismatched, signingSwap, submitted),
      ],
    ],
    [
      'the views unmount',
      { is: 'left' },
      to(idle, reviewing, stopped, unknownApproval, unknownSwap, submitted, mismatched),
    ],
  ])('swap › %s › changes only the states that it applies to', (_, event, transitions) => {
    const changes = new Map(transitions)
    for (const state of states) expect(nextSwap(state, event)).toStrictEqual(changes.get(state) ?? state)
  })

  it('swap › each state › confirmed only on the review or after an end without a swap', () => {
    expect(states.filter(canConfirm)).toEqual([reviewing, stopped])
  })

  it('swap › each state › under way from the click to the result', () => {
    const requested = [resetting, signingApproval, signingSwap, signingBundle, approving, rebuilding]
    expect(states.filter(isUnderWay)).toEqual([preparing, ...requested])
    expect(states.filter(showsProgress)).toEqual([
      ...requested,
      unknownApproval,
      unknownSwap,
      submitted,
      mismatched,
    ])
  })

  it('approval › of each state › its journal entry, if there is one', () => {
    expect([idle, resetting, signingApproval, approving, submitted].map(approvalOf)).toEqual([
      undefined,
      undefined,
      'earlier',
      'a',
      'a',
    ])
  })
})

describe('quote', () => {
  it.each([
    ['at once', 0, true],
    ['just before its lifetime ends', swapQuoteLifetimeMs - 1, true],
    ['at the end of its lifetime', swapQuoteLifetimeMs, false],
    ['later', swapQuoteLifetimeMs * 2, false],
  ])('%s › fresh: %s', (_when, elapsedMs, fresh) => {
    const at = 1_000_000
    expect(isFresh({ at }, at + elapsedMs)).toBe(fresh)
  })

  it('pair of tokens › depends on both and their order', () => {
    const chain = parseChainId('eip155:1')
    const token = (id: string): SwapToken => ({
      id,
      key: id,
      asset: { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 },
      value: undefined,
      price: undefined,
      iconUrl: undefined,
    })
    const key = (from: string, to: string) => pairOf({ from: token(from), to: token(to) })
    const keys = [key('a', 'b'), key('b', 'a'), key('a', 'c'), key('c', 'b')]
    expect(new Set(keys).size).toBe(4)
    expect(key('a', 'b')).toBe(keys[0])
  })
})

describe('toPlanFailure', () => {
  it.each([
    ['other calls', new WidgetError('swap/not-as-agreed', 'A'), 'not-as-agreed'],
    ['less than accepted', new WidgetError('swap/price-moved', 'A'), 'price-moved'],
    ['status of the service', new WidgetError('http/status', 'A'), 'service'],
    ['slow service', new WidgetError('http/timeout', 'A'), 'service'],
    ['unreachable service', new WidgetError('http/network', 'A'), 'service'],
    ['invalid response', new WidgetError('http/invalid-response', 'A'), 'service'],
    [
      'the chain would fail it',
      new WidgetError('send/failed', 'A', { data: { reason: 'reverted' } }),
      'reverted',
    ],
    ['anything else', new Error('A'), 'wallet'],
  ] as const)('%s › why, with the message', (_, thrown, why) => {
    expect(toPlanFailure(thrown)).toMatchObject({ is: 'failed', why, detail: 'A' })
  })

  it('error without a message › no detail', () => {
    expect(toPlanFailure(new WidgetError('http/network', ''))).toEqual({
      is: 'failed',
      why: 'service',
      detail: undefined,
    })
  })
})
