import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmLifetimeMs } from '../../../../shared/config/limits.ts'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'

const id = 'A'.repeat(22)
const message = (sequence: number, sealed = 'abc') => ({ sequence, sealed })
let server: TestServer

beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

const post = async (body: object, box = id, headers: Record<string, string> = {}) =>
  (await server.app.request(`/v1/mailbox/${box}`, { method: 'POST', body: JSON.stringify(body), headers }))
    .status
const read = (direction: string, after: number, signal?: AbortSignal) =>
  server.app.request(
    new Request(`http://widget.example/v1/mailbox/${id}?direction=${direction}&after=${after}`, {
      ...(signal === undefined ? {} : { signal }),
    }),
  )
const messagesOf = async (direction: string, after: number) =>
  (await (await read(direction, after)).json()).messages

describe('mailbox', () => {
  it('created by the frame › directions are separate and ordered', async () => {
    await post({ direction: 'to-window', ...message(2, 'offer') })
    expect(await post({ direction: 'to-window', ...message(1, 'ready') })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(2, 'offer') })).toBe(200)
    expect(await post({ direction: 'to-frame', ...message(1, 'hello') })).toBe(200)
    expect(await messagesOf('to-window', 0)).toEqual([message(1, 'ready'), message(2, 'offer')])
    expect(await messagesOf('to-window', 1)).toEqual([message(2, 'offer')])
    expect(await messagesOf('to-frame', 0)).toEqual([message(1, 'hello')])
  })

  it('no message yet › response waits for the next message', async () => {
    await post({ direction: 'to-window', ...message(1) })
    const waiting = messagesOf('to-frame', 0)
    await post({ direction: 'to-frame', ...message(1, 'hello') })
    expect(await waiting).toEqual([message(1, 'hello')])
  })

  it('read before the frame has opened it › response waits for the first message', async () => {
    const waiting = messagesOf('to-window', 0)
    await post({ direction: 'to-window', ...message(1) })
    expect(await waiting).toEqual([message(1)])
  })

  it('unknown id › 404 for reads, and for all but the first message to the window', async () => {
    expect(await post({ direction: 'to-frame', ...message(1) })).toBe(404)
    expect(await post({ direction: 'to-window', ...message(2) })).toBe(404)
    expect((await read('to-window', 0, AbortSignal.abort())).status).toBe(404)
    expect(await post({ direction: 'to-window', ...message(1) }, 'short')).toBe(404)
  })

  it('same number again › accepts the same message, 409 for another one', async () => {
    expect(await post({ direction: 'to-window', ...message(1) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(1) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(1, 'other') })).toBe(409)
  })

  it.each([
    ['number 65', { direction: 'to-window', ...message(65) }],
    ['more than 64 kB', { direction: 'to-window', ...message(3, 'a'.repeat(65_537)) }],
    ['no base64url', { direction: 'to-window', ...message(3, 'a b') }],
    ['another member', { direction: 'to-window', ...message(3), more: true }],
    ['another direction', { direction: 'sideways', ...message(3) }],
  ])('message with %s › 400', async (_, body) => {
    await post({ direction: 'to-window', ...message(1) })
    expect(await post({ direction: 'to-window', ...message(64, 'a'.repeat(65_536)) })).toBe(200)
    expect(await post(body)).toBe(400)
  })

  it('direction above 2 MB › 413', async () => {
    for (let sequence = 1; sequence <= 32; sequence += 1)
      expect(await post({ direction: 'to-window', ...message(sequence, 'a'.repeat(65_536)) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(33) })).toBe(413)
    expect(await post({ direction: 'to-window', ...message(32, 'a'.repeat(65_536)) })).toBe(200)
    expect(await post({ direction: 'to-frame', ...message(1) })).toBe(200)
  })

  it('reader of the other direction › response contains its idle time', async () => {
    await post({ direction: 'to-window', ...message(1) })
    await post({ direction: 'to-frame', ...message(1, 'hello') })
    expect(await (await read('to-frame', 0)).json()).not.toHaveProperty('peerIdleMs')
    await read('to-window', 0)
    server.advance(7)
    expect(await (await read('to-frame', 0)).json()).toMatchObject({ peerIdleMs: 7 })
    const gone = new AbortController()
    const waiting = read('to-window', 1, gone.signal)
    await expect
      .poll(() => server.stores.mailboxes.readerWaitsUntil(id, 'to-window'), { interval: 5 })
      .toBeGreaterThan(server.now())
    expect(await (await read('to-frame', 0)).json()).toMatchObject({ peerIdleMs: 0 })
    gone.abort()
    await waiting
    server.advance(30)
    expect(await (await read('to-frame', 0)).json()).toMatchObject({ peerIdleMs: 30 })
  })

  it.each([
    ['https://evil.example', 401],
    // A sandboxed page.
    ['null', 401],
    ['https://widget.example', 200],
  ])('page of %s › %i', async (origin, status) => {
    const headers = { origin, host: 'widget.example' }
    expect(await post({ direction: 'to-window', ...message(1) }, id, headers)).toBe(status)
  })

  it('ten minutes later › expired', async () => {
    await post({ direction: 'to-window', ...message(1) })
    server.advance(confirmLifetimeMs - 1)
    expect(await messagesOf('to-window', 0)).toEqual([message(1)])
    server.advance(1)
    expect((await read('to-window', 0, AbortSignal.abort())).status).toBe(404)
  })
})
