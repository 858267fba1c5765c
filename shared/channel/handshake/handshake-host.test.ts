import { afterEach, describe, expect, it, vi } from 'vitest'
import { acceptTimeoutMs, helloTimeoutMs } from '../../config/limits.ts'
import { randomId } from '../random-id.ts'
import {
  type HandshakeWorld,
  handshakeWorld,
  initShape,
  settle,
  widgetOrigin,
} from '../testing/handshake-world.ts'

const eventually = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 2_000 })
const hello = () => ({ t: 'link:hello', wid: randomId(), v: [1] })

const opened: HandshakeWorld[] = []
const world = () => {
  const openedWorld = handshakeWorld()
  opened.push(openedWorld)
  return openedWorld
}

afterEach(() => {
  for (const openedWorld of opened.splice(0)) openedWorld.close()
})

/** Starts the host's half; its peer answers `init` with the messages of `answers`. */
const answeredHost = (answers: (sid: string) => readonly unknown[]) => {
  const w = world()
  const ports: MessagePort[] = []
  const closed: number[] = []
  const host = w.asHost()
  w.widget.addEventListener('message', (event) => {
    ports.push(...event.ports)
    ports.map((port, at) => port.addEventListener('close', () => closed.push(at)))
    for (const answer of answers(initShape.parse(event.data).sid)) ports[2]?.postMessage(answer)
  })
  w.host.deliver({ data: hello(), origin: widgetOrigin, source: w.widgetSeenByHost })
  return { ...w, host, peerPorts: ports, closed }
}

const accept = (sid: string) => ({ t: 'accept', sid, v: 1, widget: '1', caps: [] })
const reject = (sid: string) => ({ t: 'reject', sid, error: { code: 4100, message: 'No' } })

describe('handshakeAsHost', () => {
  it('frame › not in the document › message without a source ignored', async () => {
    const w = world()
    const host = w.asHost({ frameWindow: () => null })
    expect(() => w.host.deliver({ data: hello(), origin: widgetOrigin, source: null })).not.toThrow()
    w.clock.advance(helloTimeoutMs)
    await expect(host).rejects.toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
  })

  it('second hello › before the accept › no second init', async () => {
    const w = world()
    const host = w.asHost()
    const deliver = () => w.host.deliver({ data: hello(), origin: widgetOrigin, source: w.widgetSeenByHost })
    deliver()
    deliver()
    expect(w.posts).toHaveLength(1)
    w.clock.advance(acceptTimeoutMs)
    await expect(host).rejects.toMatchObject({ code: 4900 })
  })

  it('no accept › handshake fails › all ports closed', async () => {
    const { host, clock, peerPorts, closed } = answeredHost(() => [])
    await eventually(() => expect(peerPorts).toHaveLength(3))
    expect(closed).toEqual([])
    clock.advance(acceptTimeoutMs)
    await expect(host).rejects.toMatchObject({ code: 4900 })
    await eventually(() => expect(closed.toSorted()).toEqual([0, 1, 2]))
  })

  it.each<[string, (abort: AbortController) => void, (sid: string) => readonly unknown[]]>([
    ['signal aborted', (abort) => abort.abort(), (sid) => [accept(sid)]],
    ['a reject', () => {}, (sid) => [accept(sid), reject(sid)]],
  ])('accepted handshake › %s later › ports stay open', async (_name, later, answers) => {
    const { host, abort, closed, peerPorts } = answeredHost(answers)
    const { ports } = await host
    later(abort)
    await settle()
    const received: unknown[] = []
    peerPorts[0]?.addEventListener('message', ({ data }) => received.push(data))
    ports.toWidget.postMessage('still open')
    await eventually(() => expect(received).toEqual(['still open']))
    expect(closed).toEqual([])
  })
})
