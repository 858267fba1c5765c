import { describe, expect, it, vi } from 'vitest'
import { type GuardedPort, guardCalls, guardResponses } from './guard.ts'
import { randomId } from './random-id.ts'
import { noId } from './wire.ts'

/** A port that calls its listeners at once. */
const world = (guard: typeof guardCalls) => {
  const listeners: { type: string; listener: EventListenerOrEventListenerObject }[] = []
  const posted: unknown[] = []
  const onStrike = vi.fn()
  const start = vi.fn()
  const port: GuardedPort = {
    postMessage: (message: unknown) => void posted.push(message),
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
      void listeners.push({ type, listener }),
    removeEventListener: () => {},
    start,
  }
  const endpoint = guard(port, onStrike)
  const fire = (event: Event) => {
    for (const { type, listener } of listeners) {
      if (type === event.type && typeof listener === 'function') listener(event)
    }
  }
  const received: MessageEvent[] = []
  endpoint.addEventListener('message', (event) => {
    if (event instanceof MessageEvent) received.push(event)
  })
  return {
    endpoint,
    posted,
    onStrike,
    start,
    received,
    fire,
    message: (data: unknown, ports: MessagePort[] = []) => fire(new MessageEvent('message', { data, ports })),
  }
}

const callFrame = (id: unknown, envelopeId = randomId()) => ({
  id,
  type: 'APPLY',
  path: ['dispatch'],
  argumentList: [
    {
      type: 'RAW',
      value: { v: 1, sid: randomId(), id: envelopeId, seq: 1, method: 'echo', params: {} },
    },
  ],
})
const replyFrame = (id: unknown, envelopeId: string) => ({
  id,
  type: 'RAW',
  value: { id: envelopeId, ok: true, result: 1 },
})
const failureFrame = (id: string, envelopeId: string, code: number, message: string) => ({
  id,
  type: 'RAW',
  value: { id: envelopeId, ok: false, error: { code, message } },
})

describe.each([
  ['calls', guardCalls],
  ['responses', guardResponses],
] as const)('endpoint of %s', (_name, guard) => {
  it('message that this realm cannot deserialise › a strike', () => {
    const { fire, onStrike, received } = world(guard)
    fire(new MessageEvent('messageerror'))
    expect(onStrike).toHaveBeenCalledTimes(1)
    expect(received).toEqual([])
  })

  it('start › starts the port, which else queues its messages', () => {
    const { endpoint, start } = world(guard)
    expect(start).not.toHaveBeenCalled()
    endpoint.start?.()
    expect(start).toHaveBeenCalledTimes(1)
  })
})

describe('endpoint of calls', () => {
  it('call of dispatch › passed on as a message, no strike', () => {
    const { message, received, onStrike, posted } = world(guardCalls)
    const frame = callFrame('c1')
    message(frame)
    expect(received.map(({ type, data }) => [type, data])).toEqual([['message', frame]])
    expect(onStrike).not.toHaveBeenCalled()
    expect(posted).toEqual([])
  })

  it('listener object › not called, no error', () => {
    const { endpoint, message } = world(guardCalls)
    const handleEvent = vi.fn()
    endpoint.addEventListener('message', { handleEvent })
    expect(() => message(callFrame('c1'))).not.toThrow()
    expect(handleEvent).not.toHaveBeenCalled()
  })

  it.each<[string, (id: string) => object, string]>([
    ['with a readable envelope', (id) => ({ ...callFrame('c1', id), type: 'GET' }), 'its id'],
    ['without an envelope', () => ({ id: 'c1', type: 'GET' }), 'no id'],
  ])('frame › rejected %s › one failed response, one strike', (_name, frame, expected) => {
    const { message, received, onStrike, posted } = world(guardCalls)
    const envelopeId = randomId()
    message(frame(envelopeId))
    expect(posted).toEqual([
      failureFrame('c1', expected === 'its id' ? envelopeId : noId, -32600, 'Invalid request'),
    ])
    expect(onStrike).toHaveBeenCalledTimes(1)
    expect(received).toEqual([])
  })

  it.each([null, 42, {}, { id: 7 }, { id: '' }])('frame %j › no readable id › no response', (frame) => {
    const { message, received, onStrike, posted } = world(guardCalls)
    message(frame)
    expect(posted).toEqual([])
    expect(onStrike).toHaveBeenCalledTimes(1)
    expect(received).toEqual([])
  })
})

describe('endpoint of responses', () => {
  it('RELEASE of comlink › not posted, because the peer counts it as a strike', () => {
    const { endpoint, posted } = world(guardResponses)
    endpoint.postMessage({ id: 'r1', type: 'RELEASE' })
    expect(posted).toEqual([])
  })

  it('response to a pending call › passed on as a message, once', () => {
    const { endpoint, message, received, onStrike } = world(guardResponses)
    const envelopeId = randomId()
    endpoint.postMessage(callFrame('c1', envelopeId))
    const reply = replyFrame('c1', envelopeId)
    message(reply)
    expect(received.map(({ type, data }) => [type, data])).toEqual([['message', reply]])
    expect(onStrike).not.toHaveBeenCalled()
    message(reply)
    expect(received).toHaveLength(1)
    expect(onStrike).toHaveBeenCalledTimes(1)
  })

  it.each<[string, object]>([
    ['another envelope', replyFrame('c1', randomId())],
    ['no envelope', { id: 'c1', type: 'RAW' }],
    ['a handler', { id: 'c1', type: 'HANDLER', name: 'throw', value: {} }],
  ])('response › has %s › passed on as −32603, a strike', (_name, reply) => {
    const { endpoint, message, received, onStrike } = world(guardResponses)
    const envelopeId = randomId()
    endpoint.postMessage(callFrame('c1', envelopeId))
    message(reply)
    expect(received.map(({ data }) => data)).toEqual([
      failureFrame('c1', envelopeId, -32603, 'Peer returned an invalid result'),
    ])
    expect(onStrike).toHaveBeenCalledTimes(1)
  })

  it.each<[string, unknown]>([
    ['an unknown id', 'c2'],
    ['a number as id', 1],
    ['no id', undefined],
  ])('response › has %s › dropped with one strike', (_name, id) => {
    const { endpoint, message, received, onStrike } = world(guardResponses)
    const envelopeId = randomId()
    endpoint.postMessage(callFrame('c1', envelopeId))
    endpoint.postMessage(callFrame(undefined, envelopeId))
    message(replyFrame(id, envelopeId))
    expect(received).toEqual([])
    expect(onStrike).toHaveBeenCalledTimes(1)
  })
})
