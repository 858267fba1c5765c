import { describe, expect, it } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'
import { fakeClock } from './testing/fake-clock.ts'

const world = () => {
  const clock = fakeClock()
  const pings: number[] = []
  const state = { visible: true, awaited: false, suspects: 0, answering: true }
  const heartbeat = startHeartbeat({
    clock,
    isVisible: () => state.visible,
    isAwaited: () => state.awaited,
    ping: (n) => {
      pings.push(n)
      if (state.answering) clock.after(1, () => heartbeat.pong(n))
    },
    onSuspect: () => {
      state.suspects += 1
    },
  })
  /** Turns the clock as a running page does: in small steps. */
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 100) clock.advance(100)
  }
  return { clock, pings, state, heartbeat, pass }
}

describe('startHeartbeat', () => {
  it('behavior: one ping every 5 s while the page is visible', () => {
    const { pings, pass } = world()
    pass(4_900)
    expect(pings).toEqual([])
    pass(15_100)
    expect(pings).toEqual([1, 2, 3, 4])
  })

  it('error: three pings without any answer make the peer suspect, once, and the beat ends', () => {
    const { pings, pass, state, clock, heartbeat } = world()
    state.answering = false
    pass(19_900)
    expect(state.suspects).toBe(0)
    pass(100)
    expect(state.suspects).toBe(1)
    heartbeat.wake()
    pass(60_000)
    expect(state.suspects).toBe(1)
    expect(pings).toEqual([1, 2, 3])
    expect(clock.pending()).toBe(0)
  })

  it('behavior: one answer starts the count again', () => {
    const { pass, state, heartbeat } = world()
    state.answering = false
    pass(15_000)
    heartbeat.pong(1)
    pass(14_900)
    expect(state.suspects).toBe(0)
    pass(100)
    expect(state.suspects).toBe(1)
  })

  it('error: an answer to a ping that was never sent does not count', () => {
    const { pass, state, heartbeat } = world()
    state.answering = false
    pass(15_000)
    heartbeat.pong(99)
    pass(5_000)
    expect(state.suspects).toBe(1)
  })

  it('error: while somebody waits it asks every 500 ms and gives up after four', () => {
    const { pings, pass, state, heartbeat } = world()
    state.answering = false
    state.awaited = true
    heartbeat.wake()
    pass(1_900)
    expect(pings).toEqual([1, 2, 3, 4])
    expect(state.suspects).toBe(0)
    pass(100)
    expect(state.suspects).toBe(1)
  })

  it('behavior: a hidden page neither asks nor suspects; waking asks once, at once', () => {
    const { pings, pass, state, heartbeat } = world()
    state.answering = false
    pass(5_000)
    state.visible = false
    pass(120_000)
    expect(pings).toEqual([1])
    expect(state.suspects).toBe(0)
    state.visible = true
    state.answering = true
    heartbeat.wake()
    expect(pings).toEqual([1, 2])
    pass(5_000)
    expect(pings).toEqual([1, 2, 3])
    expect(state.suspects).toBe(0)
  })

  it('behavior: a thread that was blocked for a minute does not blame the peer', () => {
    const { pass, state, clock, heartbeat } = world()
    pass(5_000)
    state.answering = false
    // The next beat without an answer would be the third.
    pass(15_000)
    clock.set(clock.now() + 60_000)
    clock.advance(0)
    expect(state.suspects).toBe(0)
    heartbeat.pong(3)
    pass(14_000)
    expect(state.suspects).toBe(0)
  })

  it('behavior: stopped means stopped', () => {
    const { pings, pass, clock, heartbeat } = world()
    heartbeat.stop()
    heartbeat.wake()
    pass(20_000)
    expect(pings).toEqual([])
    expect(clock.pending()).toBe(0)
  })
})
