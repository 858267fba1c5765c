import { expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { canRetry, nextState, type SwitchEvent, type SwitchState } from './model.ts'
import { readSwitchFailure } from './switch-failure.ts'

test.each<[string, unknown, string]>([
  ['4001', new ProviderRpcError(4001, 'No'), 'rejected'],
  ['−32002', new ProviderRpcError(-32002, 'Pending'), 'pending'],
  [
    'an unknown chain',
    new WidgetError('chain/not-supported-by-wallet', 'Chain is not supported'),
    'notSupported',
  ],
  ['a chain without adapter', new WidgetError('chain/unsupported', 'Unsupported chain'), 'notSupported'],
  ['−32603', new ProviderRpcError(-32603, 'Internal'), 'failed'],
  ['anything else', undefined, 'failed'],
])('%s', (_name, thrown, is) => {
  expect(readSwitchFailure(thrown).is).toBe(is)
})

const details = { code: '-32603', text: '' }
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

test.each<[string, SwitchEvent, Partial<Record<SwitchState['is'], SwitchState['is']>>]>([
  ['asked', { is: 'asked' }, { opening: 'asking' }],
  ['slow', { is: 'slow' }, { asking: 'notAnswering' }],
  [
    'failed',
    { is: 'failed', failure: { is: 'rejected' } },
    { opening: 'rejected', asking: 'rejected', notAnswering: 'rejected', pending: 'rejected' },
  ],
])('%s › changes only the states that it applies to', (_name, event, transitions) => {
  for (const state of states) expect(nextState(state, event).is).toBe(transitions[state.is] ?? state.is)
})

test('arrived › ends the attempt from every state, and is final', () => {
  for (const state of states) expect(nextState(state, { is: 'arrived' }).is).toBe('done')
  expect(nextState({ is: 'done' }, { is: 'started' }).is).toBe('done')
})

test('wallet lacks the network › no retry', () => {
  expect(states.filter(canRetry).map(({ is }) => is)).toEqual(['pending', 'rejected', 'failed'])
})
