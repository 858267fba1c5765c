import { afterEach, describe, expect, it } from 'vitest'
import {
  type HandshakeWorld,
  handshakeWorld,
  hostOrigin,
  settle,
} from '#shared/channel/testing/handshake-world.ts'
import { helloTimeoutMs } from '#shared/config/limits.ts'
import { startEarlyHandshake } from './early-handshake.ts'

const opened: HandshakeWorld[] = []
afterEach(() => {
  for (const made of opened.splice(0)) made.close()
})

/** A host and a widget's first script after the handshake; the link is not served yet. */
async function greeted() {
  const world = handshakeWorld()
  opened.push(world)
  const host = world.asHost()
  const page = {
    addEventListener: world.widget.addEventListener.bind(world.widget),
    removeEventListener: world.widget.removeEventListener.bind(world.widget),
    parent: world.hostSeenByWidget,
    location: { ancestorOrigins: [hostOrigin] },
  }
  const greeting = await startEarlyHandshake(page, world.clock)
  const { ports, sid } = await host
  const heard: unknown[] = []
  ports.ctl.addEventListener('message', ({ data }) => heard.push(data))
  const say = async (message: unknown) => {
    ports.ctl.postMessage(message)
    await settle()
  }
  /** Serves from now on, and records the messages. */
  const serve = () => {
    const served: unknown[] = []
    greeting.ports.ctl.addEventListener('message', ({ data }) => served.push(data))
    greeting.release()
    return served
  }
  return { world, greeting, sid, heard, say, serve, ports }
}

describe('early handshake', () => {
  it('before the link is served › handshake and pings are answered', async () => {
    const { greeting, sid, heard, say } = await greeted()
    expect(greeting).toMatchObject({ sid, origin: hostOrigin })
    await say({ t: 'ping', sid, n: 1 })
    await say({ t: 'ping', sid, n: 2 })
    expect(heard).toEqual([
      { t: 'pong', sid, n: 1 },
      { t: 'pong', sid, n: 2 },
    ])
  })

  it('other messages › wait, and are released in order, once', async () => {
    const { sid, heard, say, serve } = await greeted()
    const messages = [
      { t: 'evt', sid, seq: 1, topic: 'wallets', payload: { wallets: [] } },
      { t: 'cancel', sid, id: 'x', reason: 'aborted' },
      { t: 'ping', sid: 'another', n: 1 },
      'nonsense',
    ]
    for (const message of messages) await say(message)
    const served = serve()
    expect(served).toEqual(messages)
    expect(heard).toEqual([])
    await say({ t: 'ping', sid, n: 3 })
    expect(served.slice(messages.length)).toEqual([{ t: 'ping', sid, n: 3 }])
    expect(heard).toEqual([])
  })

  it('early call › waits in its port until it is served', async () => {
    const { greeting, ports } = await greeted()
    ports.toWidget.postMessage('call')
    await settle()
    const heard: unknown[] = []
    greeting.ports.toWidget.addEventListener('message', ({ data }) => heard.push(data))
    greeting.ports.toWidget.start()
    await settle()
    expect(heard).toEqual(['call'])
  })

  it('widget does not load › pings are answered no longer than the hello timeout', async () => {
    const { world, sid, heard, say } = await greeted()
    world.clock.advance(helloTimeoutMs - 1)
    await say({ t: 'ping', sid, n: 1 })
    world.clock.advance(1)
    await say({ t: 'ping', sid, n: 2 })
    expect(heard).toEqual([{ t: 'pong', sid, n: 1 }])
  })
})
