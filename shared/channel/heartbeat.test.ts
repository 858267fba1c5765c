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
  /** Advances the clock as in a running page: in small steps. */
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 100) clock.advance(100)
  }
  return { clock, pings, state, heartbeat, pass }
}

describe('startHeartbeat', () => {
  it('visible page › one ping every 5 s', () => {
    const { pings, pass } = world()
    pass(4_900)
    expect(pings).toEqual([])
    pass(15_100)
    expect(pings).toEqual([1, 2, 3, 4])
  })

  it('three pings without pong › peer suspect, once, no further pings', () => {
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

  it('one pong › count restarts', () => {
    const { pass, state, heartbeat } = world()
    state.answering = false
    pass(15_000)
    heartbeat.pong(1)
    pass(14_900)
    expect(state.suspects).toBe(0)
    pass(100)
    expect(state.suspects).toBe(1)
  })

  it('pong to a ping that was never sent › ignored', () => {
    const { pass, state, heartbeat } = world()
    state.answering = false
    pass(15_000)
    heartbeat.pong(99)
    pass(5_000)
    expect(state.suspects).toBe(1)
  })

  it('caller waits › pings every 500 ms, suspect after four', () => {
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

  it('hidden page › no pings, not suspect; wake pings once, at once', () => {
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

  it('thread blocked for a minute › peer not suspect', () => {
    const { pass, state, clock, heartbeat } = world()
    pass(5_000)
    state.answering = false
    // The next beat without a pong would be the third.
    pass(15_000)
    clock.set(clock.now() + 60_000)
    clock.advance(0)
    expect(state.suspects).toBe(0)
    heartbeat.pong(3)
    pass(14_000)
    expect(state.suspects).toBe(0)
  })

  it('beat › exactly 500 ms late › still counts a missing pong', () => {
    const { pass, state, clock } = world()
    state.answering = false
    pass(19_900)
    clock.set(clock.now() + 600)
    clock.advance(0)
    expect(state.suspects).toBe(1)
  })

  it('stopped › no pings', () => {
    const { pings, pass, clock, heartbeat } = world()
    heartbeat.stop()
    heartbeat.wake()
    pass(20_000)
    expect(pings).toEqual([])
    expect(clock.pending()).toBe(0)
  })
})
