import { describe, expect, test } from 'vitest'
import {
  type ConnectingEvent,
  type ConnectingState,
  canRetry,
  isWaiting,
  needsClick,
  nextState,
} from './model.ts'

const details = { code: '-32603', text: 'Internal' }
const states: readonly ConnectingState[] = [
  { is: 'doubtful' },
  { is: 'byPage' },
  { is: 'opening' },
  { is: 'asking' },
  { is: 'notAnswering' },
  { is: 'pending' },
  { is: 'rejected' },
  { is: 'noAccount' },
  { is: 'gone' },
  { is: 'silent', details },
  { is: 'failed', details },
  { is: 'connected' },
]
const rejected: ConnectingEvent = { is: 'failed', failure: { is: 'rejected' } }

describe('connecting machine', () => {
  test.each<[string, ConnectingEvent, Partial<Record<ConnectingState['is'], ConnectingState['is']>>]>([
    ['asked', { is: 'asked' }, { opening: 'asking', pending: 'asking' }],
    ['slow', { is: 'slow' }, { asking: 'notAnswering' }],
    [
      'connected',
      { is: 'connected' },
      { opening: 'connected', asking: 'connected', notAnswering: 'connected', pending: 'connected' },
    ],
    [
      'failed',
      rejected,
      { opening: 'rejected', asking: 'rejected', notAnswering: 'rejected', pending: 'rejected' },
    ],
  ])('%s › changes only the states that it applies to', (_name, event, transitions) => {
    for (const state of states) expect(nextState(state, event).is).toBe(transitions[state.is] ?? state.is)
  })

  test('started › restarts from every state except connected', () => {
    for (const state of states)
      expect(nextState(state, { is: 'started' }).is).toBe(state.is === 'connected' ? 'connected' : 'opening')
  })

  test('retry › possible after a response and while a request is pending', () => {
    expect(states.filter(canRetry).map(({ is }) => is)).toEqual([
      'pending',
      'rejected',
      'noAccount',
      'gone',
      'silent',
      'failed',
    ])
    expect(states.filter(isWaiting).map(({ is }) => is)).toEqual([
      'opening',
      'asking',
      'notAnswering',
      'pending',
    ])
  })

  test('request › of a doubtful wallet or of the host › waits for a click', () => {
    expect(states.filter(needsClick).map(({ is }) => is)).toEqual(['doubtful', 'byPage'])
  })
})
