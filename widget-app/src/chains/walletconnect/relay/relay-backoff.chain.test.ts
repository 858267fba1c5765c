import { performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Clock, systemClock } from '#shared/channel/clock.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { openClient, type SignClient } from '../client.ts'
import { type LocalRelay, startLocalRelay } from '../testing/local-relay.ts'
import { memoryRecords } from '../testing/memory-records.ts'
import { openRelayDoor, type RelayDoor } from '../testing/relay-proxy.ts'
import { pausesMs, relayPatience } from './relay-backoff.ts'

process.env.DISABLE_GLOBAL_CORE = 'true'

let relay: LocalRelay
let door: RelayDoor
let client: SignClient
let comeOnline: () => void

beforeAll(async () => {
  relay = await startLocalRelay()
})
afterAll(() => relay.stop())
beforeEach(async () => {
  door = await openRelayDoor(relay.url)
})
afterEach(async () => {
  relay.setFault({ is: 'none' })
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
  await door.close()
})

/** An SDK that needs a connection, because it proposes a session. */
async function wanting(clock: Clock) {
  client = await openClient(
    {
      projectId: 'demo',
      relayUrl: door.url,
      verify: false,
      metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    },
    memoryRecords(),
  )
  const patience = relayPatience(client, clock, (run) => {
    comeOnline = run
  })
  const offer = () =>
    client.connect({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } } })
  return { patience, offer, offered: offer() }
}

const knocked = (times: number) => vi.waitFor(() => expect(door.knocks).toHaveLength(times), 10_000)

const isAttempting = () => Reflect.get(client.core.relayer, 'connectionAttemptInProgress')

/** Advances the clock to just before the next attempt, and then to it. An attempt under way may not be counted yet. */
async function turn(clock: ReturnType<typeof fakeClock>, ms: number, before: number): Promise<void> {
  await vi.waitFor(() => {
    expect(clock.pending).toBeGreaterThan(0)
    expect(isAttempting()).toBe(false)
  })
  await clock.advance(ms - 1)
  expect(isAttempting()).toBe(false)
  expect(door.knocks).toHaveLength(before)
  await clock.advance(1)
  await knocked(before + 1)
}

test('relay is gone › one attempt at a time, growing pauses, the page stays idle', async () => {
  door.set('shut')
  const { offer } = await wanting(systemClock)
  for (let more = 0; more < 4; more += 1) void offer()
  await knocked(1)
  const before = performance.eventLoopUtilization()
  await knocked(5)
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  const gaps = door.knocks.slice(1).map((at, index) => at - (door.knocks[index] ?? 0))
  // Two clocks may differ by a millisecond.
  for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThan((pausesMs[index] ?? 0) - 5)
})

test('pauses grow to 4 s › the pending proposal resolves when the relay is back', async () => {
  door.set('shut')
  const clock = fakeClock()
  const { offered } = await wanting(clock)
  await knocked(1)
  for (const [index, ms] of [250, 500, 1_000, 2_000, 4_000, 4_000].entries()) await turn(clock, ms, index + 1)
  door.set('open')
  await turn(clock, 4_000, 7)
  expect((await offered).uri).toMatch(/^wc:/)
  expect(door.knocks).toHaveLength(8)
})

test.each([
  ['a person tries again', ({ patience }: Awaited<ReturnType<typeof wanting>>) => patience.tryNow()],
  ['the device is online again', () => comeOnline()],
])('%s › the next attempt is made at once', async (_, happens) => {
  door.set('shut')
  const clock = fakeClock()
  const wants = await wanting(clock)
  await knocked(1)
  await turn(clock, 250, 1)
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  happens(wants)
  await knocked(3)
  await turn(clock, 250, 3)
})

test.each([
  ['300 ms', 300, 0],
  ['less', 299, 1_000],
])('connection lasted %s (%s ms) › pauses start over only from 300 ms on', async (_, stoodMs, nextMs) => {
  door.set('shut')
  const clock = fakeClock()
  const { offered } = await wanting(clock)
  await knocked(1)
  await turn(clock, 250, 1)
  door.set('open')
  await turn(clock, 500, 2)
  await offered
  await clock.advance(stoodMs)
  const { pending } = clock
  door.set('shut')
  // A caller that needs a connection now waits for the pause or for the attempt.
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(pending))
  expect(client.core.relayer.connected).toBe(false)
  if (nextMs === 0) await knocked(4)
  else await turn(clock, nextMs - stoodMs, 3)
})

test('relay refuses › no attempt for 60 s, online or not, then one', async () => {
  relay.setFault({ is: 'refusing', how: { reason: 'invalid key' } })
  const clock = fakeClock()
  const { patience } = await wanting(clock)
  const told = patience.refusal(new AbortController().signal)
  await expect(told).rejects.toMatchObject({ code: 'APKT007' })
  comeOnline()
  await turn(clock, 60_000, 1)
  door.set('shut')
  patience.tryNow()
  await knocked(3)
  await turn(clock, 250, 3)
})

test('relay accepts without a response › abandoned after 15 s, closed if it opens', async () => {
  door.set('held')
  const clock = fakeClock()
  const { offered } = await wanting(clock)
  await knocked(1)
  await clock.advance(15_000)
  await turn(clock, 250, 1)
  door.set('open')
  await offered
  await vi.waitFor(() => expect(door.passing()).toBe(1))
})

test('connection lost before the topics are subscribed › reconnects', async () => {
  const clock = fakeClock()
  const { offered } = await wanting(clock)
  await offered
  relay.setFault({ is: 'silent' })
  door.set('shut')
  await vi.waitFor(() => expect(client.core.relayer.connected).toBe(false))
  door.set('open')
  await turn(clock, 250, 1)
  await vi.waitFor(() => expect(relay.counts().held).toBeGreaterThan(0))
  const { pending } = clock
  door.set('shut')
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(pending))
  await turn(clock, 500, 2)
})

test('page unloads › no more attempts', async () => {
  door.set('shut')
  const clock = fakeClock()
  const { patience } = await wanting(clock)
  await knocked(1)
  await turn(clock, 250, 1)
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
  patience.tryNow()
  // The other page's attempt takes as long as one more attempt of this page would have taken.
  await wanting(fakeClock())
  await knocked(3)
})
