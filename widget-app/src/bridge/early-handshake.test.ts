import { afterEach, describe, expect, it } from 'vitest'
import {
  type HandshakeWorld,
  handshakeWorld,
  hostOrigin,
  settle,
} from '#shared/channel/testing/handshake-world.ts'
import { helloTimeoutMs } from '#shared/config/limits.ts'
import { startEarlyHandshake } from './early-handshake.ts'

const worlds: HandshakeWorld[] = []
afterEach(() => {
  for (const made of worlds.splice(0)) made.close()
})

/** A host and a widget's first script after the handshake; the link is not served yet. */
async function worldAfterHandshake() {
  const world = handshakeWorld()
  worlds.push(world)
  const host = world.asHost()
  const page = {
    addEventListener: world.widget.addEventListener.bind(world.widget),
    removeEventListener: world.widget.removeEventListener.bind(world.widget),
    parent: world.hostSeenByWidget,
    location: { ancestorOrigins: [hostOrigin] },
  }
  const greeting = await startEarlyHandshake(page, world.clock)
  const { ports, sid } = await host
  const controlMessages: unknown[] = []
  ports.ctl.addEventListener('message', ({ data }) => controlMessages.push(data))
  const send = async (message: unknown) => {
    ports.ctl.postMessage(message)
    await settle()
  }
  /** Serves from now on, and records the messages. */
  const serve = () => {
    const calls: unknown[] = []
    greeting.ports.ctl.addEventListener('message', ({ data }) => calls.push(data))
    greeting.release()
    return calls
  }
  return { world, greeting, sid, heard: controlMessages, say: send, serve, ports }
}

describe('early handshake', () => {
  it('before the link is served › handshake and pings are answered', async () => {
    const { greeting, sid, heard: controlMessages, say: send } = await worldAfterHandshake()
    expect(greeting).toMatchObject({ sid, origin: hostOrigin })
    await send({ t: 'ping', sid, n: 1 })
    await send({ t: 'ping', sid, n: 2 })
    expect(controlMessages).toEqual([
      { t: 'pong', sid, n: 1 },
      { t: 'pong', sid, n: 2 },
    ])
  })

  it('other messages › wait, and are released in order, once', async () => {
    const { sid, heard: controlMessages, say: send, serve } = await worldAfterHandshake()
    const messages = [
      { t: 'evt', sid, seq: 1, topic: 'wallets', payload: { wallets: [] } },
      { t: 'cancel', sid, id: 'x', reason: 'aborted' },
      { t: 'ping', sid: 'another', n: 1 },
      'nonsense',
    ]
    for (const message of messages) await send(message)
    const calls = serve()
    expect(calls).toEqual(messages)
    expect(controlMessages).toEqual([])
    await send({ t: 'ping', sid, n: 3 })
    expect(calls.slice(messages.length)).toEqual([{ t: 'ping', sid, n: 3 }])
    expect(controlMessages).toEqual([])
  })

  it('early call › waits in its port until it is served', async () => {
    const { greeting, ports } = await worldAfterHandshake()
    ports.toWidget.postMessage('call')
    await settle()
    const controlMessages: unknown[] = []
    greeting.ports.toWidget.addEventListener('message', ({ data }) => controlMessages.push(data))
    greeting.ports.toWidget.start()
    await settle()
    expect(controlMessages).toEqual(['call'])
  })

  it('widget does not load › pings are answered no longer than the hello timeout', async () => {
    const { world, sid, heard: controlMessages, say: send } = await worldAfterHandshake()
    world.clock.advance(helloTimeoutMs - 1)
    await send({ t: 'ping', sid, n: 1 })
    world.clock.advance(1)
    await send({ t: 'ping', sid, n: 2 })
    expect(controlMessages).toEqual([{ t: 'pong', sid, n: 1 }])
  })
})
