import { describe, expect, it } from 'vitest'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { watchHeartbeat } from './watch-heartbeat.ts'

function presenceWorld({ canAsk = true } = {}) {
  const clock = fakeClock()
  const said: string[] = []
  let pings = 0
  let isWatched = true
  const presence = watchHeartbeat(clock, {
    isWatched: () => isWatched,
    ping: () => {
      pings += 1
      return canAsk
    },
    onAway: () => said.push('away'),
    onBack: () => said.push('back'),
  })
  return { clock, said, presence, pings: () => pings, watch: (next: boolean) => (isWatched = next) }
}

describe('watchHeartbeat', () => {
  it('window responds to each ping › present', async () => {
    const { clock, said, presence } = presenceWorld()
    for (let time = 0; time < 60_000; time += 1_000) {
      await clock.advance(1_000)
      presence.heard()
    }
    expect(said).not.toContain('away')
  })

  it('window silent for 10 s after a ping › away, back with its next response', async () => {
    const { clock, said, presence } = presenceWorld()
    await clock.advance(12_000)
    expect(said).toEqual([])
    await clock.advance(3_000)
    expect(said).toEqual(['away'])
    presence.heard()
    expect(said).toEqual(['away', 'back'])
  })

  it("mailbox › away by the server's idle time, back with the next read", async () => {
    const { clock, said, presence } = presenceWorld({ canAsk: false })
    await clock.advance(60_000)
    expect(said).toEqual([])
    presence.idle(9_999)
    presence.idle(10_000)
    presence.idle(0)
    expect(said).toEqual(['back', 'away', 'back'])
  })

  it('window unloaded › only a new handshake brings it back', async () => {
    const { clock, said, presence, pings } = presenceWorld()
    presence.left()
    presence.idle(0)
    presence.heard()
    await clock.advance(60_000)
    expect(said).toEqual(['away'])
    expect(pings()).toBe(0)
    presence.greeted()
    expect(said).toEqual(['away', 'back'])
  })

  it('nothing expected of the window, or stopped › no pings', async () => {
    const { clock, said, presence, pings, watch } = presenceWorld()
    watch(false)
    await clock.advance(30_000)
    presence.idle(60_000)
    watch(true)
    presence.stop()
    await clock.advance(30_000)
    expect([said, pings()]).toEqual([[], 0])
  })
})
