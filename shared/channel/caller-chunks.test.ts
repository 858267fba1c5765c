import { describe, expect, it, vi } from 'vitest'
import { strictObject, text } from '../wire-schema.ts'
import { createCaller } from './caller.ts'
import { type MethodTable, method } from './method.ts'
import { randomId } from './random-id.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { testMethods } from './testing/link-world.ts'
import type { Request, Response } from './wire.ts'

const nested = (levels: number): ReturnType<typeof text> | ReturnType<typeof strictObject> =>
  levels === 0 ? text(1) : strictObject({ a: nested(levels - 1) })
const table: MethodTable = {
  ...testMethods,
  deep: method(nested(6), text(), { risk: 'read' }),
}

const world = () => {
  const sent: { request: Request; reply: (response: Response) => void }[] = []
  const cancelled: string[] = []
  const caller = createCaller(table, {
    sid: randomId(),
    clock: fakeClock(),
    dispatch: (request) => new Promise((reply) => sent.push({ request, reply })),
    cancel: (id) => cancelled.push(id),
  })
  /** Answers the request number `at`. */
  const answer = async (at: number, response: object) => {
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(at), { interval: 1 })
    const one = sent[at]
    if (one === undefined) throw new Error('nothing sent')
    const reply: Response = JSON.parse(JSON.stringify({ id: one.request.id, ...response }))
    one.reply(reply)
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { sent, cancelled, caller, answer, settle }
}

describe('invalid calls', () => {
  it('method › not in the table › −32601 with its name, not sent', async () => {
    const { caller, sent } = world()
    await expect(caller.call('nothing', {})).rejects.toMatchObject({
      code: -32601,
      message: 'No method nothing',
    })
    expect(sent).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['at the first level', { b: 1 }, 'deep.b'],
    ['below four levels', { a: { a: { a: { a: { a: { a: 'xx' } } } } } }, 'deep.a.a.a.a'],
    ['with a long name', { ['k'.repeat(200)]: 1 }, `deep.${'k'.repeat(123)}`],
  ])('params › invalid member %s › −32602 with its bounded path', async (_name, params, path) => {
    const { caller, sent } = world()
    await expect(caller.call('deep', params)).rejects.toMatchObject({
      code: -32602,
      message: `Invalid params for ${path}`,
    })
    expect(sent).toEqual([])
  })
})

describe('aborts', () => {
  it('call › aborted after its reply › nothing cancelled at the peer', async () => {
    const { caller, cancelled, answer } = world()
    const abort = new AbortController()
    const call = caller.call('echo', { value: 1 }, { signal: abort.signal })
    await answer(0, { ok: true, result: { value: 2 } })
    expect(await call).toEqual({ value: 2 })
    abort.abort()
    expect(cancelled).toEqual([])
  })

  it('call › aborted while its chunks wait for a slot › no chunk requested', async () => {
    const { caller, sent, answer, settle } = world()
    const abort = new AbortController()
    const calls = [1, 2].map((value) => caller.call('echo', { value }))
    const aborted = caller.call('echo', { value: 3 }, { signal: abort.signal })
    for (const at of [0, 1, 2]) await answer(at, { ok: true, parts: 1 })
    await vi.waitFor(() => expect(sent).toHaveLength(5), { interval: 1 })
    abort.abort()
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    for (const at of [3, 4]) await answer(at, { ok: true, result: '{"value":2}' })
    expect(await Promise.all(calls)).toEqual([{ value: 2 }, { value: 2 }])
    await settle()
    expect(sent).toHaveLength(5)
  })

  it('chunk › rejected by the peer › call rejects with its error', async () => {
    const { caller, answer } = world()
    const call = caller.call('echo', { value: 1 })
    call.catch(() => {})
    await answer(0, { ok: true, parts: 1 })
    await answer(1, { ok: false, error: { code: -32600, message: 'No such part' } })
    await expect(call).rejects.toMatchObject({ code: -32600, message: 'No such part' })
  })
})
