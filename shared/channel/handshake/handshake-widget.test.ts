import { afterEach, describe, expect, it } from 'vitest'
import { randomId } from '../random-id.ts'
import {
  evilOrigin,
  type HandshakeWorld,
  handshakeWorld,
  helloShape,
  hostOrigin,
  settle,
} from '../testing/handshake-world.ts'

const opened: HandshakeWorld[] = []
const world = () => {
  const openedWorld = handshakeWorld()
  opened.push(openedWorld)
  return openedWorld
}

afterEach(() => {
  for (const openedWorld of opened.splice(0)) openedWorld.close()
})

describe('the widget', () => {
  /** Starts the widget's half and returns the wid it announced. */
  const started = async (more: Parameters<ReturnType<typeof world>['asWidget']>[0] = {}) => {
    const w = world()
    const widget = w.asWidget(more)
    const { wid } = helloShape.parse(w.posts[0]?.message)
    const init = (extra: object = {}) => ({
      t: 'link:init',
      wid,
      sid: randomId(),
      v: [1],
      sdk: '1',
      caps: [],
      ...extra,
    })
    const state = () => Promise.race([widget.then(() => 'connected'), settle().then(() => 'waiting')])
    return { ...w, handshake: widget, init, state }
  }
  type Started = Awaited<ReturnType<typeof started>>

  it.each<[string, (w: Started) => void]>([
    [
      'another wid',
      (w) =>
        w.widget.deliver({
          data: w.init({ wid: randomId() }),
          origin: hostOrigin,
          source: w.hostSeenByWidget,
          ports: w.threePorts(),
        }),
    ],
    [
      'two ports',
      (w) =>
        w.widget.deliver({
          data: w.init(),
          origin: hostOrigin,
          source: w.hostSeenByWidget,
          ports: w.threePorts().slice(1),
        }),
    ],
    [
      'four ports',
      (w) =>
        w.widget.deliver({
          data: w.init(),
          origin: hostOrigin,
          source: w.hostSeenByWidget,
          ports: [...w.threePorts(), ...w.threePorts().slice(2)],
        }),
    ],
    [
      'an extra key',
      (w) =>
        w.widget.deliver({
          data: w.init({ x: 1 }),
          origin: hostOrigin,
          source: w.hostSeenByWidget,
          ports: w.threePorts(),
        }),
    ],
    [
      'a list that has a constructor of its own',
      (w) =>
        w.widget.deliver({
          data: w.init({ caps: Object.assign([], { constructor: 'x' }) }),
          origin: hostOrigin,
          source: w.hostSeenByWidget,
          ports: w.threePorts(),
        }),
    ],
    [
      'a missing sid',
      (w) =>
        w.widget.deliver({
          data: w.init({ sid: undefined }),
          origin: hostOrigin,
          source: w.hostSeenByWidget,
          ports: w.threePorts(),
        }),
    ],
    [
      'a sibling frame as sender',
      (w) =>
        w.widget.deliver({ data: w.init(), origin: hostOrigin, source: w.stranger, ports: w.threePorts() }),
    ],
    [
      'a script that made it up',
      (w) =>
        w.widget.fire(
          new MessageEvent('message', {
            data: w.init(),
            origin: hostOrigin,
            source: w.hostSeenByWidget,
            ports: w.threePorts(),
          }),
        ),
    ],
    [
      'a large list',
      (w) =>
        w.widget.deliver({
          data: w.init({ v: Array(300).fill(1) }),
          origin: hostOrigin,
          source: w.hostSeenByWidget,
          ports: w.threePorts(),
        }),
    ],
  ])('init › with %s › ignored, and a valid one works', async (_name, forge) => {
    const w = await started()
    forge(w)
    expect(await w.state()).toBe('waiting')
    w.widget.deliver({
      data: w.init(),
      origin: hostOrigin,
      source: w.hostSeenByWidget,
      ports: w.threePorts(),
    })
    expect(await w.state()).toBe('connected')
  })

  it('hello › names the versions of the widget', async () => {
    const w = await started()
    expect(w.posts[0]?.message).toEqual({ t: 'link:hello', wid: w.init().wid, v: [1] })
  })

  it('second init › ignored, first session retained', async () => {
    const w = await started()
    const first = w.init()
    const ports = () => ({ origin: hostOrigin, source: w.hostSeenByWidget, ports: w.threePorts() })
    w.widget.deliver({ data: first, ...ports() })
    w.widget.deliver({ data: w.init(), ...ports() })
    expect((await w.handshake).sid).toBe(first.sid)
    expect(w.widget.listeners()).toBe(0)
  })

  it.each<[string, readonly string[] | undefined, string]>([
    ['inside another frame', [hostOrigin, evilOrigin], 'nested-frame'],
    ['whose parent is not the sender', [evilOrigin], 'nested-frame'],
  ])(
    'widget › %s › rejects with 4100 nested-frame, host informed',
    async (_name, ancestorOrigins, reason) => {
      const w = world()
      const expectedError = {
        code: 4100,
        message: 'The widget does not run inside nested frames',
        data: { reason },
      }
      const widget = w.asWidget({ ancestorOrigins })
      await Promise.all([
        expect(widget).rejects.toMatchObject(expectedError),
        // The target of hello was the parent that the browser named.
        ancestorOrigins?.[0] === hostOrigin
          ? expect(w.asHost()).rejects.toMatchObject(expectedError)
          : w.widget.deliver({
              data: {
                t: 'link:init',
                wid: helloShape.parse(w.posts[0]?.message).wid,
                sid: randomId(),
                v: [1],
                sdk: '1',
                caps: [],
              },
              origin: hostOrigin,
              source: w.hostSeenByWidget,
              ports: w.threePorts(),
            }),
      ])
    },
  )

  it.each<[string, readonly string[] | undefined]>([
    ['does not list ancestors', undefined],
    ['is a popup', []],
    ['hides the parent', ['null']],
  ])('browser %s › hello to any origin, sender of init is the host', async (_name, ancestorOrigins) => {
    const w = world()
    const [, theirs] = await Promise.all([w.asHost(), w.asWidget({ ancestorOrigins })])
    expect(w.posts[0]?.to).toBe('*')
    expect(theirs.origin).toBe(hostOrigin)
  })
})
