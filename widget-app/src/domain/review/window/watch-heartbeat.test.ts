import { describe, expect, it } from 'vitest'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { watchHeartbeat } from './watch-heartbeat.ts'

function presenceWorld({ canAsk = true } = {}) {
  const clock = fakeClock()
  const log: string[] = []
  let pings = 0
  let isWatched = true
  const presence = watchHeartbeat(clock, {
    isWatched: () => isWatched,
    ping: () => {
      pings += 1
      return canAsk
    },
    onAway: () => log.push('away'),
    onBack: () => log.push('back'),
  })
  return { clock, said: log, presence, pings: () => pings, watch: (next: boolean) => (isWatched = next) }
}

describe('watchHeartbeat', () => {
  it('window responds to each ping › present', async () => {
    const { clock, said: log, presence } = presenceWorld()
    for (let time = 0; time < 60_000; time += 1_000) {
      await clock.advance(1_000)
      presence.onMessage()
    }
    expect(log).not.toContain('away')
  })

  it('window silent for 10 s after a ping › away, back with its next response', async () => {
    const { clock, said: log, presence } = presenceWorld()
    await clock.advance(12_000)
    expect(log).toEqual([])
    await clock.advance(3_000)
    expect(log).toEqual(['away'])
    presence.onMessage()
    expect(log).toEqual(['away', 'back'])
  })

  it("mailbox › away by the server's idle time, back with the next read", async () => {
    const { clock, said: log, presence } = presenceWorld({ canAsk: false })
    await clock.advance(60_000)
    expect(log).toEqual([])
    presence.onPeerIdle(9_999)
    presence.onPeerIdle(10_000)
    presence.onPeerIdle(0)
    expect(log).toEqual(['back', 'away', 'back'])
  })

  it('window unloaded › only a new handshake brings it back', async () => {
    const { clock, said: log, presence, pings } = presenceWorld()
    presence.onUnload()
    presence.onPeerIdle(0)
    presence.onMessage()
    await clock.advance(60_000)
    expect(log).toEqual(['away'])
    expect(pings()).toBe(0)
    presence.onHello()
    expect(log).toEqual(['away', 'back'])
  })

  it('nothing expected of the window, or stopped › no pings', async () => {
    const { clock, said: log, presence, pings, watch } = presenceWorld()
    watch(false)
    await clock.advance(30_000)
    presence.onPeerIdle(60_000)
    watch(true)
    presence.stop()
    await clock.advance(30_000)
    expect([log, pings()]).toEqual([[], 0])
  })
})
