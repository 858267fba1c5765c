import { describe, expect, it } from 'vitest'
import { canRetry, isWaiting, nextState, type SwitchEvent, type SwitchState } from './model.ts'

const details = { code: '-32603', text: 'Internal' }
const states: readonly SwitchState[] = [
  { is: 'opening' },
  { is: 'asking' },
  { is: 'notAnswering' },
  { is: 'pending' },
  { is: 'rejected' },
  { is: 'notSupported', details },
  { is: 'failed', details },
  { is: 'done' },
]
const unfinished = states.filter(({ is }) => is !== 'done')
const toAll = (is: SwitchState['is']) => Object.fromEntries(unfinished.map((state) => [state.is, is]))

describe('network switch', () => {
  it.each<[string, SwitchEvent, Partial<Record<SwitchState['is'], SwitchState['is']>>]>([
    ['started', { is: 'started' }, toAll('opening')],
    ['asked', { is: 'asked' }, { opening: 'asking' }],
    ['slow', { is: 'slow' }, { asking: 'notAnswering' }],
    ['arrived', { is: 'arrived' }, toAll('done')],
    [
      'failed',
      { is: 'failed', failure: { is: 'rejected' } },
      { opening: 'rejected', asking: 'rejected', notAnswering: 'rejected', pending: 'rejected' },
    ],
  ])('%s › each state › changes only those that it applies to', (_, event, transitions) => {
    for (const state of states) expect(nextState(state, event).is).toBe(transitions[state.is] ?? state.is)
  })

  it('network switch › failed › keeps the details of the failure', () => {
    const failure: SwitchState = { is: 'failed', details }
    expect(nextState({ is: 'asking' }, { is: 'failed', failure })).toEqual(failure)
  })

  it('retry › each state › possible unless the wallet lacks the network', () => {
    expect(states.filter(canRetry).map(({ is }) => is)).toEqual(['pending', 'rejected', 'failed'])
    expect(states.filter(isWaiting).map(({ is }) => is)).toEqual([
      'opening',
      'asking',
      'notAnswering',
      'pending',
    ])
  })
})
