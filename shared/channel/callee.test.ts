import { describe, expect, it, vi } from 'vitest'
import { createCallee } from './callee.ts'
import type { CallContext } from './method.ts'
import { randomId } from './random-id.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { type TestHandlers, testHandlers, testMethods } from './testing/link-world.ts'

const sid = randomId()

const world = (handlers: Partial<TestHandlers> = {}) => {
  const clock = fakeClock()
  const onFlood = vi.fn()
  const server = createCallee(
    testMethods,
    { ...testHandlers, ...handlers },
    {
      sid,
      clock,
      onFlood,
      chunked: true,
    },
  )
  let seq = 0
  const request = (more: object = {}) => {
    seq += 1
    return { v: 1, sid, id: randomId(), seq, method: 'echo', params: { value: 1 }, ...more }
  }
  return { clock, onFlood, server, request }
}

/** A handler that records its context and resolves when the test calls it. */
const controlledHandler = () => {
  const contexts: CallContext[] = []
  const resolvers: ((result: { value: unknown }) => void)[] = []
  const echo: TestHandlers['echo'] = (_params, context) => {
    contexts.push(context)
    return new Promise((resolve) => resolvers.push(resolve))
  }
  return { contexts, answers: resolvers, echo }
}

const errorWithCode = (code: number, message: unknown = expect.any(String)) =>
  expect.objectContaining({ ok: false, error: expect.objectContaining({ code, message }) })
const reason = (code: number, text: string, message: unknown = expect.any(String)) =>
  expect.objectContaining({
    ok: false,
    error: expect.objectContaining({ code, message, data: { reason: text } }),
  })

describe('envelopes', () => {
  it('valid request › response has its id', async () => {
    const { server, request } = world()
    const envelope = request()
    expect(await server.dispatch(envelope)).toEqual({ id: envelope.id, ok: true, result: { value: 1 } })
  })

  it.each<[string, (first: { id: string; seq: number }) => object]>([
    ['a duplicate id', ({ id, seq }) => ({ id, seq: seq + 1 })],
    ['the same number again', ({ seq }) => ({ seq })],
    ['a stale number', () => ({ seq: 0 })],
    ['a foreign session', ({ seq }) => ({ seq: seq + 1, sid: randomId() })],
    ['another version', ({ seq }) => ({ seq: seq + 1, v: 2 })],
  ])('%s › −32600, handler not called', async (_name, spoil) => {
    const echo = vi.fn(testHandlers.echo)
    const { server, request } = world({ echo })
    const first = request()
    await server.dispatch(first)
    expect(await server.dispatch({ ...request(), ...spoil(first) })).toEqual(
      errorWithCode(-32600, 'Invalid request'),
    )
    expect(echo).toHaveBeenCalledTimes(1)
    expect(await server.dispatch(request({ seq: 100 }))).toMatchObject({ ok: true })
  })

  it.each([
    ['nothing', -32601, 'Unknown method'],
    ['__proto__', -32601, 'Unknown method'],
    ['constructor', -32601, 'Unknown method'],
    ['echo', -32602, 'Invalid params'],
    ['link.part', -32602, 'Invalid params'],
  ])('method %s › invalid params › %i %s', async (method, code, message) => {
    const { server, request } = world()
    expect(await server.dispatch(request({ method, params: { other: 1 } }))).toEqual(
      errorWithCode(code, message),
    )
  })
})

describe('results', () => {
  it('handler result › wrong type › −32603, never sent', async () => {
    const { server, request } = world({ sign: () => JSON.parse('{"signature":1}') })
    const response = await server.dispatch(request({ method: 'sign', params: { text: 'a' } }))
    expect(response).toEqual(errorWithCode(-32603, 'Handler returned an invalid result'))
  })

  it.each<[string, unknown]>([
    ['more than 8 MB', 'x'.repeat(8 * 1024 * 1024)],
    ['a big integer', 1n],
    ['a function', () => 1],
    ['a class instance', new Date(0)],
  ])('handler result › cannot be sent (%s) › −32603', async (_name, value) => {
    const { server, request } = world({ echo: () => ({ value }) })
    expect(await server.dispatch(request())).toEqual(errorWithCode(-32603))
  })

  it('large result, peer reads no chunks › −32603 with the reason', async () => {
    const { clock, request } = world()
    const handlers = { ...testHandlers, echo: () => ({ value: 'x'.repeat(2 * 1024 * 1024) }) }
    const link = { sid, clock, onFlood: () => {}, chunked: false }
    const server = createCallee(testMethods, handlers, link)
    expect(await server.dispatch(request())).toEqual(errorWithCode(-32603, 'The result cannot be sent'))
  })

  it.each<[string, unknown]>([
    [
      'too deep',
      Array(100)
        .fill(0)
        .reduce((inner) => ({ inner }), 1),
    ],
    ['a long list', Array(300).fill(0)],
    ['a forbidden key', { constructor: 1 }],
  ])('error data › peer would reject it (%s) › omitted, code retained', async (_name, data) => {
    const echo = () => {
      throw Object.assign(new Error('No'), { code: 4001, data })
    }
    const { server, request } = world({ echo })
    const envelope = request()
    expect(await server.dispatch(envelope)).toEqual({
      id: envelope.id,
      ok: false,
      error: { code: 4001, message: 'No' },
    })
  })
})

describe('cancellation', () => {
  it('running call › cancelled › signal aborted, −32000, late result dropped', async () => {
    const { contexts, answers: resolvers, echo } = controlledHandler()
    const { server, request } = world({ echo })
    const envelope = request()
    const response = server.dispatch(envelope)
    await vi.waitFor(() => expect(contexts).toHaveLength(1), { interval: 1 })
    expect(contexts[0]?.signal.aborted).toBe(false)
    server.cancel(envelope.id)
    expect(contexts[0]?.signal.aborted).toBe(true)
    resolvers[0]?.({ value: 'late' })
    expect(await response).toEqual(reason(-32000, 'aborted', 'The request was cancelled'))
  })

  it('handler › rejects after its abort › no unhandled rejection', async () => {
    const echo: TestHandlers['echo'] = (_params, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { server, request } = world({ echo })
    const envelope = request()
    const response = server.dispatch(envelope)
    server.cancel(envelope.id)
    expect(await response).toEqual(reason(-32000, 'aborted'))
  })

  it('cancel › arrives before its request › request aborted', async () => {
    const echo = vi.fn(testHandlers.echo)
    const { server, request } = world({ echo })
    const envelope = request()
    server.cancel(envelope.id)
    expect(await server.dispatch(envelope)).toEqual(reason(-32000, 'aborted'))
    expect(echo).not.toHaveBeenCalled()
    expect(await server.dispatch(request())).toMatchObject({ ok: true })
  })

  it('64 cancels › before their requests › all aborted, whatever finished since', async () => {
    const { server, request } = world()
    const cancelled = Array.from({ length: 64 }, () => randomId())
    for (const id of cancelled) server.cancel(id)
    for (let n = 0; n < 64; n += 1) {
      const finished = request()
      await server.dispatch(finished)
      server.cancel(finished.id)
    }
    for (const id of cancelled) {
      expect(await server.dispatch(request({ id }))).toEqual(reason(-32000, 'aborted'))
    }
  })

  it('65 cancels › before their requests › the oldest is forgotten', async () => {
    const { server, request } = world()
    const cancelled = Array.from({ length: 65 }, () => randomId())
    for (const id of cancelled) server.cancel(id)
    const [oldest, second] = cancelled
    expect(await server.dispatch(request({ id: oldest }))).toMatchObject({ ok: true })
    expect(await server.dispatch(request({ id: second }))).toEqual(reason(-32000, 'aborted'))
  })

  it('cancel › finished or unknown request › no effect', async () => {
    const { server, request } = world()
    const envelope = request()
    await server.dispatch(envelope)
    server.cancel(envelope.id)
    for (let n = 0; n < 1_000; n += 1) server.cancel(randomId())
    expect(await server.dispatch(request())).toMatchObject({ ok: true })
  })

  it('stop › running calls aborted, later ones not run', async () => {
    const { contexts, echo } = controlledHandler()
    const { server, request, clock } = world({ echo })
    const running = server.dispatch(request({ deadline: clock.now() + 1_000 }))
    await vi.waitFor(() => expect(contexts).toHaveLength(1), { interval: 1 })
    server.stop()
    expect(contexts[0]?.signal.aborted).toBe(true)
    expect(await running).toEqual(reason(4900, 'aborted', 'Disconnected'))
    expect(await server.dispatch(request())).toEqual(reason(4900, 'aborted', 'Disconnected'))
    expect(contexts).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })
})

describe('deadlines', () => {
  it('request › deadline reached › aborted, −32000 expired', async () => {
    const { contexts, echo } = controlledHandler()
    const { server, request, clock } = world({ echo })
    const response = server.dispatch(request({ deadline: clock.now() + 30_000 }))
    await vi.waitFor(() => expect(contexts).toHaveLength(1), { interval: 1 })
    clock.advance(29_999)
    expect(contexts[0]?.signal.aborted).toBe(false)
    clock.advance(1)
    expect(contexts[0]?.signal.aborted).toBe(true)
    expect(await response).toEqual(reason(-32000, 'expired', 'The request expired'))
  })

  it('request › without a deadline › no timer', async () => {
    const { contexts, echo } = controlledHandler()
    const { server, request, clock } = world({ echo })
    void server.dispatch(request())
    await vi.waitFor(() => expect(contexts).toHaveLength(1), { interval: 1 })
    expect(clock.pending()).toBe(0)
  })

  it('request › deadline in the past › handler not called', async () => {
    const echo = vi.fn(testHandlers.echo)
    const { server, request, clock } = world({ echo })
    expect(await server.dispatch(request({ deadline: clock.now() }))).toEqual(reason(-32000, 'expired'))
    expect(echo).not.toHaveBeenCalled()
  })

  it('deadline › beyond the longest browser timer › does not expire at once', async () => {
    const waits: number[] = []
    const { clock, request } = world()
    const after = (ms: number, run: () => void) => {
      waits.push(ms)
      return clock.after(ms, run)
    }
    const server = createCallee(testMethods, testHandlers, {
      sid,
      clock: { ...clock, after },
      onFlood: () => {},
      chunked: true,
    })
    expect(await server.dispatch(request({ deadline: 8e15 }))).toMatchObject({ ok: true })
    expect(waits).toEqual([2 ** 31 - 1])
    expect(clock.pending()).toBe(0)
  })
})

describe('limits', () => {
  it('ninth unanswered prompt › −32005; one response frees a slot', async () => {
    const resolvers: (() => void)[] = []
    const sign: TestHandlers['sign'] = () =>
      new Promise((resolve) => resolvers.push(() => resolve({ signature: 's' })))
    const { server, request } = world({ sign })
    const prompt = () => server.dispatch(request({ method: 'sign', params: { text: 'a' } }))
    const shown = Array.from({ length: 8 }, prompt)
    expect(await prompt()).toEqual(reason(-32005, 'rate-limited'))
    resolvers[0]?.()
    expect(await shown[0]).toMatchObject({ ok: true })
    void prompt()
    await vi.waitFor(() => expect(resolvers).toHaveLength(9), { interval: 1 })
  })

  it('1,025th read in flight › −32005 rate-limited', async () => {
    const { echo } = controlledHandler()
    const { server, request } = world({ echo })
    for (let n = 0; n < 1_024; n += 1) void server.dispatch(request())
    expect(await server.dispatch(request())).toEqual(reason(-32005, 'rate-limited'))
  })

  it('invalid requests › a thousand within a second › flood', async () => {
    const { server, request, onFlood } = world()
    for (let n = 0; n < 999; n += 1) await server.dispatch(request({ method: 'nothing' }))
    expect(onFlood).not.toHaveBeenCalled()
    await server.dispatch(request({ sid: randomId() }))
    expect(onFlood).toHaveBeenCalledTimes(1)
  })
})
