import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckVerdict } from './check-verdict.ts'
import { type Change, openTestDeployment } from './testing/test-deployment.ts'

let deployment: Awaited<ReturnType<typeof openTestDeployment>>
beforeAll(async () => {
  deployment = await openTestDeployment()
  await deployment.changeProject({
    allowedOrigins: ['https://shop.example', '*.cafe.example', 'localhost:*'],
  })
})
afterAll(() => deployment.close())

const problems = (verdicts: readonly CheckVerdict[]): readonly string[] =>
  verdicts.flatMap(({ level, check, message }) => (level === 'ok' ? [] : [`${level} ${check}: ${message}`]))
const plain = '/embed/1/demo'
const isolated = '/embed/1/isolated/demo'
const policy = (path: string, edit: (csp: string) => string): Change => ({ path, policy: edit })
const ancestors = (sources: string) => (csp: string) =>
  csp.replace(/frame-ancestors [^;]*/, `frame-ancestors ${sources}`)
const all =
  'https://shop.example https://*.cafe.example http://localhost:* https://localhost:* https://*.pages.dev'

describe('origins of the documents and the API', () => {
  it('server’s own documents › ok for both', async () => {
    const verdicts = await deployment.runChecks()
    expect(problems(verdicts)).toEqual([])
    for (const check of [plain, isolated])
      for (const message of [
        'states the origins that the API lists',
        'has the frame-ancestors of the origins that the API lists',
      ])
        expect(verdicts).toContainEqual({ level: 'ok', check, message })
  })

  it('cached document from before a project change › error with both differences', async () => {
    const api = JSON.stringify({ allowedOrigins: ['https://shop.example', 'https://new.example'] })
    const isGet = ({ method }: RequestInit) => method !== 'OPTIONS'
    expect(problems(await deployment.runChecks([{ path: '/projects', body: api, when: isGet }]))).toEqual(
      [plain, isolated].flatMap((check) => [
        `error ${check}: states other origins than the API lists: it lacks https://new.example, and it adds *.cafe.example, localhost:*`,
        `error ${check}: has frame-ancestors without https://new.example, which the API lists: no page there can frame it`,
        `warning ${check}: has frame-ancestors with https://*.cafe.example, which the API does not list`,
      ]),
    )
  })

  it.each([
    ['the same in another notation', all.replace('https://shop', 'HTTPS://SHOP'), []],
    ['a wider source', all.replace('https://shop.example', 'https://*.example'), ['with https://*.example,']],
    ['a source is absent', all.replace('https://*.cafe.example', ''), ['without *.cafe.example,']],
    ['one of two schemes is absent', all.replace('http://localhost:*', ''), ['without localhost:*,']],
    ['an origin more', `${all} https://evil.example`, ['with https://evil.example,']],
    ['every site', 'https:', ['that let pages of every site']],
    ['no site', "'none'", ['that let no page']],
  ])('frame-ancestors, %s › %s: %j', async (_, sources, expected) => {
    const found = problems(await deployment.runChecks([policy(plain, ancestors(sources))], {}, 'none'))
    expect(found).toEqual(
      expected.map((text) => expect.stringContaining(`${plain}: has frame-ancestors ${text}`)),
    )
  })

  it('second policy of a proxy lacks a source › error; has one more › nothing', async () => {
    const second = (sources: string) => policy(plain, (csp) => `${csp}, frame-ancestors ${sources}`)
    const found = async (sources: string) =>
      problems(await deployment.runChecks([second(sources)])).filter((one) => one.includes('ancestors w'))
    expect(await found('https://shop.example https://evil.example https://localhost:*')).toEqual([
      `error ${plain}: has frame-ancestors without *.cafe.example, localhost:*, which the API lists: no page there can frame it`,
    ])
    expect(await found(`${all} https://*.vercel.app https://evil.example`)).toEqual([])
  })

  it('checked page is missing › reported once', async () => {
    const edit = ancestors(all.replace('https://shop.example', ''))
    expect(problems(await deployment.runChecks([policy(plain, edit)]))).toEqual([
      `error ${plain}: cannot be framed by https://shop.example: frame-ancestors does not cover it`,
    ])
  })
})
