import { afterEach, describe, expect, it } from 'vitest'
import type { VendorEvent } from '../../ports/vendor.ts'
import type { ServerParts } from '../../server.ts'
import { openTestServer } from '../../testing/test-server.ts'
import type { VendorConnection } from '../vendor-client.ts'
import { createManualTimers } from './manual-timers.ts'
import {
  longTimeoutMs,
  respondWithJson,
  type StubHandler,
  stalled,
  startVendorStub,
  timeoutMsFor,
  type VendorFault,
  vendorFaults,
} from './vendor-stub.ts'

/** The longest time that a caller of the server waits. */
const responseMaxMs = 10_000

/** The response that the caller of an endpoint gets. */
type ExpectedResponse = {
  readonly status: number
  /** The body, parsed. */
  readonly body: unknown
}

const pauseSeconds = 7

/** A body with the vendor and the failure, in the server's own words. */
const errorBody = (vendor: string) => ({
  reasons: [{ description: expect.stringMatching(new RegExp(`^${vendor}: [a-zA-Z0-9 ()-]+$`)) }],
})

type FaultSuite = {
  /** Name for users. */
  readonly vendor: string
  /** The documented behaviour. */
  readonly works: StubHandler
  /** The server's parts with the adapter, over the connection and with the stub's `origin` as the API's URL. */
  readonly parts: (connection: VendorConnection, origin: string) => Partial<ServerParts>
  readonly endpoints: readonly {
    readonly name: string
    /** With the common query. */
    readonly path: string
    readonly init?: RequestInit
    /** The response when the vendor works. */
    readonly works: ExpectedResponse
    /** The response to any fault; by default, an error with the status of the fault. */
    readonly failed?: ExpectedResponse
  }[]
  /** Faults of this vendor only, for example errors with status 200. */
  readonly faults?: readonly VendorFault[]
  /** API keys, and everything else that must not be in a response, log line or event. */
  readonly secrets: readonly string[]
}

/** Tests each endpoint with each fault of its vendor: the documented response, with CORS, in time, without secrets. */
export function vendorFaultSuite({ vendor, works, parts, endpoints, faults = [], secrets }: FaultSuite) {
  const open: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })

  async function openWorld(timeoutMs = longTimeoutMs) {
    const stub = await startVendorStub(works)
    open.push(stub.close)
    const events: VendorEvent[] = []
    const timers = createManualTimers()
    const onEvent = (event: VendorEvent) => events.push(event)
    const server = await openTestServer(
      parts({ outbound: stub.outbound, timers, onEvent, timeoutMs }, stub.origin),
    )
    open.push(server.close)
    const request = async ({ path, init = {} }: { readonly path: string; readonly init?: RequestInit }) => {
      const headers = { origin: 'https://shop.example', ...init.headers }
      const response = await server.app.request(path, { ...init, headers })
      const text = await response.text()
      return { response, text, answer: { status: response.status, body: JSON.parse(text) as unknown } }
    }
    return { stub, events, timers, server, ask: request }
  }

  const allFaults: readonly VendorFault[] = [...vendorFaults, ['half an answer', stalled, 503], ...faults]

  describe.each(endpoints)(`${vendor} › $name`, ({ works: expected, failed, ...endpoint }) => {
    it('vendor works › response', async () => {
      const { stub, ask: request } = await openWorld()
      expect((await request(endpoint)).answer).toEqual(expected)
      expect(stub.requests.length).toBeGreaterThan(0)
    })

    it.each(allFaults)('%s › documented response', async (_, fault, status) => {
      const { stub, events, server, ask: request } = await openWorld(timeoutMsFor(fault))
      stub.answerWith(fault)
      const startedAt = performance.now()
      const { response, text, answer } = await request(endpoint)
      expect(performance.now() - startedAt).toBeLessThan(responseMaxMs)
      expect(answer).toEqual(failed ?? { status, body: errorBody(vendor) })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(events.some((event) => event.is === 'request' && event.result !== 'ok')).toBe(true)
      expect(server.logged.map(({ level }) => level)).toContain('warn')
      expect(server.logged.map(({ level }) => level)).not.toContain('error')
      const visibleText = JSON.stringify([text, [...response.headers], server.logged, events])
      for (const secret of [...secrets, stub.origin, 'Too many requests"', '<h1>', '<!doctype'])
        expect(visibleText).not.toContain(secret)
    })

    it('vendor limits requests › no request for the pause, then again', async () => {
      const { stub, timers, ask: request } = await openWorld()
      stub.answerWith(respondWithJson({}, 429, { 'retry-after': String(pauseSeconds) }))
      await request(endpoint)
      const before = stub.requests.length
      const { response } = await request(endpoint)
      expect(stub.requests).toHaveLength(before)
      expect(response.headers.get('retry-after')).toBe(failed === undefined ? String(pauseSeconds) : null)
      stub.answerWith(works)
      timers.advance(pauseSeconds * 1_000)
      expect((await request(endpoint)).answer).toEqual(expected)
    })
  })
}
