import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { confirmLifetimeMs } from '#shared/config/limits.ts'
import { createMailboxes, mountMailbox } from './mailbox.ts'

const id = 'A'.repeat(22)
const message = (sequence: number, sealed = 'abc') => ({ sequence, sealed })

function mailboxWorld() {
  let time = 0
  const boxes = createMailboxes(() => time)
  const app = new Hono<{ Bindings: HttpBindings }>()
  mountMailbox(app, boxes)
  const post = async (body: unknown, box = id) =>
    (await app.request(`/v1/mailbox/${box}`, { method: 'POST', body: JSON.stringify(body) })).status
  return { boxes, app, post, pass: (ms: number) => (time += ms) }
}

describe('mailbox', () => {
  it('frame made it › both directions are kept apart and in order', async () => {
    const { boxes } = mailboxWorld()
    boxes.post(id, 'to-window', message(1, 'ready'))
    boxes.post(id, 'to-window', message(2, 'offer'))
    boxes.post(id, 'to-frame', message(1, 'hello'))
    expect(await boxes.take(id, 'to-window', 0)).toEqual([message(1, 'ready'), message(2, 'offer')])
    expect(await boxes.take(id, 'to-window', 1)).toEqual([message(2, 'offer')])
    expect(await boxes.take(id, 'to-frame', 0)).toEqual([message(1, 'hello')])
  })

  it('nothing there yet › the answer waits for the next message', async () => {
    const { boxes } = mailboxWorld()
    boxes.post(id, 'to-window', message(1))
    const taken = boxes.take(id, 'to-frame', 0)
    boxes.post(id, 'to-frame', message(1, 'hello'))
    expect(await taken).toEqual([message(1, 'hello')])
    expect(await boxes.take(id, 'to-frame', 1, { waitMs: 0 })).toEqual([])
  })

  it('id without a mailbox › 404 for reading, and for all but the frame’s first message', async () => {
    const { app, post } = mailboxWorld()
    expect(await post({ direction: 'to-frame', ...message(1) })).toBe(404)
    expect(await post({ direction: 'to-window', ...message(2) })).toBe(404)
    expect((await app.request(`/v1/mailbox/${id}?direction=to-window&after=0`)).status).toBe(404)
    expect(await post({ direction: 'to-window', ...message(1) }, 'short')).toBe(404)
  })

  it('same number again › the same message is accepted, another one is 409', async () => {
    const { post } = mailboxWorld()
    expect(await post({ direction: 'to-window', ...message(1) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(1) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(1, 'other') })).toBe(409)
  })

  it('message beyond 64, above 64 kB or with more members › 400', async () => {
    const { post } = mailboxWorld()
    await post({ direction: 'to-window', ...message(1) })
    expect(await post({ direction: 'to-window', ...message(64) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(65) })).toBe(400)
    expect(await post({ direction: 'to-window', ...message(2, 'a'.repeat(65_536)) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(3, 'a'.repeat(65_537)) })).toBe(400)
    expect(await post({ direction: 'to-window', ...message(3, 'a b') })).toBe(400)
    expect(await post({ direction: 'to-window', ...message(3), more: true })).toBe(400)
    expect(await post({ direction: 'sideways', ...message(3) })).toBe(400)
  })

  it('direction above 2 MB › 413', async () => {
    const { post } = mailboxWorld()
    for (let sequence = 1; sequence <= 32; sequence += 1)
      expect(await post({ direction: 'to-window', ...message(sequence, 'a'.repeat(65_536)) })).toBe(200)
    expect(await post({ direction: 'to-window', ...message(33) })).toBe(413)
    expect(await post({ direction: 'to-window', ...message(32, 'a'.repeat(65_536)) })).toBe(200)
    expect(await post({ direction: 'to-frame', ...message(1) })).toBe(200)
  })

  it('reader of the other direction › told for how long it has not read', async () => {
    const { boxes, app, post, pass } = mailboxWorld()
    await post({ direction: 'to-window', ...message(1) })
    expect(boxes.peerIdleMs(id, 'to-frame')).toBeUndefined()
    await boxes.take(id, 'to-window', 0)
    pass(7)
    expect(boxes.peerIdleMs(id, 'to-frame')).toBe(7)
    const gone = new AbortController()
    const waits = boxes.take(id, 'to-window', 1, { signal: gone.signal })
    pass(1_000)
    expect(boxes.peerIdleMs(id, 'to-frame')).toBe(0)
    gone.abort()
    expect(await waits).toEqual([])
    pass(30)
    await post({ direction: 'to-frame', ...message(1, 'hello') })
    const answer = await app.request(`/v1/mailbox/${id}?direction=to-frame&after=0`)
    expect(await answer.json()).toEqual({ messages: [message(1, 'hello')], peerIdleMs: 30 })
  })

  it('page of another site › 401', async () => {
    const { app } = mailboxWorld()
    const post = async (origin: string) => {
      const body = JSON.stringify({ direction: 'to-window', ...message(1) })
      const headers = { origin, host: 'widget.example' }
      return (await app.request(`/v1/mailbox/${id}`, { method: 'POST', body, headers })).status
    }
    expect(await post('https://evil.example')).toBe(401)
    // A sandboxed page.
    expect(await post('null')).toBe(401)
    expect(await post('https://widget.example')).toBe(200)
  })

  it('ten minutes later › it is gone', async () => {
    const { boxes, pass } = mailboxWorld()
    boxes.post(id, 'to-window', message(1))
    pass(confirmLifetimeMs - 1)
    expect(await boxes.take(id, 'to-window', 0)).toEqual([message(1)])
    pass(1)
    await expect(boxes.take(id, 'to-window', 0)).rejects.toMatchObject({ status: 404 })
  })
})
