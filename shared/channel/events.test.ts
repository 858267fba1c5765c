import { describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { receiveEvents } from './events.ts'

const topics = { note: z.strictObject({ text: z.string() }), count: z.number() }

const world = () => {
  const gap = vi.fn()
  const received: unknown[] = []
  const events = receiveEvents(topics, gap)
  const stop = events.on('note', (payload) => received.push(payload.text))
  const send = (seq: number, text: unknown = `n${seq}`, topic = 'note') =>
    events.receive({ seq, topic, payload: { text } })
  return { gap, received, events, stop, send }
}

describe('receiveEvents', () => {
  it('increasing numbers › delivered in order, no snapshot', () => {
    const { send, received, gap } = world()
    expect([send(1), send(2), send(3)]).toEqual([true, true, true])
    expect(received).toEqual(['n1', 'n2', 'n3'])
    expect(gap).not.toHaveBeenCalled()
  })

  it('gap › event delivered, one snapshot requested', () => {
    const { send, received, gap } = world()
    send(1)
    expect(send(5)).toBe(true)
    expect(received).toEqual(['n1', 'n5'])
    expect(gap).toHaveBeenCalledTimes(1)
    send(6)
    expect(gap).toHaveBeenCalledTimes(1)
  })

  it('first event › not number 1 › gap', () => {
    const { send, gap } = world()
    send(2)
    expect(gap).toHaveBeenCalledTimes(1)
  })

  it.each([0, 1, 2])('number %i after 2 › stale, not delivered', (seq) => {
    const { send, received } = world()
    send(1)
    send(2)
    expect(send(seq, 'again')).toBe(false)
    expect(received).toEqual(['n1', 'n2'])
  })

  it('unknown topic, inherited one or wrong payload › invalid and counted', () => {
    const { send, received, gap } = world()
    expect(send(1, 'a', 'nothing')).toBe(false)
    expect(send(2, 'a', 'toString')).toBe(false)
    expect(send(3, 7)).toBe(false)
    expect(send(4)).toBe(true)
    expect(received).toEqual(['n4'])
    expect(gap).not.toHaveBeenCalled()
  })

  it('listener › one of two with the same function removed › the other called', () => {
    const { events, send } = world()
    const listener = vi.fn()
    const stopFirst = events.on('note', listener)
    events.on('note', listener)
    send(1)
    expect(listener).toHaveBeenCalledTimes(2)
    stopFirst()
    stopFirst()
    send(2)
    expect(listener).toHaveBeenCalledTimes(3)
  })

  it('listener › throws › reported, the others called', async () => {
    const { events, send } = world()
    const reported: unknown[] = []
    const previousListeners = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.once('uncaughtException', (error) => reported.push(error))
    events.on('note', () => {
      throw new Error('listener')
    })
    const after = vi.fn()
    events.on('note', after)
    expect(send(1)).toBe(true)
    expect(after).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(reported).toEqual([new Error('listener')]), { interval: 1 })
    for (const previous of previousListeners) process.on('uncaughtException', previous)
  })
})
