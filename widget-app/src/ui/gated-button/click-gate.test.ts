import { describe, expect, it } from 'vitest'
import { clickResult, closedGate, type GateEvent, nextGate } from './click-gate.ts'

type Step = readonly [at: number, event: GateEvent]
const whole: GateEvent = { is: 'sight', visibility: 'whole' }
const pass: GateEvent = { is: 'time-passed' }
const changed: GateEvent = { is: 'changed' }
const waiting: GateEvent = { is: 'waiting', isWaiting: true }
const read: GateEvent = { is: 'waiting', isWaiting: false }
const pointer: GateEvent = { is: 'down', input: 'pointer', isRepeat: false }
const key: GateEvent = { is: 'down', input: 'key', isRepeat: false }

const gateAfter = (...steps: readonly Step[]) =>
  steps.reduce((gate, [at, event]) => nextGate(gate, event, at, 800), closedGate)
const armed: readonly Step[] = [
  [0, whole],
  [800, pass],
]

describe('click gate', () => {
  it.each<[condition: string, steps: readonly Step[], isArmed: boolean]>([
    ['nothing is known of the panel', [[10_000, pass]], false],
    [
      'whole for 799 ms',
      [
        [0, whole],
        [799, pass],
      ],
      false,
    ],
    ['whole for 800 ms', armed, true],
    [
      'covered',
      [
        [0, { is: 'sight', visibility: 'covered' }],
        [9_000, pass],
      ],
      false,
    ],
    [
      'R4: drawn small',
      [
        [0, { is: 'sight', visibility: 'small' }],
        [9_000, pass],
      ],
      false,
    ],
    [
      'covered for a moment',
      [...armed, [900, { is: 'sight', visibility: 'covered' }], [950, whole], [1_749, pass]],
      false,
    ],
    [
      'whole again for 800 ms',
      [...armed, [900, { is: 'sight', visibility: 'covered' }], [950, whole], [1_750, pass]],
      true,
    ],
    ['R10: changed once armed', [...armed, [900, changed], [1_699, pass]], false],
    ['R10: unchanged for 800 ms after a change', [...armed, [900, changed], [1_700, pass]], true],
    [
      'changed while covered',
      [
        [0, { is: 'sight', visibility: 'covered' }],
        [10, changed],
        [9_000, pass],
      ],
      false,
    ],
    [
      'reported whole a second time',
      [
        [0, whole],
        [700, whole],
        [800, pass],
      ],
      true,
    ],
    ['reported complete a second time', [...armed, [900, read]], true],
    [
      'while the request is read',
      [
        [0, whole],
        [10, waiting],
        [9_000, pass],
      ],
      false,
    ],
    [
      '799 ms after the request was read',
      [
        [0, waiting],
        [10, whole],
        [2_000, read],
        [2_799, pass],
      ],
      false,
    ],
    [
      '800 ms after the request was read',
      [
        [0, waiting],
        [10, whole],
        [2_000, read],
        [2_800, pass],
      ],
      true,
    ],
    [
      'covered when the request was read',
      [
        [0, waiting],
        [2_000, read],
        [9_000, pass],
      ],
      false,
    ],
  ])('%s › armed: %#', (_, steps, isArmed) => {
    expect(gateAfter(...steps).isArmed).toBe(isArmed)
  })

  it.each<[condition: string, steps: readonly Step[], input: 'pointer' | 'key' | undefined, end: string]>([
    ['begins and ends while armed', [...armed, [900, pointer]], 'pointer', 'accepted'],
    [
      'begins before',
      [
        [0, whole],
        [799, pointer],
        [800, pass],
      ],
      'pointer',
      'early',
    ],
    [
      'R10: begins before a change',
      [...armed, [900, pointer], [910, changed], [1_710, pass]],
      'pointer',
      'early',
    ],
    [
      'ends while covered',
      [...armed, [900, pointer], [910, { is: 'sight', visibility: 'covered' }]],
      'pointer',
      'early',
    ],
    ['was cancelled', [...armed, [900, pointer], [910, { is: 'away' }]], 'pointer', 'early'],
    [
      'begins again after it was cancelled',
      [...armed, [900, pointer], [910, { is: 'away' }], [920, pointer]],
      'pointer',
      'accepted',
    ],
    ['began elsewhere', armed, 'pointer', 'early'],
    [
      'began elsewhere as the window gets the focus',
      [...armed, [900, { is: 'window-focused' }]],
      'pointer',
      'early',
    ],
    ['by key', [...armed, [900, key]], 'key', 'accepted'],
    ['by a repeated key', [...armed, [900, key], [930, { ...key, isRepeat: true }]], 'key', 'early'],
    ['began by pointer, ended by key', [...armed, [900, pointer]], 'key', 'early'],
    [
      'by key 799 ms after the window got the focus',
      [...armed, [900, { is: 'window-focused' }], [1_699, key]],
      'key',
      'early',
    ],
    [
      'by key 800 ms after the window got the focus',
      [...armed, [900, { is: 'window-focused' }], [1_700, key]],
      'key',
      'accepted',
    ],
    [
      'by pointer as the window gets the focus',
      [...armed, [900, { is: 'window-focused' }], [900, pointer]],
      'pointer',
      'accepted',
    ],
    [
      'by pointer that brings the window the focus',
      [...armed, [900, pointer], [901, { is: 'window-focused' }]],
      'pointer',
      'accepted',
    ],
    [
      'by key held as the window gets the focus',
      [...armed, [900, key], [901, { is: 'window-focused' }]],
      'key',
      'early',
    ],
    ['by assistive technology, armed', armed, undefined, 'accepted'],
    ['by assistive technology, the pointer is down', [...armed, [900, pointer]], undefined, 'accepted'],
    ['by assistive technology, not armed', [[0, whole]], undefined, 'early'],
  ])('click %s › %#', (_, steps, input, end) => {
    expect(clickResult(gateAfter(...steps), input)).toBe(end)
  })
})
