import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallContext } from './method.ts'
import { randomId } from './random-id.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { attack } from './testing/hostile-peer.ts'
import { openPair, type TestHandlers } from './testing/link-world.ts'

const eventually = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 3_000 })
const opened: { close(): void }[] = []
const pair = (...args: Parameters<typeof openPair>) => {
  const link = openPair(...args)
  opened.push(link)
  return link
}
const hostile = (...args: Parameters<typeof attack>) => {
  const link = attack(...args)
  opened.push(link)
  return link
}

afterEach(() => {
  for (const link of opened.splice(0)) link.close()
})

/** A handler that never settles by itself. */
const silent = () => {
  const contexts: CallContext[] = []
  const echo: TestHandlers['echo'] = (_params, context) => {
    contexts.push(context)
    return new Promise(() => {})
  }
  return { contexts, echo }
}

describe('calls', () => {
  it('calls in both directions › each gets its own result', async () => {
    const { host, widget } = pair({ host: { sign: () => ({ signature: 'from host' }) } })
    expect(await widget.link.call('sign', { text: 'a' })).toEqual({ signature: 'from host' })
    expect(await host.link.call('sign', { text: 'a' })).toEqual({ signature: 'signed a' })
    expect(await host.link.call('echo', { value: { deep: [1, null, 'x'] } })).toEqual({
      value: { deep: [1, null, 'x'] },
    })
  })

  it('1,000 calls at once › each settles once', async () => {
    const { host } = pair()
    let settled = 0
    const calls = Array.from({ length: 1_000 }, (_, value) =>
      host.link.call('echo', { value }).finally(() => {
        settled += 1
      }),
    )
    const results = await Promise.all(calls)
    expect(results.map(({ value }) => value)).toEqual(Array.from({ length: 1_000 }, (_, n) => n))
    expect(settled).toBe(1_000)
    expect(host.closed).toEqual([])
  })

  it.each([
    ['1 KiB', [1_024]],
    ['256 KB', [128_000, 128_000]],
  ])('%s › sent and returned › unchanged', async (_name, sizes) => {
    const { host } = pair()
    const value = sizes.map((size) => 'x'.repeat(size))
    expect(await host.link.call('echo', { value })).toEqual({ value })
  })

  it('more than 320 KiB › rejected before sending, no strike', async () => {
    const { host, widget } = pair()
    for (let n = 0; n < 4; n += 1) {
      await expect(host.link.call('echo', { value: new Uint8Array(320 * 1024) })).rejects.toMatchObject({
        code: -32602,
      })
    }
    expect(await host.link.call('echo', { value: 1 })).toEqual({ value: 1 })
    expect(widget.closed).toEqual([])
  })

  it('abort › rejects within 50 ms, signal aborted, late result dropped', async () => {
    const contexts: CallContext[] = []
    const { host } = pair({
      widget: {
        echo: ({ value }, context) => {
          contexts.push(context)
          if (value === 'quick') return { value }
          return new Promise((resolve) =>
            context.signal.addEventListener('abort', () => resolve({ value: 'late' })),
          )
        },
      },
    })
    const abort = new AbortController()
    const call = host.link.call('echo', { value: 'slow' }, { signal: abort.signal })
    await eventually(() => expect(contexts).toHaveLength(1))
    const abortedAt = performance.now()
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(performance.now() - abortedAt).toBeLessThan(50)
    await eventually(() => expect(contexts[0]?.signal.aborted).toBe(true))
    expect(await host.link.call('echo', { value: 'quick' })).toEqual({ value: 'quick' })
    expect(host.closed).toEqual([])
  })

  it('pending call › forced garbage collection › still settles', async () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const resolvers: ((result: { value: unknown }) => void)[] = []
    const callOf = () => {
      // The link itself is released: only the pending call references it.
      const { host, close } = openPair({
        widget: { echo: () => new Promise((resolve) => resolvers.push(resolve)) },
      })
      opened.push({ close })
      return host.link.call('echo', { value: 1 })
    }
    const call = callOf()
    await eventually(() => expect(resolvers).toHaveLength(1))
    // One clears weak references, the next what finalizers have released. Each traverses the heap of all test files before.
    for (let n = 0; n < 3; n += 1) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    resolvers[0]?.({ value: 'kept' })
    expect(await call).toEqual({ value: 'kept' })
  })
})

describe.each([
  ['host', 'widget'],
  ['widget', 'host'],
] as const)('closing from the %s', (from, to) => {
  it('bye › both ends closed once, pending calls rejected', async () => {
    const { contexts, echo } = silent()
    const link = pair({ host: { echo }, widget: { echo } })
    const mine = link[from].link.call('echo', { value: 1 })
    const theirs = link[to].link.call('sign', { text: 'a' })
    const rejections = Promise.all([
      expect(mine).rejects.toMatchObject({ code: 4900, data: { reason: 'unreachable' } }),
      theirs.catch((error) =>
        expect(error).toMatchObject({ code: 4900, data: { reason: 'unknown-outcome' } }),
      ),
    ])
    await eventually(() => expect(contexts).toHaveLength(1))
    link[from].link.close('closing')
    link[from].link.close('pagehide')
    await rejections
    await eventually(() => expect(link[to].closed).toEqual(['closing']))
    expect(link[from].closed).toEqual(['closing'])
    expect(contexts[0]?.signal.aborted).toBe(true)
    await expect(link[to].link.call('show', {})).rejects.toMatchObject({ code: 4900 })
    link[from].link.emit('note', { text: 'nobody hears it' })
    link[from].link.ping(1)
  })
})

describe('control', () => {
  it('peer lost › nothing sent', async () => {
    const link = hostile('host')
    link.target.link.close('lost')
    expect(link.target.closed).toEqual(['lost'])
    const newAttack = hostile('host')
    newAttack.target.link.close('upgrade')
    await eventually(() =>
      expect(newAttack.ctl.received).toEqual([{ t: 'bye', sid: newAttack.sid, reason: 'upgrade' }]),
    )
    expect(link.ctl.received).toEqual([])
  })

  it('ping › pong with its number', async () => {
    const { host, widget } = pair()
    host.link.ping(1)
    host.link.ping(2)
    await eventually(() => expect(host.pongs).toEqual([1, 2]))
    expect(widget.pongs).toEqual([])
  })

  it('events › numbered from 1, delivered to listeners of their topic', async () => {
    const link = hostile('widget')
    link.target.link.emit('note', { text: 'a' })
    link.target.link.emit('note', { text: 'b' })
    const event = (seq: number, text: string) => ({
      t: 'evt',
      sid: link.sid,
      seq,
      topic: 'note',
      payload: { text },
    })
    await eventually(() => expect(link.ctl.received).toEqual([event(1, 'a'), event(2, 'b')]))
    const received: string[] = []
    link.target.link.on('note', ({ text }) => received.push(text))
    link.ctl.post(event(1, 'x'))
    link.ctl.post(event(4, 'y'))
    await eventually(() => expect(received).toEqual(['x', 'y']))
    expect(link.target.gaps).toBe(1)
  })

  it('event › invalid or too large › thrown at its sender, takes no number', async () => {
    const { host, widget } = pair()
    const received: string[] = []
    widget.link.on('note', ({ text }) => received.push(text))
    expect(() => host.link.emit('note', JSON.parse('{"text":1}'))).toThrow('Invalid payload for note')
    expect(() => host.link.emit('note', { text: 'x'.repeat(300_000) })).toThrow('Invalid payload for note')
    host.link.emit('note', { text: 'fits' })
    await eventually(() => expect(received).toEqual(['fits']))
    expect(widget.gaps).toBe(0)
  })

  it.each<[string, (sid: string) => unknown]>([
    ['junk', () => 'junk'],
    ['a foreign session', () => ({ t: 'ping', sid: randomId(), n: 1 })],
    ['an extra key', (sid) => ({ t: 'ping', sid, n: 1, x: 1 })],
    ['an unknown kind', (sid) => ({ t: 'pang', sid, n: 1 })],
    ['a stale event', (sid) => ({ t: 'evt', sid, seq: 0, topic: 'note', payload: { text: 'a' } })],
    ['an unknown topic', (sid) => ({ t: 'evt', sid, seq: 1e6, topic: 'constructor', payload: {} })],
    ['a second accept', (sid) => ({ t: 'accept', sid, v: 1, widget: '1', caps: [] })],
    ['a reject', (sid) => ({ t: 'reject', sid, error: { code: 1, message: '' } })],
    ['a large message', (sid) => ({ t: 'bye', sid, reason: 'x'.repeat(300_000) })],
  ])('%s › a strike; the third closes the link with bye', async (_name, message) => {
    const link = hostile('widget')
    link.ctl.post(message(link.sid))
    link.ctl.post(message(link.sid))
    link.ctl.post({ t: 'ping', sid: link.sid, n: 7 })
    await eventually(() => expect(link.ctl.received).toEqual([{ t: 'pong', sid: link.sid, n: 7 }]))
    expect(link.target.closed).toEqual([])
    link.ctl.post(message(link.sid))
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    await eventually(() =>
      expect(link.ctl.received.at(-1)).toEqual({ t: 'bye', sid: link.sid, reason: 'strike' }),
    )
  })

  it('strikes › all three ports › counted together', async () => {
    const link = hostile('host')
    link.ctl.post(1)
    link.calls.post(1)
    link.replies.post(1)
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
  })
})

describe('floods', () => {
  it('flood of calls › limited with −32005, then strikes, then closed', async () => {
    let served = 0
    const link = hostile('widget', {
      clock: fakeClock(),
      handlers: {
        show: () => {
          served += 1
          return {}
        },
      },
    })
    for (let n = 0; n < 20_000; n += 1) link.calls.post(link.frame('show', {}))
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    expect(served).toBeLessThanOrEqual(12_000)
    const isLimited = (reply: unknown) => JSON.stringify(reply).includes('-32005')
    await eventually(() => expect(link.calls.received.some(isLimited)).toBe(true))
  }, 20_000)

  it('flood of pings › limited, then strikes, then closed', async () => {
    const link = hostile('widget', { clock: fakeClock() })
    for (let n = 0; n < 20_000; n += 1) link.ctl.post({ t: 'ping', sid: link.sid, n })
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    await eventually(() => expect(link.ctl.received).toHaveLength(12_000 + 1))
  }, 20_000)

  it('burst of 12,000 calls › all served', async () => {
    const link = hostile('widget', { clock: fakeClock() })
    const isBatchDone = (count: number) => () => expect(link.calls.received).toHaveLength(count)
    for (let batch = 1; batch <= 12; batch += 1) {
      for (let n = 0; n < 1_000; n += 1) link.calls.post(link.frame('show', {}))
      await eventually(isBatchDone(batch * 1_000))
    }
    expect(link.calls.received.filter((reply) => JSON.stringify(reply).includes('"ok":true'))).toHaveLength(
      12_000,
    )
    expect(link.target.closed).toEqual([])
  }, 20_000)
})
