import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'
import { type CloseReason, openLink } from './link.ts'
import { randomId } from './random-id.ts'
import { attack } from './testing/hostile-peer.ts'
import { linkPorts, openEnd, testHandlers, testMethods, testTopics } from './testing/link-world.ts'

const eventually = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 3_000 })
const opened: { close(): void }[] = []
const closeAfterTest = <Link extends { close(): void }>(link: Link): Link => {
  opened.push(link)
  return link
}
afterEach(() => {
  for (const link of opened.splice(0)) link.close()
})

describe('control messages', () => {
  it('ping › with a port › a strike, no pong', async () => {
    const link = closeAfterTest(attack('widget'))
    for (const n of [1, 2, 3]) link.ctl.post({ t: 'ping', sid: link.sid, n }, [new MessageChannel().port1])
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    await eventually(() => expect(link.ctl.received).toEqual([{ t: 'bye', sid: link.sid, reason: 'strike' }]))
  })

  it('event › larger than a message › a strike, not delivered', async () => {
    const link = closeAfterTest(attack('widget'))
    const received = vi.fn()
    link.target.link.on('note', received)
    const payload = { text: 'x'.repeat(300_000) }
    for (const seq of [1, 2, 3]) link.ctl.post({ t: 'evt', sid: link.sid, seq, topic: 'note', payload })
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    expect(received).not.toHaveBeenCalled()
  })

  it('message that this realm cannot deserialise › a strike', async () => {
    const ports = closeAfterTest(linkPorts())
    const end = openEnd({ side: 'host', sid: randomId(), ports: ports.host })
    for (let n = 0; n < 3; n += 1) {
      expect(end.closed).toEqual([])
      ports.host.ctl.dispatchEvent(new Event('messageerror'))
    }
    expect(end.closed).toEqual(['strike'])
  })

  it('pong › at an end that sends no pings › ignored', async () => {
    const ports = closeAfterTest(linkPorts())
    const sid = randomId()
    const closed: CloseReason[] = []
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    process.on('uncaughtException', onError)
    openLink({
      side: 'widget',
      sid,
      ports: ports.widget,
      clock: systemClock,
      calls: testMethods,
      serves: testMethods,
      handlers: testHandlers,
      emits: testTopics,
      receives: testTopics,
      caps: [],
      onGap: () => {},
      onClose: (reason) => closed.push(reason),
    })
    ports.host.ctl.postMessage({ t: 'pong', sid, n: 1 })
    ports.host.ctl.postMessage({ t: 'bye', sid, reason: 'closing' })
    await eventually(() => expect(closed).toEqual(['closing']))
    process.off('uncaughtException', onError)
    expect(errors).toEqual([])
  })
})

describe('closed link', () => {
  it('handler › pings when its call is aborted by the close › nothing sent after bye', async () => {
    const link = closeAfterTest(
      attack('widget', {
        handlers: {
          echo: (_params, { signal }) =>
            new Promise(() => signal.addEventListener('abort', () => link.target.link.ping(1))),
        },
      }),
    )
    link.calls.post(link.frame('echo', { value: 1 }))
    link.ctl.post({ t: 'ping', sid: link.sid, n: 7 })
    await eventually(() => expect(link.ctl.received).toHaveLength(1))
    await new Promise(setImmediate)
    link.target.link.close('closing')
    await eventually(() => expect(link.ctl.received).toHaveLength(2))
    await new Promise(setImmediate)
    expect(link.ctl.received.slice(1)).toEqual([{ t: 'bye', sid: link.sid, reason: 'closing' }])
  })

  it('event › any payload › ignored without an error', () => {
    const link = closeAfterTest(attack('host'))
    link.target.link.close('closing')
    expect(() => link.target.link.emit('note', JSON.parse('{"text":1}'))).not.toThrow()
  })

  it('event › queued behind bye › not delivered', async () => {
    const link = closeAfterTest(attack('widget'))
    const received = vi.fn()
    link.target.link.on('note', received)
    link.ctl.post({ t: 'bye', sid: link.sid, reason: 'closing' })
    link.ctl.post({ t: 'evt', sid: link.sid, seq: 1, topic: 'note', payload: { text: 'late' } })
    await eventually(() => expect(link.target.closed).toEqual(['closing']))
    await link.ctl.closed
    expect(received).not.toHaveBeenCalled()
  })
})
