import { performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Clock, systemClock } from '#shared/channel/clock.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { openClient, type SignClient } from '../client.ts'
import { type LocalRelay, startLocalRelay } from '../testing/local-relay.ts'
import { memoryRecords } from '../testing/memory-records.ts'
import { openRelayProxy, type RelayProxy } from '../testing/relay-proxy.ts'
import { createRelayBackoff, pausesMs } from './relay-backoff.ts'

process.env.DISABLE_GLOBAL_CORE = 'true'

let relay: LocalRelay
let proxy: RelayProxy
let client: SignClient
let goOnline: () => void

beforeAll(async () => {
  relay = await startLocalRelay()
})
afterAll(() => relay.stop())
beforeEach(async () => {
  proxy = await openRelayProxy(relay.url)
})
afterEach(async () => {
  relay.setFault({ is: 'none' })
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
  await proxy.close()
})

/** An SDK that needs a connection, because it proposes a session. */
async function proposeSession(clock: Clock) {
  client = await openClient(
    {
      projectId: 'demo',
      relayUrl: proxy.url,
      verify: false,
      metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    },
    memoryRecords(),
  )
  const backoff = createRelayBackoff(client, clock, (callback) => {
    goOnline = callback
  })
  const propose = () =>
    client.connect({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } } })
  return { backoff, propose, proposal: propose() }
}

const waitForAttempts = (times: number) =>
  vi.waitFor(() => expect(proxy.attempts).toHaveLength(times), 10_000)

const isAttempting = () => Reflect.get(client.core.relayer, 'connectionAttemptInProgress')

/** Advances the clock to just before the next attempt, and then to it. An attempt under way may not be counted yet. */
async function advanceToNextAttempt(
  clock: ReturnType<typeof fakeClock>,
  ms: number,
  before: number,
): Promise<void> {
  await vi.waitFor(() => {
    expect(clock.pending).toBeGreaterThan(0)
    expect(isAttempting()).toBe(false)
  })
  await clock.advance(ms - 1)
  expect(isAttempting()).toBe(false)
  expect(proxy.attempts).toHaveLength(before)
  await clock.advance(1)
  await waitForAttempts(before + 1)
}

test('relay is gone › one attempt at a time, growing pauses, the page stays idle', async () => {
  proxy.set('shut')
  const { propose } = await proposeSession(systemClock)
  for (let more = 0; more < 4; more += 1) void propose()
  await waitForAttempts(1)
  const before = performance.eventLoopUtilization()
  await waitForAttempts(5)
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  const gaps = proxy.attempts.slice(1).map((at, index) => at - (proxy.attempts[index] ?? 0))
  // Two clocks may differ by a millisecond.
  for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThan((pausesMs[index] ?? 0) - 5)
})

test('pauses grow to 4 s › the pending proposal resolves when the relay is back', async () => {
  proxy.set('shut')
  const clock = fakeClock()
  const { proposal } = await proposeSession(clock)
  await waitForAttempts(1)
  for (const [index, ms] of [250, 500, 1_000, 2_000, 4_000, 4_000].entries())
    await advanceToNextAttempt(clock, ms, index + 1)
  proxy.set('open')
  await advanceToNextAttempt(clock, 4_000, 7)
  expect((await proposal).uri).toMatch(/^wc:/)
  expect(proxy.attempts).toHaveLength(8)
})

test.each([
  ['a person tries again', ({ backoff }: Awaited<ReturnType<typeof proposeSession>>) => backoff.tryNow()],
  ['the device is online again', () => goOnline()],
])('%s › the next attempt is made at once', async (_, trigger) => {
  proxy.set('shut')
  const clock = fakeClock()
  const proposed = await proposeSession(clock)
  await waitForAttempts(1)
  await advanceToNextAttempt(clock, 250, 1)
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  trigger(proposed)
  await waitForAttempts(3)
  await advanceToNextAttempt(clock, 250, 3)
})

test.each([
  ['300 ms', 300, 0],
  ['less', 299, 1_000],
])('connection lasted %s (%s ms) › pauses start over only from 300 ms on', async (_, openMs, nextMs) => {
  proxy.set('shut')
  const clock = fakeClock()
  const { proposal } = await proposeSession(clock)
  await waitForAttempts(1)
  await advanceToNextAttempt(clock, 250, 1)
  proxy.set('open')
  await advanceToNextAttempt(clock, 500, 2)
  await proposal
  await clock.advance(openMs)
  const { pending } = clock
  proxy.set('shut')
  // A caller that needs a connection now waits for the pause or for the attempt.
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(pending))
  expect(client.core.relayer.connected).toBe(false)
  if (nextMs === 0) await waitForAttempts(4)
  else await advanceToNextAttempt(clock, nextMs - openMs, 3)
})

test('relay refuses › no attempt for 60 s, online or not, then one', async () => {
  relay.setFault({ is: 'refusing', how: { reason: 'invalid key' } })
  const clock = fakeClock()
  const { backoff } = await proposeSession(clock)
  const refusal = backoff.refusal(new AbortController().signal)
  await expect(refusal).rejects.toMatchObject({ code: 'APKT007' })
  goOnline()
  await advanceToNextAttempt(clock, 60_000, 1)
  proxy.set('shut')
  backoff.tryNow()
  await waitForAttempts(3)
  await advanceToNextAttempt(clock, 250, 3)
})

test('relay accepts without a response › abandoned after 15 s, closed if it opens', async () => {
  proxy.set('held')
  const clock = fakeClock()
  const { proposal } = await proposeSession(clock)
  await waitForAttempts(1)
  await clock.advance(15_000)
  await advanceToNextAttempt(clock, 250, 1)
  proxy.set('open')
  await proposal
  await vi.waitFor(() => expect(proxy.connections()).toBe(1))
})

test('connection lost before the topics are subscribed › reconnects', async () => {
  const clock = fakeClock()
  const { proposal } = await proposeSession(clock)
  await proposal
  relay.setFault({ is: 'silent' })
  proxy.set('shut')
  await vi.waitFor(() => expect(client.core.relayer.connected).toBe(false))
  proxy.set('open')
  await advanceToNextAttempt(clock, 250, 1)
  await vi.waitFor(() => expect(relay.counts().blocked).toBeGreaterThan(0))
  const { pending } = clock
  proxy.set('shut')
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(pending))
  await advanceToNextAttempt(clock, 500, 2)
})

test('page unloads › no more attempts', async () => {
  proxy.set('shut')
  const clock = fakeClock()
  const { backoff } = await proposeSession(clock)
  await waitForAttempts(1)
  await advanceToNextAttempt(clock, 250, 1)
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
  backoff.tryNow()
  // The other page's attempt takes as long as one more attempt of this page would have taken.
  await proposeSession(fakeClock())
  await waitForAttempts(3)
})
