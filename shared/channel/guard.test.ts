import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { randomId } from './random-id.ts'
import { type Attack, attack } from './testing/hostile-peer.ts'

const sides = ['host', 'widget'] as const
const eventually = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 3_000 })

const replySchema = z.object({ id: z.string(), value: z.object({ id: z.string(), ok: z.boolean() }) })
const errorResponseSchema = z.object({
  id: z.string(),
  value: z.object({ error: z.object({ code: z.number() }) }),
})
const codeFor = (link: Attack, id: string) =>
  link.calls.received.flatMap((message) => {
    const parsed = errorResponseSchema.safeParse(message)
    return parsed.success && parsed.data.id === id ? [parsed.data.value.error.code] : []
  })

const open: Attack[] = []
const opened = (...args: Parameters<typeof attack>) => {
  const link = attack(...args)
  open.push(link)
  return link
}

afterEach(() => {
  for (const link of open.splice(0)) link.close()
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

/** The eight raw comlink messages that take over an unguarded exposed object (channel D2). */
const rawAttacks: readonly { name: string; message: object; transfer?: () => Transferable[] }[] = [
  {
    name: 'CONSTRUCT of Function',
    message: {
      type: 'CONSTRUCT',
      path: ['constructor', 'constructor'],
      argumentList: [{ type: 'RAW', value: 'globalThis.polluted = 1' }],
    },
  },
  {
    name: 'SET through __proto__',
    message: { type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: 1 } },
  },
  { name: 'GET of an inherited value', message: { type: 'GET', path: ['constructor'] } },
  { name: 'ENDPOINT', message: { type: 'ENDPOINT' } },
  {
    name: 'a handler argument: proxy',
    message: {
      type: 'APPLY',
      path: ['dispatch'],
      argumentList: [{ type: 'HANDLER', name: 'proxy', value: {} }],
    },
    transfer: () => [new MessageChannel().port1],
  },
  {
    name: 'a handler argument: throw',
    message: {
      type: 'APPLY',
      path: ['dispatch'],
      argumentList: [{ type: 'HANDLER', name: 'throw', value: { isError: false, value: 1 } }],
    },
  },
  {
    name: 'a handler argument: unknown',
    message: { type: 'APPLY', path: ['dispatch'], argumentList: [{ type: 'HANDLER', name: 'nobody' }] },
  },
  {
    name: 'APPLY of an inherited method',
    message: { type: 'APPLY', path: ['toString'], argumentList: [] },
  },
]

describe.each(sides)('raw comlink attacks on the %s', (side) => {
  it.each(rawAttacks)('$name › −32600, never reaches comlink', async (row) => {
    const link = opened(side)
    const id = randomId()
    link.calls.post({ id, ...row.message }, row.transfer?.() ?? [])
    await eventually(() => expect(codeFor(link, id)).toEqual([-32600]))
    expect(link.target.closed).toEqual([])
    expect(Reflect.get(globalThis, 'polluted')).toBeUndefined()
  })

  it('three strikes › each answered, link closed; a new link works', async () => {
    let link = opened(side)
    let closings = 0
    for (const row of rawAttacks) {
      const id = randomId()
      link.calls.post({ id, ...row.message }, row.transfer?.() ?? [])
      await eventually(() => expect(codeFor(link, id)).toEqual([-32600]))
      if (link.calls.received.length < 3) continue
      await eventually(() => expect(link.target.closed).toEqual(['strike']))
      await eventually(() =>
        expect(link.ctl.received).toEqual([{ t: 'bye', sid: link.sid, reason: 'strike' }]),
      )
      closings += 1
      link = opened(side)
    }
    expect(closings).toBe(2)
    const call = link.frame('echo', { value: 'still here' })
    link.calls.post(call)
    await eventually(() =>
      expect(link.calls.received).toContainEqual({
        id: call.id,
        type: 'RAW',
        value: { id: call.argumentList[0].value.id, ok: true, result: { value: 'still here' } },
      }),
    )
  })

  it('closed link › any message › not served', async () => {
    let served = 0
    const link = opened(side, {
      handlers: {
        show: () => {
          served += 1
          return {}
        },
      },
    })
    for (let n = 0; n < 3; n += 1) link.calls.post({ id: randomId(), type: 'GET', path: [] })
    for (let n = 0; n < 50; n += 1) link.calls.post(link.frame('show', {}))
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    const otherTarget = opened(side)
    const call = otherTarget.frame('show', {})
    otherTarget.calls.post(call)
    await eventually(() => expect(otherTarget.calls.received).toHaveLength(1))
    expect(served).toBe(0)
  })
})

type Frame = ReturnType<Attack['frame']>
const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
const withEnvelope = (frame: Frame, more: object) => {
  const [argument] = frame.argumentList
  return { ...frame, argumentList: [{ ...argument, value: { ...argument.value, ...more } }] }
}
const withValue = (value: () => unknown) => (frame: Frame) =>
  withEnvelope(frame, { params: { value: value() } })
const cycle = () => {
  const self: { self?: unknown } = {}
  self.self = self
  return self
}

const badFrames: readonly [string, (frame: Frame) => unknown][] = [
  ['an extra key in the frame', (frame) => ({ ...frame, extra: 1 })],
  ['an extra key in the envelope', (frame) => withEnvelope(frame, { extra: 1 })],
  ['a number that is no integer', (frame) => withEnvelope(frame, { seq: 1.5 })],
  ['a session that is no id', (frame) => withEnvelope(frame, { sid: 'x' })],
  [
    'a second argument',
    (frame) => ({ ...frame, argumentList: [...frame.argumentList, ...frame.argumentList] }),
  ],
  [
    'an argument list with a constructor of its own',
    (frame) => ({ ...frame, argumentList: Object.assign([...frame.argumentList], { constructor: 'x' }) }),
  ],
  ['a longer path', (frame) => ({ ...frame, path: ['dispatch', 'call'] })],
  ['another type', (frame) => ({ ...frame, type: 'RELEASE' })],
  ['a big integer', withValue(() => 1n)],
  ['a cycle', withValue(cycle)],
  ['1,000 levels', withValue(() => deep(1_000))],
  ['13 levels in all', withValue(() => deep(8))],
  ['an own __proto__', withValue(() => JSON.parse('{"__proto__":{"polluted":1}}'))],
  ['an own constructor', withValue(() => ({ constructor: 1 }))],
  ['a Map', withValue(() => new Map())],
  ['a Date', withValue(() => new Date(0))],
  [
    '300,000 keys',
    withValue(() => Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`k${n}`, n]))),
  ],
  ['300 elements', withValue(() => Array(300).fill(0))],
  ['a 260 KiB string', withValue(() => 'x'.repeat(260 * 1024))],
  ['more than 320 KiB', withValue(() => [1, 2, 3, 4].map(() => 'x'.repeat(100 * 1024)))],
  ['a small view of a large buffer', withValue(() => new Uint8Array(1024 * 1024).subarray(0, 8))],
]

describe('guard of calls', () => {
  it.each(badFrames)('%s › rejected once with −32600', async (_name, spoil) => {
    const link = opened('widget')
    link.calls.post(spoil(link.frame('echo', { value: 1 })))
    await eventually(() => expect(link.calls.received).toHaveLength(1))
    expect(errorResponseSchema.parse(link.calls.received[0]).value.error.code).toBe(-32600)
    expect(link.target.closed).toEqual([])
  })

  it('12 levels in total › accepted', async () => {
    const link = opened('widget')
    link.calls.post(withEnvelope(link.frame('echo', {}), { params: { value: deep(7) } }))
    await eventually(() => expect(replySchema.parse(link.calls.received[0]).value.ok).toBe(true))
  })

  it('message without a readable id › dropped and counted', async () => {
    const link = opened('widget')
    for (const message of [null, 42, { id: 7 }]) link.calls.post(message)
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
    expect(link.calls.received).toEqual([])
  })

  it('valid frame with a port › rejected', async () => {
    const link = opened('host')
    const frame = link.frame('echo', { value: 1 })
    link.calls.post({ ...frame, argumentList: frame.argumentList }, [new MessageChannel().port1])
    await eventually(() => expect(codeFor(link, frame.id)).toEqual([-32600]))
  })
})

describe.each(sides)('guard of responses at the %s', (side) => {
  const sentCall = z.object({
    id: z.string(),
    argumentList: z.tuple([z.object({ value: z.object({ id: z.string() }) })]),
  })
  /** Starts a call of the target and responds with what `reply` returns for its ids. */
  const respond = async (reply: (ids: { id: string; envelope: string }) => unknown) => {
    const link = opened(side)
    const call = link.target.link.call('echo', { value: 1 })
    call.catch(() => undefined)
    await eventually(() => expect(link.replies.received).toHaveLength(1))
    const frame = sentCall.parse(link.replies.received[0])
    link.replies.post(reply({ id: frame.id, envelope: frame.argumentList[0].value.id }))
    return { link, call }
  }

  it.each<[string, (ids: { id: string; envelope: string }) => unknown]>([
    [
      'a thrown error with a stack',
      ({ id }) => ({
        id,
        type: 'HANDLER',
        name: 'throw',
        value: { isError: true, value: { message: 'm', name: 'n', stack: 's' } },
      }),
    ],
    ['a proxy', ({ id }) => ({ id, type: 'HANDLER', name: 'proxy', value: {} })],
    ['a bare value', ({ id }) => ({ id, type: 'RAW', value: 1 })],
    [
      'another envelope id',
      ({ id }) => ({ id, type: 'RAW', value: { id: randomId(), ok: true, result: { value: 1 } } }),
    ],
    [
      'an extra key',
      ({ id, envelope }) => ({ id, type: 'RAW', value: { id: envelope, ok: true, result: {}, x: 1 } }),
    ],
    [
      'an error whose code is no integer',
      ({ id, envelope }) => ({
        id,
        type: 'RAW',
        value: { id: envelope, ok: false, error: { code: 1.5, message: '' } },
      }),
    ],
    [
      'a result that is too large',
      ({ id, envelope }) => ({
        id,
        type: 'RAW',
        value: { id: envelope, ok: true, result: { value: 'x'.repeat(300_000) } },
      }),
    ],
  ])('%s › call fails with −32603, a strike', async (_name, reply) => {
    const { link, call } = await respond(reply)
    await expect(call).rejects.toMatchObject({ code: -32603 })
    expect(link.target.closed).toEqual([])
    link.replies.post(1)
    link.replies.post(1)
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
  })

  it('well-formed result of the wrong type › −32603, no strike', async () => {
    const { link, call } = await respond(({ id, envelope }) => ({
      id,
      type: 'RAW',
      value: { id: envelope, ok: true, result: { other: 1 } },
    }))
    await expect(call).rejects.toMatchObject({ code: -32603 })
    link.replies.post(1)
    link.replies.post(1)
    link.calls.post(link.frame('show', {}))
    await eventually(() => expect(replySchema.parse(link.calls.received[0]).value.ok).toBe(true))
    expect(link.target.closed).toEqual([])
  })

  it('replies without pending calls › link closed', async () => {
    const link = opened(side)
    for (let n = 0; n < 3; n += 1) {
      link.replies.post({ id: randomId(), type: 'RAW', value: { id: randomId(), ok: true, result: {} } })
    }
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
  })

  it('second reply to one call › not delivered, counted', async () => {
    const good = ({ id, envelope }: { id: string; envelope: string }) => ({
      id,
      type: 'RAW',
      value: { id: envelope, ok: true, result: { value: 2 } },
    })
    let repeated: unknown
    const { link, call } = await respond((ids) => {
      repeated = good(ids)
      return repeated
    })
    await expect(call).resolves.toEqual({ value: 2 })
    for (let n = 0; n < 3; n += 1) link.replies.post(repeated)
    await eventually(() => expect(link.target.closed).toEqual(['strike']))
  })
})
