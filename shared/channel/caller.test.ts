import { describe, expect, it, vi } from 'vitest'
import { createCaller } from './caller.ts'
import { randomId } from './random-id.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { testMethods } from './testing/link-world.ts'
import type { Request, Response } from './wire.ts'

const world = () => {
  const clock = fakeClock()
  const sent: { request: Request; reply: (response: Response) => void; fail: (error: unknown) => void }[] = []
  const cancelled: string[] = []
  const sid = randomId()
  const caller = createCaller(testMethods, {
    sid,
    clock,
    dispatch: (request) =>
      new Promise((reply, fail) => {
        sent.push({ request, reply, fail })
      }),
    cancel: (id) => cancelled.push(id),
  })
  const sentOne = async (at = 0) => {
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(at), { interval: 1 })
    const one = sent[at]
    if (one === undefined) throw new Error('nothing sent')
    return one
  }
  return { clock, sent, cancelled, caller, sid, sentOne }
}

describe('createCaller', () => {
  it("request › session, new id, increasing number, method's deadline", async () => {
    const { caller, sid, sentOne, clock } = world()
    void caller.call('echo', { value: 1 })
    void caller.call('sign', { text: 'a' })
    const [first, second] = [(await sentOne(0)).request, (await sentOne(1)).request]
    expect(first).toEqual({
      v: 1,
      sid,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      seq: 1,
      method: 'echo',
      params: { value: 1 },
      deadline: clock.now() + 30_000,
    })
    expect(second.seq).toBe(2)
    expect(second.id).not.toBe(first.id)
    expect(second).not.toHaveProperty('deadline')
  })

  it('valid reply › resolves, no timer left', async () => {
    const { caller, sentOne, clock } = world()
    const call = caller.call('echo', { value: 1 })
    const { request, reply } = await sentOne()
    reply({ id: request.id, ok: true, result: { value: 2 } })
    expect(await call).toEqual({ value: 2 })
    expect(clock.pending()).toBe(0)
  })

  it('result › wrong type › −32603', async () => {
    const { caller, sentOne } = world()
    const call = caller.call('echo', { value: 1 })
    const { request, reply } = await sentOne()
    reply({ id: request.id, ok: true, result: { other: 1 } })
    await expect(call).rejects.toMatchObject({ code: -32603, message: 'Peer returned an invalid result' })
  })

  it('error reply › rejects with its code, message and data', async () => {
    const { caller, sentOne, clock } = world()
    const call = caller.call('echo', { value: 1 })
    const { request, reply } = await sentOne()
    reply({ id: request.id, ok: false, error: { code: 4001, message: 'No', data: { a: 1 } } })
    await expect(call).rejects.toMatchObject({ code: 4001, message: 'No', data: { a: 1 } })
    expect(clock.pending()).toBe(0)
  })

  it.each<[string, { value: unknown }]>([
    ['a function', { value: () => 1 }],
    ['too large', { value: 'x'.repeat(300_000) }],
    ['too deep for its frame', { value: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } }],
    ['an unknown key', JSON.parse('{"value":1,"other":2}')],
  ])('params with %s › −32602, not sent', async (_name, params) => {
    const { caller, sent } = world()
    await expect(caller.call('echo', params)).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid params for echo',
    })
    expect(sent).toEqual([])
  })

  it('caller › params are a Proxy with a getter › one copy validated and sent', async () => {
    const { caller, sentOne } = world()
    let reads = 0
    const value = {
      get to() {
        reads += 1
        return `0x${reads}`
      },
    }
    void caller.call('echo', new Proxy({ value: new Proxy([value], {}) }, {}))
    const { request } = await sentOne()
    expect(request.params).toStrictEqual({ value: [{ to: '0x1' }] })
    expect(() => structuredClone(request)).not.toThrow()
    value.to.toString()
    expect(request.params).toStrictEqual({ value: [{ to: '0x1' }] })
  })

  it('frame › cannot be cloned › −32602', async () => {
    const { caller, sentOne, clock } = world()
    const call = caller.call('echo', { value: 1 })
    const { fail } = await sentOne()
    fail(new DOMException('no clone', 'DataCloneError'))
    await expect(call).rejects.toMatchObject({ code: -32602 })
    expect(clock.pending()).toBe(0)
  })

  it("call › method's time over › −32000, cancelled at the peer, late reply ignored", async () => {
    const { caller, sentOne, clock, cancelled } = world()
    const call = caller.call('echo', { value: 1 })
    const { request, reply } = await sentOne()
    clock.advance(30_000)
    await expect(call).rejects.toMatchObject({
      code: -32000,
      message: 'echo took too long',
      data: { reason: 'expired' },
    })
    expect(cancelled).toEqual([request.id])
    reply({ id: request.id, ok: true, result: { value: 'late' } })
  })

  it('call › aborted › rejects at once, cancelled at the peer, late reply ignored', async () => {
    const { caller, sentOne, clock, cancelled } = world()
    const abort = new AbortController()
    const removed = vi.spyOn(abort.signal, 'removeEventListener')
    const call = caller.call('echo', { value: 1 }, { signal: abort.signal })
    const { request, reply } = await sentOne()
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(cancelled).toEqual([request.id])
    expect(removed).toHaveBeenCalledTimes(1)
    expect(clock.pending()).toBe(0)
    reply({ id: request.id, ok: true, result: { value: 'late' } })
  })

  it('call › signal already aborted › not sent', async () => {
    const { caller, sent } = world()
    const call = caller.call('echo', { value: 1 }, { signal: AbortSignal.abort(new Error('before')) })
    await expect(call).rejects.toThrow('before')
    expect(sent).toEqual([])
  })

  it('link lost › reads disconnected, prompts unknown-outcome, later disconnected', async () => {
    const { caller, sent, clock, sentOne } = world()
    const read = caller.call('echo', { value: 1 })
    const view = caller.call('show', {})
    const prompt = caller.call('sign', { text: 'a' })
    await sentOne(2)
    caller.rejectAll()
    await expect(read).rejects.toMatchObject({
      code: 4900,
      message: 'The wallet widget is disconnected',
      data: { reason: 'unreachable' },
    })
    await expect(view).rejects.toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
    await expect(prompt).rejects.toMatchObject({
      code: 4900,
      message: 'The wallet widget was interrupted; the outcome is unknown',
      data: { reason: 'unknown-outcome' },
    })
    // It was never sent, so its outcome is known.
    await expect(caller.call('sign', { text: 'b' })).rejects.toMatchObject({
      code: 4900,
      data: { reason: 'unreachable' },
    })
    expect(sent).toHaveLength(3)
    expect(clock.pending()).toBe(0)
  })

  it('calls › above the limits of the link › rejected here, not sent', async () => {
    const { caller, sent, sentOne } = world()
    const calls = Array.from({ length: 1_024 }, () => caller.call('echo', { value: 1 }))
    await expect(caller.call('echo', { value: 1 })).rejects.toMatchObject({ code: -32005 })
    expect(sent).toHaveLength(1_024)
    const { request, reply } = await sentOne()
    reply({ id: request.id, ok: true, result: { value: 1 } })
    await calls[0]
    calls.push(caller.call('echo', { value: 1 }))
    expect(await sentOne(1_024)).toBeDefined()
    const prompts = Array.from({ length: 8 }, () => caller.call('sign', { text: 'a' }))
    await expect(caller.call('sign', { text: 'a' })).rejects.toMatchObject({
      code: -32005,
      data: { reason: 'rate-limited' },
    })
    caller.rejectAll()
    await Promise.allSettled([...calls, ...prompts])
  })
})
