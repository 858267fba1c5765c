import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#shared/channel/clock.ts'
import { openOfflineClient } from '../testing/offline-client.ts'
import { expireRequests, expiresAfterMs } from './request-expiry.ts'

/** A client whose messages are not sent, with stopped timers. */
async function silentClient() {
  const client = await openOfflineClient()
  client.core.heartbeat.stop()
  const noop = async () => undefined
  Object.assign(client.core.relayer, { subscribe: noop, confirmOnlineStateOrThrow: noop })
  Object.assign(client.engine, { sendProposeSession: noop })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expireRequests(client, systemClock)
  return client
}

/** Unhandled rejections, as the process reports them. */
function unhandled(): readonly unknown[] {
  const reasons: unknown[] = []
  const record = (reason: unknown) => void reasons.push(reason)
  process.on('unhandledRejection', record)
  onTestFinished(() => void process.off('unhandledRejection', record))
  return reasons
}

test('proposal without response › the SDK’s timeout › expired, none unhandled', async () => {
  const reasons = unhandled()
  const client = await silentClient()
  const { approval } = await client.connect({
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
  })
  const ended = approval().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(expiresAfterMs + 10_000)
  expect(await ended).toMatchObject({ message: 'Proposal expired' })
  await new Promise(setImmediate)
  expect(reasons).toEqual([])
})

test('proposal with response › no timer is left', async () => {
  const client = await silentClient()
  const { approval } = await client.connect({
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
  })
  const ended = approval().catch((error: unknown) => error)
  for (const { id } of client.proposal.getAll()) client.events.emit('proposal_expire', { id })
  expect(await ended).toMatchObject({ message: 'Proposal expired' })
  expect(vi.getTimerCount()).toBe(0)
})

test('another SDK version › throws', async () => {
  const client = await openOfflineClient()
  client.core.heartbeat.stop()
  Object.assign(client.engine, { events: undefined })
  expect(() => expireRequests(client, systemClock)).toThrow()
})
