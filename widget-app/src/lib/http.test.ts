import { describe, expect, it } from 'vitest'
import { getEndpoint, noQuery, noResponse, postEndpoint } from '#shared/api/endpoint.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { fakeClock } from './fake-clock.ts'
import { fetchEndpoint, httpStatusOf, retryAfterMs } from './http.ts'
import { createSemaphore } from './semaphore.ts'

const endpoint = getEndpoint('/things/:id', noQuery, () => z.object({ size: z.number() }))
const posting = postEndpoint(
  '/things',
  noQuery,
  () => z.object({ a: z.string() }),
  () => z.object({ size: z.number() }),
)
const api = { baseUrl: 'https://api.example', common: { projectId: 'p', st: 's', sv: 'v' } }

type Step = Response | Error | 'hang'

function world(steps: readonly Step[]) {
  const clock = fakeClock(Date.UTC(2026, 0, 1))
  const calls: { readonly url: string; readonly at: number; readonly init: RequestInit | undefined }[] = []
  const start = clock.now()
  const fetch: typeof globalThis.fetch = (input, init) => {
    const step = steps[calls.length] ?? new Error('one call too many')
    calls.push({ url: String(input), at: clock.now() - start, init })
    if (step === 'hang') return new Promise(() => undefined)
    return step instanceof Error ? Promise.reject(step) : Promise.resolve(step)
  }
  const run = async <T>(work: Promise<T>, ms = 60_000): Promise<{ value?: T; error?: unknown }> => {
    const settled = work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    await clock.advance(ms)
    return settled
  }
  return { ports: { fetch, clock }, calls, run, clock }
}

const ok = () => new Response('{"size":1}')
const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status: code, headers })
const input = { params: { id: 'a/b' }, query: {} }

describe('fetchEndpoint', () => {
  it('URL › contains the path parameter and the common query', async () => {
    const { ports, calls, run } = world([ok()])
    expect(await run(fetchEndpoint(ports, api, endpoint, input))).toEqual({ value: { size: 1 } })
    expect(calls[0]?.url).toBe('https://api.example/things/a%2Fb?projectId=p&st=s&sv=v')
  })

  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'status %i › retried three times, after 150, 300 and 600 ms',
    async (code) => {
      const { ports, calls, run } = world([status(code), status(code), status(code), status(code), ok()])
      const { error } = await run(fetchEndpoint(ports, api, endpoint, input))
      expect(isWidgetError(error, 'http/status')).toBe(true)
      expect(httpStatusOf(error)).toBe(code)
      expect(calls.map((call) => call.at)).toEqual([0, 150, 450, 1_050])
    },
  )

  it.each([400, 401, 404, 501])('status %i › not retried', async (code) => {
    const { ports, calls, run } = world([status(code), ok()])
    expect(httpStatusOf((await run(fetchEndpoint(ports, api, endpoint, input))).error)).toBe(code)
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['2', 2_000],
    ['0', 150],
    ['Thu, 01 Jan 2026 00:00:03 GMT', 3_000],
    ['nonsense', 150],
  ])('Retry-After %s › applied', async (header, waitMs) => {
    const { ports, calls, run } = world([status(503, { 'retry-after': header }), ok()])
    expect(await run(fetchEndpoint(ports, api, endpoint, input))).toEqual({ value: { size: 1 } })
    expect(calls[1]?.at).toBe(waitMs)
  })

  it('Retry-After longer than 10 s › ends the retries and is reported', async () => {
    const { ports, calls, run } = world([status(429, { 'retry-after': '11' }), ok()])
    const { error } = await run(fetchEndpoint(ports, api, endpoint, input))
    expect(isWidgetError(error) && error.data).toEqual({ status: 429, retryAfterMs: 11_000 })
    expect(calls).toHaveLength(1)
  })

  it('network error › retried', async () => {
    const { ports, run } = world([new TypeError('Failed to fetch'), ok()])
    expect(await run(fetchEndpoint(ports, api, endpoint, input))).toEqual({ value: { size: 1 } })
  })

  it('unreachable server › http/network', async () => {
    const thrownError = new TypeError('Failed to fetch')
    const { ports, run, calls } = world([thrownError, thrownError, thrownError, thrownError])
    expect(isWidgetError((await run(fetchEndpoint(ports, api, endpoint, input))).error, 'http/network')).toBe(
      true,
    )
    expect(calls).toHaveLength(4)
  })

  it('no response within 10 s › http/timeout, aborted and not retried', async () => {
    const { ports, calls, clock } = world(['hang', ok()])
    let thrown: unknown
    fetchEndpoint(ports, api, endpoint, input).catch((error: unknown) => {
      thrown = error
    })
    await clock.advance(9_999)
    expect(thrown).toBeUndefined()
    await clock.advance(1)
    expect(isWidgetError(thrown, 'http/timeout')).toBe(true)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.init?.signal?.aborted).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it('semaphore › waiting does not count as time, a slot lasts until the body is read', async () => {
    const { ports, calls, clock } = world([new Response(new ReadableStream()), ok()])
    const inTurn = createSemaphore(1)
    const outcomes = [0, 1].map(() =>
      fetchEndpoint({ ...ports, semaphore: inTurn }, api, endpoint, input).catch((error: unknown) =>
        isWidgetError(error) ? error.code : error,
      ),
    )
    await clock.advance(9_999)
    // The head of the first response arrives at once, its body never does.
    expect(calls).toHaveLength(1)
    await clock.advance(1)
    await clock.advance(9_999)
    expect(await Promise.all(outcomes)).toEqual(['http/timeout', { size: 1 }])
    expect(calls[1]?.at).toBe(10_000)
  })

  it.each([
    ['no JSON', 'oops'],
    ['another shape', '{"size":"1"}'],
    ['nothing', ''],
  ])('%s › http/invalid-response and not retried', async (_, text) => {
    const { ports, calls, run } = world([new Response(text), ok()])
    expect(
      isWidgetError((await run(fetchEndpoint(ports, api, endpoint, input))).error, 'http/invalid-response'),
    ).toBe(true)
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['an empty 200', () => new Response('')],
    ['a 204', () => new Response(null, { status: 204 })],
    ['JSON', () => new Response('{}')],
    ['null', () => new Response('null')],
  ])('%s › accepted if no response is expected', async (_, answer) => {
    const { ports, run } = world([answer()])
    const doing = postEndpoint('/things', noQuery, () => z.object({}), noResponse)
    expect(await run(fetchEndpoint(ports, api, doing, { params: {}, query: {}, body: {} }))).toHaveProperty(
      'value',
    )
  })

  it('POST › sent once, unless it is idempotent', async () => {
    const once = world([status(503), ok()])
    const body = { params: {}, query: {}, body: { a: 'b' } }
    expect(httpStatusOf((await once.run(fetchEndpoint(once.ports, api, posting, body))).error)).toBe(503)
    expect(once.calls).toHaveLength(1)
    const twice = world([status(503), ok()])
    const harmless = fetchEndpoint(twice.ports, api, posting, { ...body, idempotent: true })
    expect(await twice.run(harmless)).toEqual({ value: { size: 1 } })
    expect(twice.calls[1]?.init?.body).toBe('{"a":"b"}')
  })

  it('abort › ends the wait at once with its own reason', async () => {
    const { ports, calls, clock } = world([status(503), ok()])
    const controller = new AbortController()
    const work = fetchEndpoint(ports, api, endpoint, { ...input, signal: controller.signal })
    const reason = new Error('left')
    const rejected = expect(work).rejects.toBe(reason)
    await clock.advance(100)
    controller.abort(reason)
    await rejected
    expect(calls).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })
})

describe('retryAfterMs', () => {
  it.each([
    [null, undefined],
    ['', undefined],
    ['5', 5_000],
    ['-5', undefined],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ])('%j › %j', (header, ms) => {
    expect(retryAfterMs(header, 5_000)).toBe(ms)
  })
})
