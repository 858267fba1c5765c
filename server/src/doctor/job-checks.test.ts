import { expect, it } from 'vitest'
import { createPrometheusMetrics } from '../adapters/prometheus/prometheus.ts'
import type { Answer, HttpRequest } from './http.ts'
import { checkJobs } from './job-checks.ts'

const answered = (status: number, text: string): Answer => ({
  ...{ is: 'answered', status, text, headers: new Headers(), bytes: new TextEncoder().encode(text) },
})

async function levelsOf(answer: Answer): Promise<readonly string[]> {
  const sent: [string, HttpRequest | undefined][] = []
  const send = async (url: string, request?: HttpRequest) => {
    sent.push([url, request])
    return answer
  }
  const url = 'https://wallet.example'
  const findings = await checkJobs({ send, url, projectId: 'demo', version: '1.0.0' }, 'secret')
  expect(sent).toEqual([[`${url}/metrics`, { headers: { authorization: 'Bearer secret' } }]])
  return findings.map(({ level, message }) => `${level} ${message}`)
}

function metricsWith(dead: number): string {
  const metrics = createPrometheusMetrics()
  metrics.setJobs({ waiting: 7, dead })
  return metrics.text()
}

it.each([
  ['no dead job', answered(200, metricsWith(0)), /^ok /],
  ['dead jobs', answered(200, metricsWith(3)), /^warning .*include 3 that failed for good/],
  ['jobs that are not counted', answered(200, createPrometheusMetrics().text()), /^warning .*not counted/],
  ['another token', answered(401, 'Unauthorized'), /^warning .*status 401/],
  ['no answer', { is: 'failed', reason: 'no DNS' } satisfies Answer, /^warning .*no DNS/],
])('metrics with %s › one verdict', async (_, answer, finding) => {
  const [found, ...others] = await levelsOf(answer)
  expect(found).toMatch(finding)
  expect(others).toEqual([])
})
