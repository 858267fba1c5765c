import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { failed, passed, warning } from '../doctor/check-verdict.ts'
import { verdictsPage, verdictsStyle } from '../doctor/verdicts-page.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'

const opened: TestServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

const token = 'a-token-of-the-operator'
const verdicts = [
  passed('TLS', 'is accepted'),
  warning('names', 'have no <b>second</b> URL', 'Add one'),
  failed('project "x"', 'lists no origins', 'Add one: drawbridge project origins x'),
]
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function server(isOn = true) {
  const runs: string[] = []
  const render = async (projectId: string) => {
    runs.push(projectId)
    return verdictsPage(verdicts, 'https://wallet.example', projectId)
  }
  const started = await openTestServer(isOn ? { doctor: { token, style: verdictsStyle, render } } : {})
  opened.push(started)
  const get = (path: string, headers: Record<string, string> = {}) => started.app.request(path, { headers })
  return { get, runs }
}

it('no token configured › no page', async () => {
  const { get } = await server(false)
  expect((await get('/doctor', { authorization: basic('operator', '') })).status).toBe(404)
})

it.each([
  ['no password', {}, 401],
  ['another password', { authorization: basic('operator', 'guess') }, 401],
  ['another user', { authorization: basic('root', token) }, 401],
  ['a bearer', { authorization: `Bearer ${token}` }, 401],
  [
    'a link of another site',
    { authorization: basic('operator', token), 'sec-fetch-site': 'cross-site' },
    403,
  ],
])('%s › runs nothing', async (_, headers, status) => {
  const { get, runs } = await server()
  const response = await get('/doctor', headers)
  expect([response.status, await response.text(), runs]).toEqual([
    status,
    expect.not.stringContaining('TLS'),
    [],
  ])
})

it('operator › errors first, as text, with a policy without scripts', async () => {
  const { get, runs } = await server()
  const response = await get('/doctor?project=shop', { authorization: basic('operator', token) })
  const html = await response.text()
  expect([response.status, runs]).toEqual([200, ['shop']])
  const hash = createHash('sha256')
    .update(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '')
    .digest('base64')
  expect(response.headers.get('content-security-policy')).toContain(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'`,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(html.indexOf('Errors (1)')).toBeLessThan(html.indexOf('Warnings (1)'))
  expect(html).toContain('What to do: Add one: drawbridge project origins x.')
  expect(html).not.toContain('<b>second')
  expect(html).not.toContain('project "x"')
})

it('two concurrent requests › one run', async () => {
  const { get, runs } = await server()
  const headers = { authorization: basic('operator', token) }
  await Promise.all([get('/doctor', headers), get('/doctor', headers)])
  expect(runs).toEqual(['demo'])
})

it('invalid project id › rejected', async () => {
  const { get, runs } = await server()
  const headers = { authorization: basic('operator', token) }
  expect([(await get('/doctor?project=%3Cb%3E', headers)).status, runs]).toEqual([400, []])
})
