import { describe, expect, it, vi } from 'vitest'
import { confirmKnockSchema, type ToFrame, type ToWindow } from '#shared/confirm/messages.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import type { DocumentMessage } from '#widget/lib/page/document-messages.ts'
import type { ConfirmChannel } from './confirm-channel.ts'
import { acceptPort, requestPort } from './port-channel.ts'

const origin = 'https://widget.example'
const id = 'A'.repeat(22)
const visit = 'V'.repeat(22)
const knocking = { drawbridge: 'confirm-window', id, visit }

/** A document that receives messages; a test sets their origin and window. */
function testPage() {
  const listeners = new Set<(message: DocumentMessage) => void>()
  return {
    page: {
      origin,
      listen: (run: (message: DocumentMessage) => void) => {
        listeners.add(run)
        return () => void listeners.delete(run)
      },
    },
    get isListening() {
      return listeners.size > 0
    },
    deliver: (message: Partial<DocumentMessage>) => {
      for (const run of [...listeners]) run({ data: undefined, origin, source: null, ports: [], ...message })
    },
  }
}

function frameWorld() {
  const page = testPage()
  const posted: { readonly data: unknown; readonly options: WindowPostMessageOptions }[] = []
  const source = {
    postMessage: (data: unknown, options: WindowPostMessageOptions) => void posted.push({ data, options }),
  }
  const received: ToFrame[] = []
  let channel: ConfirmChannel<ToWindow> | undefined
  const stop = acceptPort(page.page, { id, origin, isOpened: (one) => one === source }, (getChannel) => ({
    onMessage: (message) => {
      channel = getChannel()
      received.push(message)
    },
    onLost: () => undefined,
  }))
  return { ...page, deliver: page.deliver, posted, source, received, stop, channel: () => channel, page }
}

describe('acceptPort', () => {
  it('port request of the opened window › one port per load, to its own origin', async () => {
    const world = frameWorld()
    world.deliver({ data: knocking, source: world.source })
    world.deliver({ data: knocking, source: world.source })
    expect(world.posted).toHaveLength(1)
    expect(world.posted[0]?.options.targetOrigin).toBe(origin)
    const port = world.posted[0]?.options.transfer?.[0]
    if (!(port instanceof MessagePort)) throw new Error('No port')
    port.postMessage({ is: 'hello' })
    await vi.waitFor(() => expect(world.received).toEqual([{ is: 'hello' }]))
    const delivered = new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data)
    })
    world.channel()?.send({ is: 'ready' })
    expect(await delivered).toEqual({ is: 'ready' })
    world.deliver({ data: { ...knocking, visit: 'W'.repeat(22) }, source: world.source })
    expect(world.posted).toHaveLength(2)
    world.stop()
    expect(world.page.isListening).toBe(false)
    world.channel()?.close()
    port.close()
    for (const one of world.posted[1]?.options.transfer ?? []) if (one instanceof MessagePort) one.close()
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another window', { source: null }],
    ['another id', { data: { ...knocking, id: 'B'.repeat(22) } }],
    ['another member', { data: { ...knocking, more: 1 } }],
    ['another message', { data: 'confirm-window' }],
  ])('%s › no response', (_name, over) => {
    const world = frameWorld()
    world.deliver({ data: knocking, source: world.source, ...over })
    expect(world.posted).toEqual([])
  })
})

function windowWorld() {
  const page = testPage()
  const clock = fakeClock()
  const knocks: (readonly [unknown, string])[] = []
  const opener = {
    postMessage: (data: unknown, to: string | WindowPostMessageOptions) => {
      if (typeof to === 'string') knocks.push([data, to])
    },
  }
  const received: ToWindow[] = []
  let lostCount = 0
  let channel: ConfirmChannel<ToFrame> | undefined
  requestPort({ ...page.page, clock }, { window: opener, origin }, id, (open) => {
    channel = open({
      onMessage: (message) => received.push(message),
      onLost: () => {
        lostCount += 1
      },
    })
  })
  const latestVisit = () => {
    const portRequest = parseWire(confirmKnockSchema, knocks.at(-1)?.[0])
    return portRequest.success ? portRequest.data.visit : ''
  }
  return {
    ...page,
    page,
    clock,
    knocks,
    opener,
    received,
    channel: () => channel,
    lost: () => lostCount,
    visit: latestVisit,
  }
}

describe('requestPort', () => {
  it('opener does not respond › requests again, to its own origin only', async () => {
    const { knocks, clock, visit } = windowWorld()
    await clock.advance(250)
    expect(knocks).toEqual([
      [{ ...knocking, visit: visit() }, origin],
      [{ ...knocking, visit: visit() }, origin],
      [{ ...knocking, visit: visit() }, origin],
    ])
  })

  it('opener of its own origin responds › messages both ways, no more requests', async () => {
    const world = windowWorld()
    const { port1, port2 } = new MessageChannel()
    world.deliver({
      data: { drawbridge: 'confirm-port', id, visit: world.visit() },
      source: world.opener,
      ports: [port2],
    })
    await world.clock.advance(1_000)
    expect(world.knocks).toHaveLength(1)
    port1.postMessage({ is: 'ended', how: 'changed' })
    await vi.waitFor(() => expect(world.received).toEqual([{ is: 'ended', how: 'changed' }]))
    port1.postMessage({ is: 'ended', how: 'well' })
    await vi.waitFor(() => expect(world.lost()).toBe(1))
    expect(world.received).toHaveLength(1)
    port1.close()
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another window than the opener', { source: null }],
    ['another id', { data: { drawbridge: 'confirm-port', id: 'B'.repeat(22) } }],
    ['another load of the window', { data: { drawbridge: 'confirm-port', id, visit } }],
    ['no port', { ports: [] }],
  ])('response from %s › ignored', (_name, over) => {
    const world = windowWorld()
    const { port1, port2 } = new MessageChannel()
    const response = {
      data: { drawbridge: 'confirm-port', id, visit: world.visit() },
      source: world.opener,
      ports: [port2],
    }
    world.deliver({ ...response, ...over })
    expect(world.channel()).toBeUndefined()
    port1.close()
  })
})
