import { expect, it } from 'vitest'
import { createPrometheusMetrics } from '../adapters/prometheus/prometheus.ts'
import type { HttpRequest, HttpResult } from './http.ts'
import { checkJobs } from './job-checks.ts'

const response = (status: number, text: string): HttpResult => ({
  ...{ is: 'answered', status, text, headers: new Headers(), bytes: new TextEncoder().encode(text) },
})

async function levelsOf(result: HttpResult): Promise<readonly string[]> {
  const sent: [string, HttpRequest | undefined][] = []
  const send = async (url: string, request?: HttpRequest) => {
    sent.push([url, request])
    return result
  }
  const url = 'https://wallet.example'
  const verdicts = await checkJobs({ send, url, projectId: 'demo', version: '1.0.0' }, 'secret')
  expect(sent).toEqual([[`${url}/metrics`, { headers: { authorization: 'Bearer secret' } }]])
  return verdicts.map(({ level, message }) => `${level} ${message}`)
}

function metricsWith(dead: number): string {
  const metrics = createPrometheusMetrics()
  metrics.setJobs({ waiting: 7, dead })
  return metrics.text()
}

it.each([
  ['no dead job', response(200, metricsWith(0)), /^ok /],
  ['dead jobs', response(200, metricsWith(3)), /^warning .*include 3 that failed for good/],
  ['jobs that are not counted', response(200, createPrometheusMetrics().text()), /^warning .*not counted/],
  ['another token', response(401, 'Unauthorized'), /^warning .*status 401/],
  ['no answer', { is: 'failed', reason: 'no DNS' } satisfies HttpResult, /^warning .*no DNS/],
])('metrics with %s › one verdict', async (_, result, verdict) => {
  const [found, ...others] = await levelsOf(result)
  expect(found).toMatch(verdict)
  expect(others).toEqual([])
})
