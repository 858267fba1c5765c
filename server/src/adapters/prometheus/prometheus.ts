import type { Metrics } from '../../ports/metrics.ts'
import type { RpcEvent } from '../../ports/rpc.ts'
import { createCounter, createGauge, createHistogram } from './series.ts'

/** Seconds; a response takes 10 s at most. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const breakerStates = ['closed', 'half-open', 'open'] as const

/** Metrics in memory, each named `drawbridge_…` (https://prometheus.io/docs/practices/naming/). */
export function createPrometheusMetrics(): Metrics {
  const requests = createCounter('drawbridge_http_requests_total', 'Requests by route and status.')
  const durations = createHistogram(
    'drawbridge_http_request_duration_seconds',
    'Time until the answer of a request was ready.',
    durationBounds,
  )
  const rejections = createCounter(
    'drawbridge_rate_limit_refusals_total',
    'Requests over a budget (limited), or not countable (unavailable).',
  )
  const calls = createCounter('drawbridge_rpc_calls_total', 'JSON-RPC calls by where their answer is from.')
  const upstream = createHistogram(
    'drawbridge_rpc_upstream_duration_seconds',
    'Duration of requests to nodes, by their result.',
    durationBounds,
  )
  const upstreamEvents = createCounter(
    'drawbridge_rpc_upstream_events_total',
    'Hedges, failovers, pauses and refusals.',
  )
  const breakers = createGauge('drawbridge_rpc_breaker_state', 'The state that has 1 is that of the breaker.')
  const vendors = createHistogram(
    'drawbridge_vendor_duration_seconds',
    'Duration of requests to APIs of vendors, by their result.',
    durationBounds,
  )
  const vendorBreakers = createGauge(
    'drawbridge_vendor_breaker_state',
    'The state that has 1 is that of the breaker.',
  )
  const jobs = createGauge('drawbridge_jobs', 'Stored jobs that wait, and those that failed for good (dead).')
  const jobRuns = createCounter('drawbridge_job_runs_total', 'Runs of jobs by their result.')
  const events = createCounter(
    'drawbridge_events_total',
    'Analytics events and reports of browsers, written or dropped.',
  )
  const memory = createGauge('process_resident_memory_bytes', 'Resident memory size in bytes.')

  function addRpcEvent(event: RpcEvent): void {
    const { chainId: chain } = event
    if (event.is === 'call') {
      calls.add({ chain, from: event.from })
      return
    }
    const { host } = event
    if (event.is === 'request')
      upstream.observe({ chain, host, result: event.result }, event.durationMs / 1_000)
    else if (event.is !== 'breaker') upstreamEvents.add({ chain, host, event: event.is })
    else
      for (const state of breakerStates) breakers.set({ chain, host, state }, state === event.state ? 1 : 0)
  }

  return {
    addRequest: ({ method, route, status, durationMs }) => {
      requests.add({ method, route, status })
      durations.observe({ method, route }, durationMs / 1_000)
    },
    addRpcEvent,
    addVendorEvent: (event) => {
      const { vendor } = event
      if (event.is === 'request') vendors.observe({ vendor, result: event.result }, event.durationMs / 1_000)
      else
        for (const state of breakerStates)
          vendorBreakers.set({ vendor, state }, state === event.state ? 1 : 0)
    },
    addRejection: (budget, is) => rejections.add({ budget, is }),
    addJobRun: (kind, result) => jobRuns.add({ kind, result }),
    setJobs: ({ waiting, dead }) => {
      jobs.set({ state: 'waiting' }, waiting)
      jobs.set({ state: 'dead' }, dead)
    },
    addEvents: (kind, result, count) => events.add({ kind, result }, count),
    text: () => {
      memory.set({}, process.memoryUsage.rss())
      const rpc = [calls, upstream, upstreamEvents, breakers]
      const all = [
        requests,
        durations,
        rejections,
        ...rpc,
        vendors,
        vendorBreakers,
        jobs,
        jobRuns,
        events,
        memory,
      ]
      return `${all.flatMap((one) => one.lines()).join('\n')}\n`
    },
  }
}
