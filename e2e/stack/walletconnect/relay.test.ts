import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { createDisposer } from '../disposer.ts'
import { connectRaw, createIdentity } from './raw-client.ts'
import { type RelayOptions, startRelay } from './relay.ts'

let lifetime = createDisposer()
afterEach(async () => {
  await lifetime.end()
  lifetime = createDisposer()
})

async function startTestRelay(options: RelayOptions = {}) {
  const relay = await startRelay(options)
  lifetime.defer(relay.stop)
  return { relay, topic: randomBytes(32).toString('hex') }
}

const publishParams = (topic: string, message: string, ttl = 300) => ({ topic, message, ttl, tag: 1108 })

describe('startRelay', () => {
  it('publish › delivered to other subscribers, not to the publisher', async () => {
    const { relay, topic } = await startTestRelay()
    const [one, other] = [await connectRaw(relay.url), await connectRaw(relay.url)]
    await one.call('irn_subscribe', { topic })
    await other.call('irn_batchSubscribe', { topics: [topic] })
    expect(await one.call('irn_publish', publishParams(topic, 'sealed'))).toBe(true)
    await vi.waitFor(() => expect(other.received).toEqual([{ topic, message: 'sealed', tag: 1108 }]))
    await other.call('irn_publish', publishParams(topic, 'answer'))
    await vi.waitFor(() => expect(one.received.map(({ message }) => message)).toEqual(['answer']))
  })

  it('subscribed after publish › receives each stored message once', async () => {
    const { relay, topic } = await startTestRelay()
    const author = await connectRaw(relay.url)
    await author.call('irn_publish', publishParams(topic, 'first'))
    await author.call('irn_publish', publishParams(topic, 'second'))
    // The publisher got no response and publishes again.
    await author.call('irn_publish', publishParams(topic, 'second'))
    const reader = await connectRaw(relay.url)
    await reader.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(reader.received.map(({ message }) => message)).toEqual(['first', 'second']))
    await vi.waitFor(() => expect(relay.counts().waiting).toBe(0))
    const lateReader = await connectRaw(relay.url)
    await lateReader.call('irn_subscribe', { topic })
    expect(await lateReader.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
  })

  it('no receipt, then reconnected › delivered again', async () => {
    const { relay, topic } = await startTestRelay()
    const identity = createIdentity()
    const reader = await connectRaw(relay.url, { identity, sendsReceipts: false })
    await reader.call('irn_subscribe', { topic })
    await (await connectRaw(relay.url)).call('irn_publish', publishParams(topic, 'sealed'))
    await vi.waitFor(() => expect(reader.received).toHaveLength(1))
    reader.cut()
    const reconnected = await connectRaw(relay.url, { identity })
    await reconnected.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(reconnected.received).toHaveLength(1))
  })

  it('time to live elapsed › message deleted', async () => {
    let nowMs = Date.now()
    const { relay, topic } = await startTestRelay({ now: () => nowMs })
    const author = await connectRaw(relay.url)
    await author.call('irn_publish', publishParams(topic, 'short', 10))
    await author.call('irn_publish', publishParams(topic, 'long', 20))
    nowMs += 10_000
    const reader = await connectRaw(relay.url)
    const fetched = await reader.call('irn_batchFetchMessages', { topics: [topic] })
    expect(fetched).toMatchObject({ messages: [{ message: 'long', topic, tag: 1108 }], hasMore: false })
  })

  it('unsubscribed › no delivery', async () => {
    const { relay, topic } = await startTestRelay()
    const [reader, author] = [await connectRaw(relay.url), await connectRaw(relay.url)]
    const id = await reader.call('irn_subscribe', { topic })
    await reader.call('irn_unsubscribe', { topic, id })
    await author.call('irn_publish', publishParams(topic, 'sealed'))
    await author.call('irn_subscribe', { topic })
    expect(relay.counts()).toMatchObject({ waiting: 1, topics: 1 })
    expect(reader.received).toEqual([])
  })

  it('killed and restarted › messages are stored; with forgetful › lost', async () => {
    const { relay, topic } = await startTestRelay()
    const author = await connectRaw(relay.url)
    await author.call('irn_publish', publishParams(topic, 'sealed'))
    await relay.kill()
    expect((await author.closed).code).toBe(1006)
    await expect(connectRaw(relay.url)).rejects.toThrow('ECONNREFUSED')
    await relay.restart()
    const reader = await connectRaw(relay.url)
    await reader.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(reader.received).toHaveLength(1))
    await reader.call('irn_publish', publishParams(topic, 'answer'))
    await relay.restart('forgetful')
    expect(relay.counts()).toMatchObject({ waiting: 0, connections: 0 })
  })

  it('GET /health › ok', async () => {
    const { relay } = await startTestRelay()
    expect(await (await fetch(relay.healthUrl)).text()).toBe('ok')
    expect((await fetch(relay.healthUrl.replace('health', 'other'))).status).toBe(404)
  })

  it('open connection › pings, because clients in Node close after 35 s', async () => {
    const { relay } = await startTestRelay({ pingEveryMs: 5 })
    const client = await connectRaw(relay.url)
    await client.pinged
  })

  it('port in use › rejects', async () => {
    const { relay } = await startTestRelay()
    await expect(startRelay({ port: Number(new URL(relay.url).port) })).rejects.toThrow('EADDRINUSE')
  })

  it('unknown method or invalid params › error response; other frames › none', async () => {
    const { relay, topic } = await startTestRelay()
    const client = await connectRaw(relay.url)
    client.sendText('{')
    client.sendText('{"id":1}')
    await expect(client.call('irn_unheardOf', {})).rejects.toThrow('-32601 Method not found')
    await expect(client.call('irn_publish', { topic: 'short', message: 'x' })).rejects.toThrow('-32602')
    expect(await client.call('irn_publish', publishParams(topic, 'x'))).toBe(true)
  })

  it('invalid token › closed with 3000 and the reason', async () => {
    const { relay } = await startTestRelay()
    const client = await connectRaw(relay.url, { token: createIdentity().token('ws://elsewhere.test') })
    expect(await client.closed).toEqual({
      code: 3000,
      reason: 'Unauthorized: invalid audience: ws://elsewhere.test',
    })
  })
})

describe('faults', () => {
  it('silent › connections open, responses follow when the fault ends', async () => {
    const { relay, topic } = await startTestRelay()
    relay.setFault({ is: 'silent' })
    const client = await connectRaw(relay.url)
    const response = client.call('irn_publish', publishParams(topic, 'sealed'))
    expect(await Promise.race([response, fetchHealth(relay.healthUrl)])).toBe('ok')
    relay.setFault({ is: 'none' })
    expect(await response).toBe(true)
  })

  it('slow › delayed responses in order', async () => {
    const { relay, topic } = await startTestRelay()
    relay.setFault({ is: 'slow', delayMs: 60 })
    const client = await connectRaw(relay.url)
    const startedAt = performance.now()
    const ids = await Promise.all([
      client.call('irn_publish', publishParams(topic, 'one')),
      client.call('irn_publish', publishParams(topic, 'two')),
    ])
    const tookMs = performance.now() - startedAt
    expect(ids).toEqual([true, true])
    expect(tookMs).toBeGreaterThanOrEqual(59)
    const fetched = await (await connectRaw(relay.url)).call('irn_fetchMessages', { topic })
    const { messages } = z.parse(z.object({ messages: z.array(z.object({ message: z.string() })) }), fetched)
    expect(messages.map(({ message }) => message)).toEqual(['one', 'two'])
  })

  it('dropping › frames are lost, also after the fault', async () => {
    const { relay, topic } = await startTestRelay()
    relay.setFault({ is: 'dropping' })
    const client = await connectRaw(relay.url)
    const lost = client.call('irn_publish', publishParams(topic, 'lost'))
    expect(await Promise.race([lost, fetchHealth(relay.healthUrl)])).toBe('ok')
    relay.setFault({ is: 'none' })
    expect(await client.call('irn_publish', publishParams(topic, 'kept'))).toBe(true)
    expect(relay.counts().published).toBe(1)
  })

  it('refusing › HTTP status or close code; open connections stay', async () => {
    const { relay, topic } = await startTestRelay()
    const earlier = await connectRaw(relay.url)
    relay.setFault({ is: 'refusing', how: { status: 401 } })
    await expect(connectRaw(relay.url)).rejects.toThrow('401')
    relay.setFault({ is: 'refusing', how: { reason: 'origin not allowed' } })
    const rejected = await connectRaw(relay.url)
    expect(await rejected.closed).toEqual({ code: 3000, reason: 'Unauthorized: origin not allowed' })
    expect(await earlier.call('irn_publish', publishParams(topic, 'sealed'))).toBe(true)
    relay.cut()
    expect((await earlier.closed).code).toBe(1006)
  })
})

describe('faults of a project', () => {
  it('gone for one project › others are served, messages stay stored', async () => {
    const { relay, topic } = await startTestRelay()
    const [one, other] = [
      await connectRaw(relay.url, { project: 'one' }),
      await connectRaw(relay.url, { project: 'other' }),
    ]
    expect(relay.connectionsOf('one')).toEqual({ open: 1, ever: 1 })
    relay.setFault({ is: 'gone' }, 'one')
    expect((await one.closed).code).toBe(1006)
    await expect(connectRaw(relay.url, { project: 'one' })).rejects.toThrow()
    expect(await other.call('irn_publish', publishParams(topic, 'sealed'))).toBe(true)
    relay.setFault({ is: 'none' }, 'one')
    const reconnected = await connectRaw(relay.url, { project: 'one' })
    await reconnected.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(reconnected.received).toHaveLength(1))
    expect(relay.connectionsOf('one')).toEqual({ open: 1, ever: 2 })
  })

  it('silent for one project › responds to the others', async () => {
    const { relay, topic } = await startTestRelay()
    relay.setFault({ is: 'silent' }, 'one')
    const one = await connectRaw(relay.url, { project: 'one' })
    const blockedCall = one.call('irn_publish', publishParams(topic, 'sealed'))
    const other = await connectRaw(relay.url)
    expect(await other.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    relay.setFault({ is: 'none' }, 'one')
    expect(await blockedCall).toBe(true)
  })
})

async function fetchHealth(url: string): Promise<string> {
  return (await fetch(url)).text()
}
