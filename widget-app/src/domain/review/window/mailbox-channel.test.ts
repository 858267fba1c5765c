import { describe, expect, it, vi } from 'vitest'
import { type ToFrame, type ToWindow, toFrameSchema, toWindowSchema } from '#shared/confirm/messages.ts'
import * as z from '#shared/zod.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { newConfirmSecret } from './confirm-url.ts'
import { openMailbox } from './mailbox-channel.ts'
import { createMessageEncryption, type MessageEncryption } from './message-encryption.ts'

type Stored = { direction: string; sequence: number; sealed: string }
const stored = z.object({ direction: z.string(), sequence: z.number(), sealed: z.string() })
const jsonResponse = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

/** A server that stores messages; `change` lets a test modify what it returns. */
function testServer() {
  const messages: Stored[] = []
  const waiters = new Set<() => void>()
  let posted: RequestInit | undefined
  let change = (list: readonly Stored[]): readonly Stored[] => list
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'https://widget.example')
    if (init?.method === 'POST') {
      posted = init
      const message = z.parse(stored, JSON.parse(String(init.body)))
      const former = messages.find(
        ({ direction, sequence }) => direction === message.direction && sequence === message.sequence,
      )
      if (former !== undefined)
        return former.sealed === message.sealed ? jsonResponse({}) : jsonResponse({}, 409)
      messages.push(message)
      for (const wake of [...waiters]) wake()
      return jsonResponse({})
    }
    const find = () =>
      change(
        messages.filter(
          ({ direction, sequence }) =>
            direction === url.searchParams.get('direction') &&
            sequence > Number(url.searchParams.get('after')),
        ),
      )
    if (messages.length === 0) return jsonResponse({}, 404)
    while (find().length === 0) {
      init?.signal?.throwIfAborted()
      await new Promise<void>((resolve) => {
        waiters.add(resolve)
        init?.signal?.addEventListener('abort', () => resolve())
      })
    }
    return jsonResponse({ messages: find().map(({ sequence, sealed }) => ({ sequence, sealed })) })
  }
  return { fetch, messages, atPost: () => posted, meddle: (next: typeof change) => (change = next) }
}

async function mailboxWorld() {
  const secret = newConfirmSecret()
  const sealing = await createMessageEncryption(secret)
  const server = testServer()
  const clock = fakeClock()
  const api = { baseUrl: '', common: { projectId: 'demo', st: 'drawbridge', sv: '1' } }
  const ports = { fetch: server.fetch, clock, api }
  const open = async (seal: MessageEncryption = sealing) => {
    const atFrame: ToFrame[] = []
    const atWindow: ToWindow[] = []
    const lostEnds: string[] = []
    const frame = openMailbox<ToWindow, ToFrame>(
      ports,
      { id: secret.id, encryption: sealing, sends: 'to-window' },
      toFrameSchema,
      { onMessage: (message) => atFrame.push(message), onLost: () => lostEnds.push('frame') },
      { initial: { is: 'ready' } },
    )
    await vi.waitFor(() => expect(server.messages).toHaveLength(1))
    const window = openMailbox<ToFrame, ToWindow>(
      ports,
      { id: secret.id, encryption: seal, sends: 'to-frame' },
      toWindowSchema,
      { onMessage: (message) => atWindow.push(message), onLost: () => lostEnds.push('window') },
      { final: { is: 'closed' } },
    )
    return { frame, window, atFrame, atWindow, lost: lostEnds }
  }
  const reopen = () => {
    const received: ToWindow[] = []
    const ends = { id: secret.id, encryption: sealing, sends: 'to-frame', isResumed: true } as const
    const window = openMailbox<ToFrame, ToWindow>(ports, ends, toWindowSchema, {
      onMessage: (message) => received.push(message),
      onLost: () => undefined,
    })
    return { window, received }
  }
  return { ...server, encryption: sealing, secret, clock, open, reopen }
}

describe('openMailbox', () => {
  it('both ends have the key › messages arrive in order, once, encrypted on the server', async () => {
    const { open, messages } = await mailboxWorld()
    const { frame, window, atFrame, atWindow } = await open()
    window.send({ is: 'hello' })
    window.send({ is: 'cancelled' })
    frame.send({ is: 'ended', how: 'cancelled' })
    await vi.waitFor(() => {
      expect(atFrame).toEqual([{ is: 'hello' }, { is: 'cancelled' }])
      expect(atWindow).toEqual([{ is: 'ready' }, { is: 'ended', how: 'cancelled' }])
    })
    for (const { sealed } of messages)
      expect(atob(sealed.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('"is":')
    frame.close()
    window.close()
  })

  it('message replayed under the next number › channel lost, nothing delivered twice', async () => {
    const { open, meddle, messages } = await mailboxWorld()
    const { frame, window, atFrame, lost: lostEnds } = await open()
    meddle((list) =>
      list.map((one) =>
        one.sequence === 2
          ? {
              ...one,
              sealed:
                messages.find(({ direction, sequence }) => direction === 'to-frame' && sequence === 1)
                  ?.sealed ?? '',
            }
          : one,
      ),
    )
    window.send({ is: 'hello' })
    window.send({ is: 'cancelled' })
    await vi.waitFor(() => expect(lostEnds).toContain('frame'))
    expect(atFrame).toEqual([{ is: 'hello' }])
    frame.close()
    window.close()
  })

  it('message of the other direction returned › the channel is lost', async () => {
    const { open, meddle, messages } = await mailboxWorld()
    const { frame, window, atWindow, lost: lostEnds } = await open()
    meddle((list) =>
      list.map((one) => (one.direction === 'to-frame' ? { ...one, sealed: messages[0]?.sealed ?? '' } : one)),
    )
    window.send({ is: 'hello' })
    await vi.waitFor(() => expect(lostEnds).toEqual(['frame']))
    expect(atWindow).toEqual([{ is: 'ready' }])
    frame.close()
    window.close()
  })

  it('window has another key › neither end accepts the other', async () => {
    const { open, secret } = await mailboxWorld()
    const other = await createMessageEncryption({ ...secret, key: newConfirmSecret().key })
    const { frame, window, atFrame, atWindow, lost: lostEnds } = await open(other)
    await vi.waitFor(() => expect(lostEnds).toContain('window'))
    expect([atFrame, atWindow]).toEqual([[], []])
    frame.close()
    window.close()
  })

  it('message of 200 kB › encrypted in chunks, arrives whole and in order', async () => {
    const { open, messages } = await mailboxWorld()
    const { frame, window, atFrame } = await open()
    const params = ['語'.repeat(70_000), 'last']
    const approved: ToFrame = { is: 'approved', request: { method: 'eth_signTypedData_v4', params } }
    window.send(approved)
    window.send({ is: 'cancelled' })
    await vi.waitFor(() => expect(atFrame).toEqual([approved, { is: 'cancelled' }]))
    const parts = messages.filter(({ direction }) => direction === 'to-frame')
    expect(parts).toHaveLength(6)
    for (const { sealed } of parts) expect(sealed.length).toBeLessThanOrEqual(64 * 1024)
    frame.close()
    window.close()
  })

  it('chunk missing › the channel is lost, nothing of the message is delivered', async () => {
    const { open, meddle } = await mailboxWorld()
    const { frame, window, atFrame, lost: lostEnds } = await open()
    meddle((list) =>
      list.flatMap((one) =>
        one.direction !== 'to-frame' || one.sequence < 2
          ? [one]
          : one.sequence === 2
            ? []
            : [{ ...one, sequence: one.sequence - 1 }],
      ),
    )
    window.send({ is: 'approved', request: { method: 'm', params: ['x'.repeat(100_000)] } })
    await vi.waitFor(() => expect(lostEnds).toContain('frame'))
    expect(atFrame).toEqual([])
    frame.close()
    window.close()
  })

  it('window leaves › its last message is posted at once, and arrives', async () => {
    const { open, atPost } = await mailboxWorld()
    const { frame, window, atFrame } = await open()
    window.send({ is: 'hello' })
    await vi.waitFor(() => expect(atFrame).toEqual([{ is: 'hello' }]))
    await vi.waitFor(() => {
      window.leave()
      expect(atPost()).toMatchObject({ keepalive: true })
    })
    await vi.waitFor(() => expect(atFrame).toEqual([{ is: 'hello' }, { is: 'closed' }]))
    window.leave()
    frame.close()
    window.close()
  })

  it('window reloaded › reads all from the start, and its messages continue', async () => {
    const { open, reopen } = await mailboxWorld()
    const { frame, window, atFrame } = await open()
    frame.send({ is: 'asked' })
    window.send({ is: 'hello' })
    await vi.waitFor(() => expect(atFrame).toEqual([{ is: 'hello' }]))
    window.close()
    const again = reopen()
    again.window.send({ is: 'hello' })
    await vi.waitFor(() => expect(atFrame).toEqual([{ is: 'hello' }, { is: 'hello' }]))
    await vi.waitFor(() => expect(again.received).toEqual([{ is: 'ready' }, { is: 'asked' }]))
    frame.close()
    again.window.close()
  })

  it('farewell of the former document stored after the new one has read › its messages continue after it', async () => {
    const { open, reopen } = await mailboxWorld()
    const { frame, window, atFrame, lost } = await open()
    window.send({ is: 'hello' })
    await vi.waitFor(() => expect(atFrame).toEqual([{ is: 'hello' }]))
    const again = reopen()
    await vi.waitFor(() => expect(again.received).toEqual([{ is: 'ready' }]))
    window.leave()
    again.window.send({ is: 'hello' })
    again.window.send({ is: 'cancelled' })
    await vi.waitFor(() =>
      expect(atFrame).toEqual([{ is: 'hello' }, { is: 'closed' }, { is: 'hello' }, { is: 'cancelled' }]),
    )
    expect(lost).toEqual([])
    frame.close()
    window.close()
    again.window.close()
  })

  it('window reloaded before its first message › reads the request without the wait of the server', async () => {
    const { open, reopen, clock } = await mailboxWorld()
    const { frame, window } = await open()
    window.close()
    const again = reopen()
    await clock.advance(500)
    await vi.waitFor(() => expect(again.received).toEqual([{ is: 'ready' }]))
    frame.close()
    again.window.close()
  })

  it('message above 1 MB › lost, and nothing is posted', async () => {
    const { open, messages } = await mailboxWorld()
    const { frame, window, lost: lostEnds } = await open()
    const params = Array.from({ length: 1_100 }, () => 'x'.repeat(1_000))
    window.send({ is: 'approved', request: { method: 'eth_signTypedData_v4', params } })
    await vi.waitFor(() => expect(lostEnds).toEqual(['window']))
    expect(messages.filter(({ direction }) => direction === 'to-frame')).toEqual([])
    frame.close()
  })

  it('no mailbox within 3 s › the window is lost', async () => {
    const { secret, encryption: sealing, clock, fetch } = await mailboxWorld()
    const api = { baseUrl: '', common: { projectId: 'demo', st: 'drawbridge', sv: '1' } }
    let isLost = false
    openMailbox<ToFrame, ToWindow>(
      { fetch, clock, api },
      { id: secret.id, encryption: sealing, sends: 'to-frame' },
      toWindowSchema,
      { onMessage: () => undefined, onLost: () => (isLost = true) },
    )
    await clock.advance(3_000)
    expect(isLost).toBe(false)
    await clock.advance(1_000)
    expect(isLost).toBe(true)
  })
})
