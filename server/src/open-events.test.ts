import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../shared/zod.ts'
import { createPrometheusMetrics } from './adapters/prometheus/prometheus.ts'
import { requireConfig } from './config/load-config.ts'
import { createJobWorker } from './core/job-worker.ts'
import { type EventWriters, openEvents } from './open-events.ts'
import { readRequestBody } from './testing/request-body.ts'
import { commonQuery, openTestServer, type TestServer } from './testing/test-server.ts'

const ignore = () => undefined
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore }

let server: TestServer | undefined
let sink: Server
let events: EventWriters
let received: unknown[] = []
let status = 200

beforeEach(async () => {
  received = []
  status = 200
  sink = createServer(async (request, response) => {
    const body = await readRequestBody(request)
    if (body === undefined) return
    received.push(JSON.parse(body))
    response.statusCode = status
    response.end()
  })
  await once(sink.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await server?.close()
  sink.close()
})

const sinkUrl = () => {
  const address = sink.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook?token=secret`
}

/** A server whose events and reports are written to the configured sinks. */
async function open(environment: Readonly<Record<string, string>>) {
  const stored = await openTestServer()
  const { config } = await requireConfig({ workingDirectory: '/nonexistent', environment })
  const metrics = createPrometheusMetrics()
  events = openEvents(config, stored.stores, quiet, metrics)
  server = await openTestServer({ events: events.analytics, reports: events.reports })
  return { app: server.app, stores: stored.stores, metrics, closeStores: stored.close }
}

const event = {
  eventId: '1',
  url: 'https://shop.example',
  domain: 'shop.example',
  timestamp: 1,
  props: { type: 'track', event: 'CONNECT_SUCCESS', properties: {} },
}
const post = (app: TestServer['app'], path: string, body: unknown) =>
  app.request(path, { method: 'POST', body: JSON.stringify(body) })
const report = { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline' } }
const batchSchema = z.object({ events: z.array(z.object({ kind: z.string(), content: z.unknown() })) })

describe('event sinks', () => {
  it('URL › receives events and reports', async () => {
    const { app, closeStores, metrics } = await open({
      DRAWBRIDGE_ANALYTICS_SINK: 'http',
      DRAWBRIDGE_ANALYTICS_URL: sinkUrl(),
      DRAWBRIDGE_REPORTS_SINK: 'http',
      DRAWBRIDGE_REPORTS_URL: sinkUrl(),
    })
    expect((await post(app, `/batch?${commonQuery}`, [event])).status).toBe(200)
    expect((await post(app, '/csp-reports', [report])).status).toBe(204)
    await events.close()
    const got = received.flatMap((body) => z.parse(batchSchema, body).events)
    expect(got.find(({ kind }) => kind === 'analytics')?.content).toEqual(event)
    expect(got.find(({ kind }) => kind === 'csp-report')?.content).toMatchObject({ directive: 'img-src' })
    expect(metrics.text()).toContain('drawbridge_events_total{kind="analytics",result="written"} 1')
    await closeStores()
  })

  it('URL fails › a job posts its events again', async () => {
    const { app, stores, closeStores } = await open({
      DRAWBRIDGE_ANALYTICS_SINK: 'http',
      DRAWBRIDGE_ANALYTICS_URL: sinkUrl(),
    })
    status = 500
    await post(app, `/batch?${commonQuery}`, [event])
    await events.close()
    expect(await stores.jobs.counts()).toEqual({ waiting: 1, dead: 0 })
    status = 204
    received = []
    await createJobWorker({
      store: stores.jobs,
      handlers: events.jobHandlers,
      recurring: {},
      clock: Date.now,
      logger: quiet,
    }).runDue()
    expect(received).toMatchObject([
      { events: [{ kind: 'analytics', projectKey: 'demo-key', content: event }] },
    ])
    expect(await stores.jobs.counts()).toEqual({ waiting: 0, dead: 0 })
    await closeStores()
  })

  it('no sink › drops events; a report above 64 kB is 413', async () => {
    const { app, closeStores } = await open({ DRAWBRIDGE_REPORTS_SINK: 'none' })
    expect((await post(app, `/batch?${commonQuery}`, [event])).status).toBe(200)
    expect((await post(app, '/csp-reports', [report])).status).toBe(204)
    expect((await post(app, '/csp-reports', ['x'.repeat(65_536)])).status).toBe(413)
    await events.close()
    expect(received).toEqual([])
    await closeStores()
  })
})
