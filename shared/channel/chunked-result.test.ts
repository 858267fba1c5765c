import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { chunkedResultLifetimeMs, partLimit, partMaxLength } from '../config/limits.ts'
import { fetchChunkedResults, storeChunkedResults } from './chunked-result.ts'
import { randomId } from './random-id.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { attack } from './testing/hostile-peer.ts'
import { openPair, type TestHandlers } from './testing/link-world.ts'

const opened: { close(): void }[] = []
const closeAfterTest = <Link extends { close(): void }>(link: Link): Link => {
  opened.push(link)
  return link
}
afterEach(() => {
  for (const link of opened.splice(0)) link.close()
})

const eventually = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 3_000 })

const log = (at: number) => ({
  address: `0x${at.toString(16).padStart(40, '0')}`,
  topics: Array.from({ length: 4 }, (_, topic) => `0x${`${at}${topic}`.padStart(64, '0')}`),
  data: `0x${'00'.repeat(32)}`,
  blockNumber: `0x${at.toString(16)}`,
  removed: false,
})
const logs = (count: number) => Array.from({ length: count }, (_, at) => log(at))
const nested = (levels: number): unknown => (levels === 0 ? 1 : { calls: [nested(levels - 1)] })
const respondWith = (value: unknown): Partial<TestHandlers> => ({ echo: () => ({ value }) })

describe('chunked results', () => {
  it.each<[string, unknown]>([
    ['257 logs', logs(257)],
    ['10,000 logs', logs(10_000)],
    ['a text of one part more', 'x'.repeat(3 * partMaxLength)],
    ['signs of two units at the edge of a part', '😀'.repeat(partMaxLength)],
    ['a call trace of 40 levels', nested(40)],
    ['8 MB, less the wrapper', 'x'.repeat(partLimit * partMaxLength - '{"value":""}'.length)],
    ['a member without a value', { at: undefined, logs: logs(300) }],
  ])('result › %s › received complete', async (_name, value) => {
    const { host, widget } = closeAfterTest(openPair({ widget: respondWith(value) }))
    expect(await host.link.call('echo', { value: 1 })).toEqual({ value })
    expect(host.closed.concat(widget.closed)).toEqual([])
  })

  it.each<[string, unknown]>([
    ['more than 8 MB', 'x'.repeat(partLimit * partMaxLength)],
    ['more than 8 MB with its escapes', '"'.repeat((partLimit * partMaxLength) / 2)],
    ['more than a million values', Array.from({ length: 1_001 }, () => Array(1_000).fill(0))],
    ['bytes', { bytes: new Uint8Array(1024 * 1024) }],
    ['a number that JSON lacks', [...logs(300), Number.NaN]],
    ['a forbidden key', [...logs(300), JSON.parse('{"__proto__":1}')]],
    ['a class instance', [...logs(300), new Date(0)]],
    ['a function', [...logs(300), () => 1]],
  ])('result › %s › −32603 with the reason, no strike', async (_name, value) => {
    const { host, widget } = closeAfterTest(openPair({ widget: respondWith(value) }))
    await expect(host.link.call('echo', { value: 1 })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('8 MB'),
    })
    expect(host.closed.concat(widget.closed)).toEqual([])
  })

  it('peer without the capability › large result › −32603, no chunks offered', async () => {
    const link = closeAfterTest(attack('widget', { handlers: respondWith(logs(300)), caps: [] }))
    link.calls.post(link.frame('echo', { value: 1 }))
    await eventually(() => expect(link.calls.received).toHaveLength(1))
    expect(link.calls.received[0]).toMatchObject({ value: { ok: false, error: { code: -32603 } } })
  })

  it('three large results at once › the third waits for a slot, all received', async () => {
    const { host } = closeAfterTest(
      openPair({ widget: { echo: ({ value }) => ({ value: [value, logs(2_000)] }) } }),
    )
    const calls = [1, 2, 3].map((value) => host.link.call('echo', { value }))
    expect((await Promise.all(calls)).map(({ value }) => value)).toEqual(
      [1, 2, 3].map((value) => [value, logs(2_000)]),
    )
  })

  it('page with toJSON on the prototype of lists › result received unconverted', async () => {
    const { host } = closeAfterTest(openPair({ widget: respondWith(logs(300)) }))
    Reflect.set(Array.prototype, 'toJSON', () => 'converted')
    try {
      expect(await host.link.call('echo', { value: 1 })).toEqual({ value: logs(300) })
    } finally {
      Reflect.deleteProperty(Array.prototype, 'toJSON')
    }
  })

  it('call aborted while its chunks are fetched › rejects, slot released', async () => {
    const { host } = closeAfterTest(openPair({ widget: respondWith(logs(10_000)) }))
    for (let at = 0; at < 5; at += 1) {
      const abort = new AbortController()
      const call = host.link.call('echo', { value: at }, { signal: abort.signal })
      abort.abort()
      await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    }
    expect(await host.link.call('echo', { value: 1 })).toEqual({ value: logs(10_000) })
  })
})

describe('caller that does not fetch', () => {
  const world = () => {
    const clock = fakeClock()
    const link = closeAfterTest(attack('widget', { clock, handlers: respondWith(logs(300)) }))
    const ask = () => {
      const frame = link.frame('echo', { value: 1 })
      link.calls.post(frame)
      return frame.argumentList[0].value.id
    }
    const answerTo = (id: string) =>
      link.calls.received.map((frame) => Object(frame).value).find((value) => value.id === id)
    const answered = async (id: string) => {
      await eventually(() => expect(answerTo(id)).toBeDefined())
      return answerTo(id)
    }
    const fetchPart = (of: string, part: number) => {
      const frame = link.frame('link.part', { of, part })
      link.calls.post(frame)
      return answered(frame.argumentList[0].value.id)
    }
    return { clock, link, ask, answerTo, answered, fetchPart }
  }

  it('two results stored › eight wait, more are rejected with −32005', async () => {
    const { ask, answered, answerTo } = world()
    const ids = Array.from({ length: 11 }, ask)
    expect(await answered(ids[10] ?? '')).toMatchObject({
      ok: false,
      error: { code: -32005, message: 'Too many large results at once', data: { reason: 'rate-limited' } },
    })
    expect(ids.filter((id) => answerTo(id)?.parts !== undefined)).toEqual(ids.slice(0, 2))
  })

  it('result not fetched for 10 s › dropped, and the next is stored', async () => {
    const { clock, ask, answered, answerTo, fetchPart } = world()
    const [first = '', second = '', third = ''] = [ask(), ask(), ask()]
    await answered(second)
    expect(answerTo(third)).toBeUndefined()
    clock.advance(chunkedResultLifetimeMs)
    expect(await answered(third)).toMatchObject({ ok: true, parts: 2 })
    expect(await fetchPart(first, 0)).toMatchObject({ ok: false, error: { code: -32600 } })
  })

  it('chunk › read once, and only by its request', async () => {
    const { ask, answered, fetchPart } = world()
    const id = ask()
    await answered(id)
    expect(await fetchPart(id, 0)).toMatchObject({ ok: true, result: expect.any(String) })
    expect(await fetchPart(id, 0)).toMatchObject({
      ok: false,
      error: { code: -32600, message: 'No such part' },
    })
    expect(await fetchPart(id, 2)).toMatchObject({ ok: false, error: { code: -32600 } })
    expect(await fetchPart(randomId(), 1)).toMatchObject({ ok: false, error: { code: -32600 } })
    expect(await fetchPart(id, 64)).toMatchObject({ ok: false, error: { code: -32602 } })
    expect(await fetchPart(id, 1)).toMatchObject({ ok: true, result: expect.any(String) })
  })
})

test('three chunked results › two fetched, the third after one completes', async () => {
  const asked: { readonly id: string; readonly answer: (part: string) => void }[] = []
  const fetchResult = fetchChunkedResults((id) => new Promise((answer) => asked.push({ id, answer })))
  const results = ['a', 'b', 'c'].map((id) => fetchResult(id, 1))
  await eventually(() => expect(asked).toHaveLength(2))
  await new Promise(setImmediate)
  expect(asked.map(({ id }) => id)).toEqual(['a', 'b'])
  asked[0]?.answer('1')
  expect(await results[0]).toBe(1)
  await eventually(() => expect(asked.map(({ id }) => id)).toEqual(['a', 'b', 'c']))
  for (const { answer } of asked) answer('2')
  expect(await Promise.all(results)).toEqual([1, 2, 2])
})

describe('malicious server', () => {
  /** A host whose peer answers the first call with `parts`, and each fetch with the test's value. */
  const callMaliciousPeer = async (parts: unknown, part: (at: number) => unknown) => {
    const link = closeAfterTest(attack('host'))
    const call = link.target.link.call('echo', { value: 1 })
    call.catch(() => {})
    let read = 0
    await eventually(() => {
      for (; read < link.replies.received.length; read += 1) {
        const frame = Object(link.replies.received[read])
        const { value } = frame.argumentList[0]
        const reply =
          value.method === 'echo' ? { parts } : { result: part(Number(Object(value.params).part)) }
        link.replies.post({ id: frame.id, type: 'RAW', value: { id: value.id, ok: true, ...reply } })
      }
      expect(read).toBeGreaterThan(Number.isInteger(parts) && Number(parts) <= partLimit ? Number(parts) : 0)
    })
    return { call, link }
  }

  it.each<[string, number, (at: number) => unknown]>([
    ['no JSON', 1, () => '{'],
    ['a forbidden key', 1, () => '{"value":{"__proto__":{}}}'],
    ['a part that is no text', 1, () => ({ value: 1 })],
    ['a part that is a list', 2, (at) => (at === 0 ? '{"value":' : ['1}'])],
    ['a part longer than one message may be', 1, () => `{"value":"${'x'.repeat(partMaxLength)}"}`],
    ['too many values', 64, (at) => (at === 0 ? '{"value":[0' : at === 63 ? ']}' : ',0'.repeat(20_000))],
    ['a result of the wrong type', 1, () => '[]'],
  ])('chunk › %s › −32603', async (_name, parts, part) => {
    const { call } = await callMaliciousPeer(parts, part)
    await expect(call).rejects.toMatchObject({ code: -32603, message: 'Peer returned an invalid result' })
  })

  it.each([0, 65, 1.5, '1'])('chunks › %s of them › −32603 and a strike', async (parts) => {
    const { call } = await callMaliciousPeer(parts, () => '')
    await expect(call).rejects.toMatchObject({ code: -32603 })
  })

  it('chunked reply › no pending call › dropped with a strike', async () => {
    const link = closeAfterTest(attack('host'))
    for (let at = 0; at < 3; at += 1)
      link.replies.post({ id: `${at}`, type: 'RAW', value: { id: randomId(), ok: true, parts: 1 } })
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    expect(link.replies.received).toEqual([])
  })
})

test('stored results › stopped › dropped, no timer', async () => {
  const clock = fakeClock()
  const results = storeChunkedResults(clock)
  expect(await results.store('a', logs(300))).toBe(2)
  expect(clock.pending()).toBe(1)
  results.stop()
  expect(clock.pending()).toBe(0)
  expect(() => results.read('a', 0)).toThrow('No such part')
})

test('stored result › all chunks read › its slot is free', async () => {
  const results = storeChunkedResults(fakeClock())
  for (const id of ['a', 'b']) expect(await results.store(id, logs(300))).toBe(2)
  const waiting = results.store('c', logs(300))
  for (const part of [0, 1]) results.read('a', part)
  expect(await waiting).toBe(2)
})

test('waiting results › stopped › all rejected, none stored', async () => {
  const clock = fakeClock()
  const results = storeChunkedResults(clock)
  await Promise.all(['a', 'b'].map((id) => results.store(id, logs(300))))
  const waiting = ['c', 'd', 'e', 'f', 'g'].map((id) => results.store(id, logs(300)))
  results.stop()
  const late = results.store('h', logs(300))
  for (const result of [...waiting, late])
    await expect(result).rejects.toMatchObject({
      ...{ code: 4900, message: 'Disconnected', data: { reason: 'aborted' } },
    })
  expect(clock.pending()).toBe(0)
  expect(() => results.read('c', 0)).toThrow('No such part')
})

it('link closed while chunks are fetched › the call rejects as lost', async () => {
  const ends = openPair({ widget: respondWith(logs(10_000)) })
  const call = ends.host.link.call('echo', { value: 1 })
  const lost = expect(call).rejects.toMatchObject({ code: 4900 })
  ends.host.link.close('lost')
  await lost
  ends.close()
})
