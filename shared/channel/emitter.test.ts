import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmitter } from './emitter.ts'

type Events = { change: number; close: string }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('createEmitter', () => {
  it('event › emitted › its listeners called in order of subscription', () => {
    const calls: unknown[] = []
    const { on, emit } = createEmitter<Events>()
    on('change', (value) => calls.push(['first', value]))
    on('change', (value) => calls.push(['second', value]))
    on('close', (value) => calls.push(['close', value]))
    emit('change', 1)
    expect(calls).toEqual([
      ['first', 1],
      ['second', 1],
    ])
  })

  it('listener › removed › not called', () => {
    const listener = vi.fn()
    const { on, off, emit } = createEmitter<Events>()
    on('change', listener)
    off('change', listener)
    emit('change', 1)
    expect(listener).not.toHaveBeenCalled()
  })

  it('event › without listeners › emitted and unsubscribed without an error', () => {
    const reported = vi.spyOn(globalThis, 'queueMicrotask')
    const { off, emit } = createEmitter<Events>()
    expect(() => off('change', () => {})).not.toThrow()
    expect(() => emit('change', 1)).not.toThrow()
    expect(reported).not.toHaveBeenCalled()
  })

  it('listener › added during an event › gets the next one', () => {
    const late = vi.fn()
    const { on, emit } = createEmitter<Events>()
    on('change', () => on('change', late))
    emit('change', 1)
    expect(late).not.toHaveBeenCalled()
    emit('change', 2)
    expect(late.mock.calls).toEqual([[2]])
  })
})
