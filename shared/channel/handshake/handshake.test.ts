import { afterEach, describe, expect, it, vi } from 'vitest'
import { acceptTimeoutMs } from '../../config/limits.ts'
import { randomId } from '../random-id.ts'
import {
  evilOrigin,
  type HandshakeWorld,
  handshakeWorld,
  hostOrigin,
  initShape,
  settle,
  widgetOrigin,
} from '../testing/handshake-world.ts'
import { commonVersion } from './handshake.ts'

const eventually = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 2_000 })

const opened: HandshakeWorld[] = []
const world = () => {
  const openedWorld = handshakeWorld()
  opened.push(openedWorld)
  return openedWorld
}

afterEach(() => {
  for (const openedWorld of opened.splice(0)) openedWorld.close()
})

describe('both ends', () => {
  it('both ends › same session, version, common capabilities, host origin', async () => {
    const { asHost, asWidget, posts, host, widget, clock } = world()
    const [mine, theirs] = await Promise.all([asHost(), asWidget()])
    expect(mine).toMatchObject({ version: 1, caps: ['b'], sid: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(theirs).toMatchObject({ version: 1, caps: ['b'], sid: mine.sid, origin: hostOrigin })
    expect(posts.map(({ to, ports }) => [to, ports])).toEqual([
      [hostOrigin, 0],
      [widgetOrigin, 3],
    ])
    expect(JSON.stringify(posts[0]?.message)).not.toContain(mine.sid)
    // The window phase is over: no listener on a window, and no timer.
    expect([host.listeners(), widget.listeners(), clock.pending()]).toEqual([0, 0, 0])
  })

  it('each port › connected to its counterpart', async () => {
    const { asHost, asWidget } = world()
    const [mine, theirs] = await Promise.all([asHost(), asWidget()])
    for (const name of ['toWidget', 'toHost', 'ctl'] as const) {
      const got: unknown[] = []
      theirs.ports[name].addEventListener('message', (event) => got.push(event.data))
      theirs.ports[name].start()
      mine.ports[name].postMessage(name)
      await eventually(() => expect(got).toEqual([name]))
    }
  })

  it('no host › hello every 500 ms, at most 20 times', async () => {
    const { asHost, asWidget, posts, clock } = world()
    const widget = asWidget()
    for (let n = 0; n < 40; n += 1) clock.advance(500)
    expect(posts).toHaveLength(20)
    const host = asHost()
    // A host that starts late gets no further hello on this page; the first one it receives counts.
    clock.advance(10_000)
    await expect(host).rejects.toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
    const late = world()
    const lateWidget = late.asWidget()
    late.clock.advance(1_000)
    await settle()
    const lateHost = late.asHost()
    late.clock.advance(500)
    await expect(Promise.all([lateHost, lateWidget])).resolves.toHaveLength(2)
    await expect(Promise.race([widget, Promise.resolve('waiting')])).resolves.toBe('waiting')
  })
})

describe('versions', () => {
  it.each<[string, readonly number[], readonly number[], number | undefined]>([
    ['the same', [1], [1], 1],
    ['a host with one more', [1, 2], [1], 1],
    ['a widget with two more', [1], [3, 2, 1], 1],
    ['the highest of several', [2, 1, 3], [1, 3, 2], 3],
    ['a newer host only', [2], [1], undefined],
    ['an older host only', [1], [4, 3, 2], undefined],
    ['none', [], [1], undefined],
  ])('%s › highest common version', (_name, theirs, ours, expected) => {
    expect(commonVersion(theirs, ours)).toBe(expected)
  })

  it.each<[readonly number[]]>([[[1]], [[2, 1]], [[3, 2, 1]]])(
    'host that supports %j › connects',
    async (versions) => {
      const { asHost, asWidget } = world()
      const [mine, theirs] = await Promise.all([asHost({ versions }), asWidget()])
      expect([mine.version, theirs.version]).toEqual([1, 1])
    },
  )

  it('host supports version 2 only › −32006 with the range on both ends', async () => {
    const { asHost, asWidget } = world()
    const expectedError = {
      code: -32006,
      message: 'No common protocol version; update needed',
      data: { reason: 'version', min: 1, max: 1 },
    }
    await Promise.all([
      expect(asHost({ versions: [2] })).rejects.toMatchObject(expectedError),
      expect(asWidget()).rejects.toMatchObject(expectedError),
    ])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['something else', { t: 'refused' }],
  ])('widget of another version › sends %s › −32006', async (_name, response) => {
    const w = world()
    const host = w.asHost()
    w.widget.addEventListener('message', ({ ports }) => ports[2]?.postMessage(response))
    const hello = { t: 'link:hello', wid: randomId(), v: [2, 3] }
    w.host.deliver({ data: hello, origin: widgetOrigin, source: w.widgetSeenByHost })
    if (response === undefined) w.clock.advance(acceptTimeoutMs)
    await expect(host).rejects.toMatchObject({ code: -32006, data: { reason: 'version' } })
  })
})

describe('the host', () => {
  const hello = (more: object = {}) => ({ t: 'link:hello', wid: randomId(), v: [1], ...more })

  it.each<[string, (w: HandshakeWorld) => void]>([
    [
      'another origin',
      (w) => w.host.deliver({ data: hello(), origin: evilOrigin, source: w.widgetSeenByHost }),
    ],
    [
      'a look-alike origin',
      (w) =>
        w.host.deliver({ data: hello(), origin: `${widgetOrigin}.evil.example`, source: w.widgetSeenByHost }),
    ],
    ['another window', (w) => w.host.deliver({ data: hello(), origin: widgetOrigin, source: w.stranger })],
    [
      'an extra key',
      (w) => w.host.deliver({ data: hello({ x: 1 }), origin: widgetOrigin, source: w.widgetSeenByHost }),
    ],
    [
      'a short wid',
      (w) =>
        w.host.deliver({ data: hello({ wid: 'abc' }), origin: widgetOrigin, source: w.widgetSeenByHost }),
    ],
    [
      'a port',
      (w) =>
        w.host.deliver({
          data: hello(),
          origin: widgetOrigin,
          source: w.widgetSeenByHost,
          ports: w.threePorts(),
        }),
    ],
    [
      'a script that made it up',
      (w) =>
        w.host.fire(
          new MessageEvent('message', { data: hello(), origin: widgetOrigin, source: w.widgetSeenByHost }),
        ),
    ],
  ])('hello › with %s › ignored, no port sent, and a valid one works', async (_name, forge) => {
    const w = world()
    const host = w.asHost()
    for (let n = 0; n < 100; n += 1) forge(w)
    await settle()
    expect(w.posts).toEqual([])
    await expect(Promise.all([host, w.asWidget()])).resolves.toHaveLength(2)
  })

  it('event › own properties › values read unchanged', async () => {
    const w = world()
    w.host.addEventListener('message', (event) => {
      Object.defineProperty(event, 'origin', { value: widgetOrigin })
    })
    const host = w.asHost()
    w.host.deliver({ data: hello(), origin: evilOrigin, source: w.widgetSeenByHost })
    await settle()
    expect(w.posts).toEqual([])
    w.clock.advance(10_000)
    await expect(host).rejects.toMatchObject({ code: 4900 })
  })

  it('no hello within 10 s, or no accept within 3 s › unreachable, no listener', async () => {
    const w = world()
    const silent = w.asHost()
    w.clock.advance(9_999)
    await settle()
    expect(w.host.listeners()).toBe(1)
    w.clock.advance(1)
    await expect(silent).rejects.toMatchObject({
      code: 4900,
      message: 'The wallet widget could not be reached',
      data: { reason: 'unreachable' },
    })
    expect([w.host.listeners(), w.clock.pending()]).toEqual([0, 0])

    const halfway = w.asHost()
    w.host.deliver({ data: hello(), origin: widgetOrigin, source: w.widgetSeenByHost })
    w.clock.advance(2_999)
    await settle()
    w.clock.advance(1)
    await expect(halfway).rejects.toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
    expect([w.host.listeners(), w.clock.pending()]).toEqual([0, 0])
  })

  it('handshake › aborted before or during › rejects with the reason', async () => {
    const before = world()
    before.abort.abort(new Error('gone'))
    await expect(before.asHost()).rejects.toThrow('gone')
    expect([before.host.listeners(), before.clock.pending()]).toEqual([0, 0])
    const during = world()
    const host = during.asHost()
    during.abort.abort(new Error('gone'))
    await expect(host).rejects.toThrow('gone')
    expect([during.host.listeners(), during.clock.pending()]).toEqual([0, 0])
  })

  it.each<[string, (sid: string) => unknown]>([
    ['another session', () => ({ t: 'accept', sid: randomId(), v: 1, widget: '1', caps: [] })],
    ['a version that was not offered', (sid) => ({ t: 'accept', sid, v: 2, widget: '1', caps: [] })],
    ['an extra key', (sid) => ({ t: 'accept', sid, v: 1, widget: '1', caps: [], x: 1 })],
    ['junk', () => 'accept'],
  ])('accept › with %s › unreachable', async (_name, accept) => {
    const w = world()
    const host = w.asHost()
    w.widget.addEventListener('message', (event) => {
      const init = initShape.parse(event.data)
      event.ports[2]?.postMessage(accept(init.sid))
    })
    w.host.deliver({ data: hello(), origin: widgetOrigin, source: w.widgetSeenByHost })
    await expect(host).rejects.toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
  })
})
