import { afterEach, describe, expect, it } from 'vitest'
import * as z from '../../../shared/zod.ts'
import { VendorError, type VendorEvent } from '../ports/vendor.ts'
import { createManualTimers } from './testing/manual-timers.ts'
import {
  longTimeoutMs,
  respondWithJson,
  startVendorStub,
  timeoutMsFor,
  vendorFaults,
} from './testing/vendor-stub.ts'
import { createThrottle } from './throttle.ts'
import { createVendorClient, type VendorClientOptions } from './vendor-client.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const secret = 'k-3f9a'
const schema = z.object({ price: z.number() })
const works = respondWithJson({ price: 2 })
const broken = respondWithJson({}, 500)

async function openClient(options: Partial<VendorClientOptions> = {}) {
  const stub = await startVendorStub(works)
  open.push(stub.close)
  const timers = createManualTimers()
  const events: VendorEvent[] = []
  const client = createVendorClient({
    ...{ vendor: 'Acme', outbound: stub.outbound, timers, timeoutMs: longTimeoutMs },
    onEvent: (event) => events.push(event),
    ...options,
  })
  const call = (signal?: AbortSignal, read = ({ price }: z.output<typeof schema>) => price) => {
    const request = { url: `${stub.origin}/p`, query: { apikey: secret }, headers: { authorization: secret } }
    return client.call({ ...request, schema, ...(signal && { signal }) }, read)
  }
  const failure = async (...given: Parameters<typeof call>) => {
    const error: unknown = await call(...given).catch((reason: unknown) => reason)
    if (!(error instanceof VendorError)) throw error
    return error
  }
  return { stub, timers, events, call, failure }
}

describe('vendor client', () => {
  it('response › is read', async () => {
    const { call, events, stub } = await openClient()
    expect(await call()).toBe(2)
    expect(events).toEqual([{ is: 'request', vendor: 'Acme', durationMs: 0, result: 'ok' }])
    expect(stub.requests).toMatchObject([{ query: { apikey: secret }, headers: { authorization: secret } }])
  })

  it.each(vendorFaults)('%s › fails without secrets', async (_, fault, status) => {
    const { stub, failure, events } = await openClient({ timeoutMs: timeoutMsFor(fault) })
    stub.answerWith(fault)
    const error = await failure()
    expect(['limited', 'unavailable'].includes(error.reason)).toBe(status === 503)
    expect(events).toMatchObject([{ is: 'request', result: error.reason }])
    const visibleText = JSON.stringify([error, error.message, error.stack, String(error.cause), events])
    for (const text of [secret, stub.origin, 'Internal error', '<h1>'])
      expect(visibleText).not.toContain(text)
  })

  it('consecutive failures › open the breaker; one probe closes it', async () => {
    const { stub, timers, call, failure, events } = await openClient({
      breaker: { failures: 2, openMs: 5_000, maxOpenMs: 60_000 },
    })
    stub.answerWith(broken)
    expect([(await failure()).message, (await failure()).message]).toEqual([
      'Acme: status 500',
      'Acme: status 500',
    ])
    expect(await failure()).toMatchObject({ reason: 'unavailable', retryAfterMs: 5_000 })
    expect(stub.requests).toHaveLength(2)
    stub.answerWith(works)
    timers.advance(5_000)
    const [first, second] = await Promise.all([call(), failure()])
    expect([first, second.reason, await call()]).toEqual([2, 'unavailable', 2])
    const states = events.flatMap((event) => (event.is === 'breaker' ? [event.state] : []))
    expect(states).toEqual(['open', 'half-open', 'closed'])
  })

  it.each([401, 404, 422])('status %i › concerns the request and opens no breaker', async (status) => {
    const { stub, failure, call } = await openClient({ breaker: { failures: 1, openMs: 9, maxOpenMs: 9 } })
    stub.answerWith(respondWithJson({}, status))
    expect((await failure()).reason).toBe('rejected')
    stub.answerWith(works)
    expect(await call()).toBe(2)
  })

  it('documented error › rejected, counts as a response of a working vendor', async () => {
    const { stub, timers, call, failure, events } = await openClient({
      breaker: { failures: 1, openMs: 9, maxOpenMs: 9 },
    })
    stub.answerWith(broken)
    await failure()
    timers.advance(9)
    stub.answerWith(works)
    const rejected = call(undefined, () => {
      throw new RangeError('Nothing is sold')
    })
    await expect(rejected).rejects.toThrow(RangeError)
    expect(events.at(-1)).toMatchObject({ is: 'request', result: 'rejected' })
    expect(await call()).toBe(2)
  })

  it('pause › as long as the vendor requests, at most five minutes', async () => {
    const { stub, timers, failure, call } = await openClient()
    stub.answerWith(respondWithJson({}, 429, { 'retry-after': '86400' }))
    await failure()
    timers.advance(299_000)
    expect(await failure()).toMatchObject({ reason: 'limited', retryAfterMs: 1_000 })
    expect(stub.requests).toHaveLength(1)
    stub.answerWith(works)
    timers.advance(1_000)
    expect(await call()).toBe(2)
  })

  it('response with a limit error › pauses for a second', async () => {
    const { stub, timers, failure, call } = await openClient()
    const limited = () => {
      throw new VendorError('Acme', 'limited', 'too many requests')
    }
    expect(await failure(undefined, limited)).toMatchObject({ retryAfterMs: 1_000 })
    expect((await failure()).reason).toBe('limited')
    expect(stub.requests).toHaveLength(1)
    timers.advance(1_000)
    expect(await call()).toBe(2)
  })

  it('response that the reader cannot parse › invalid', async () => {
    const { failure } = await openClient()
    expect(await failure(undefined, () => z.parse(z.number(), 'x'))).toMatchObject({ reason: 'invalid' })
  })

  it('call that the throttle rejects › no request, no breaker, no pause', async () => {
    const timers = createManualTimers()
    const throttle = createThrottle({ vendor: 'Acme', intervalMs: 1_000, maxWaitMs: 0, clock: timers.now })
    const breaker = { failures: 1, openMs: 9, maxOpenMs: 9 }
    const { call, failure, events, stub } = await openClient({ timers, throttle, breaker })
    expect(await call()).toBe(2)
    expect(await failure()).toMatchObject({ reason: 'limited', retryAfterMs: 1_000 })
    timers.advance(1_000)
    expect(await call()).toBe(2)
    expect([stub.requests.length, events.length]).toEqual([2, 2])
  })

  it('aborted by the caller › throws its reason; its timeout is a failure', async () => {
    const { stub, call, failure, events } = await openClient()
    stub.answerWith(() => undefined)
    const caller = new AbortController()
    const aborted = call(caller.signal)
    caller.abort(new Error('left'))
    await expect(aborted).rejects.toThrow('left')
    expect((await failure(AbortSignal.timeout(20))).reason).toBe('unavailable')
    expect(events).toMatchObject([{ result: 'aborted' }, { result: 'unavailable' }])
  })
})
