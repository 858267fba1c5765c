import { expect, it } from 'vitest'
import { createPrometheusMetrics } from './prometheus.ts'

const chainId = 'eip155:1'
const host = 'node.example'

it('metrics › every line is a comment or a sample of a declared metric', () => {
  const metrics = createPrometheusMetrics()
  metrics.addRequest({ method: 'GET', route: '/v1/identity/:address', status: 200, durationMs: 7 })
  metrics.addRejection('catalogue ip', 'limited')
  metrics.addRpcEvent({ is: 'call', chainId, from: 'cache' })
  metrics.addRpcEvent({ is: 'request', chainId, host, calls: 1, durationMs: 30, result: 'timeout' })
  metrics.addRpcEvent({ is: 'breaker', chainId, host, state: 'open' })
  metrics.addRpcEvent({ is: 'wrong-chain', chainId, host, actual: 'eip155:2' })
  metrics.addVendorEvent({ is: 'request', vendor: 'acme', durationMs: 4, result: 'invalid' })
  metrics.addVendorEvent({ is: 'breaker', vendor: 'acme', state: 'open' })
  metrics.addJobRun('sweep', 'done')
  metrics.setJobs({ waiting: 1, dead: 0 })
  metrics.addEvents('csp-report', 'full', 3)
  const text = metrics.text()
  expect(text).toContain('drawbridge_events_total{kind="csp-report",result="full"} 3\n')
  expect(text.endsWith('\n')).toBe(true)
  const lines = text.slice(0, -1).split('\n')
  const declared = lines.flatMap((line) => /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? [])
  const samples = lines.filter((line) => !line.startsWith('#'))
  expect(declared).toHaveLength(13)
  for (const line of samples) {
    expect(line).toMatch(/^[a-z_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? [\d.e+-]+$/)
    expect(declared.some((name) => line.startsWith(name))).toBe(true)
  }
})

it('histogram › counts each value in every bucket that includes it', () => {
  const metrics = createPrometheusMetrics()
  for (const durationMs of [5, 30, 60_000])
    metrics.addRequest({ method: 'GET', route: '*', status: 200, durationMs })
  const name = 'drawbridge_http_request_duration_seconds'
  const countOf = (labels: string) =>
    metrics
      .text()
      .split('\n')
      .find((line) => line.startsWith(`${name}${labels} `))
      ?.split(' ')
      .at(-1)
  const bucket = (bound: string) => countOf(`_bucket{method="GET",route="*",le="${bound}"}`)
  expect([bucket('0.005'), bucket('0.025'), bucket('0.05'), bucket('10'), bucket('+Inf')]).toEqual([
    ...['1', '1', '2', '2', '3'],
  ])
  expect([countOf('_count{method="GET",route="*"}'), countOf('_sum{method="GET",route="*"}')]).toEqual([
    '3',
    '60.035',
  ])
})

it('breaker › one of its states has 1', () => {
  const metrics = createPrometheusMetrics()
  for (const state of ['open', 'half-open'] as const)
    metrics.addRpcEvent({ is: 'breaker', chainId, host, state })
  const states = metrics
    .text()
    .split('\n')
    .filter((line) => line.startsWith('drawbridge_rpc_breaker_state{'))
  expect(states).toEqual(
    ['closed"} 0', 'half-open"} 1', 'open"} 0'].map(
      (end) => `drawbridge_rpc_breaker_state{chain="eip155:1",host="node.example",state="${end}`,
    ),
  )
})

it('label › quotes, backslashes and line breaks are escaped', () => {
  const metrics = createPrometheusMetrics()
  metrics.addRejection('a"b\\c\nd', 'unavailable')
  expect(metrics.text()).toContain(
    'drawbridge_rate_limit_refusals_total{budget="a\\"b\\\\c\\nd",is="unavailable"} 1\n',
  )
})
