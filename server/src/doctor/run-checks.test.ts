import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckVerdict } from './check-verdict.ts'
import { type Change, openTestDeployment } from './testing/test-deployment.ts'

let deployment: Awaited<ReturnType<typeof openTestDeployment>>
beforeAll(async () => {
  deployment = await openTestDeployment()
})
afterAll(() => deployment.close())

/** Verdicts that are not ok, as `level check: message`. */
const problems = (verdicts: readonly CheckVerdict[]): readonly string[] =>
  verdicts.flatMap(({ level, check, message }) => (level === 'ok' ? [] : [`${level} ${check}: ${message}`]))

const embed = '/embed/1/demo'
const isolated = '/embed/1/isolated/demo'
const without = (directive: string) => (csp: string) => csp.replace(new RegExp(`${directive} [^;]*; ?`), '')

describe('deployment of the server', () => {
  it('every check is ok', async () => {
    const verdicts = await deployment.runChecks()
    expect(problems(verdicts)).toEqual([])
    const text = verdicts.map(({ check, message }) => `${check}: ${message}`).join('\n')
    for (const part of [
      'TLS: is accepted',
      '/readyz: says that the server is ready',
      `${embed}: is served with the headers of a release`,
      `${isolated}: is served with the headers of a release`,
      '/confirm.html: is served',
      `${embed}: can be framed by https://shop.example`,
      '/widget.config.json: is accepted',
      '/sdk/v1/: has the 2 files',
      'versions: are 1.2.3',
      'project demo: lists https://shop.example',
      'CORS: is sent',
      'RPC gateway: has answers of all 3 chains',
      'relay: wss://relay.example can be reached',
    ])
      expect(text).toContain(part)
  })
})

const broken: readonly (readonly [name: string, changes: readonly Change[], problem: string])[] = [
  ['database away', [{ path: '/readyz', status: 503 }], 'error /readyz: says that the server is not ready'],
  ['no readyz', [{ path: '/readyz', status: 404 }], 'warning /readyz: answers with status 404'],

  ['document missing', [{ path: embed, status: 404 }], `error ${embed}: answers with status 404`],
  [
    'document redirected',
    [{ path: embed, status: 308, headers: { location: '/' } }],
    `error ${embed}: answers with status 308, a redirect to /`,
  ],
  [
    'no HTML',
    [{ path: embed, headers: { 'content-type': 'application/json' } }],
    `error ${embed}: is no HTML`,
  ],
  [
    'no policy',
    [{ path: embed, headers: { 'content-security-policy': '' } }],
    `error ${embed}: sends no content-security-policy`,
  ],
  [
    'script without hash',
    [{ path: embed, policy: (csp) => csp.replace(/'sha256-[^']*'/, '') }],
    `error ${embed}: blocks the widget's own script: script-src lacks 'sha256-`,
  ],
  [
    'inline scripts allowed',
    [{ path: embed, policy: (csp) => csp.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'") }],
    `warning ${embed}: has script-src 'self' 'unsafe-inline'`,
  ],
  [
    'directive missing',
    [{ path: embed, policy: without('object-src') }],
    `error ${embed}: has a policy without object-src`,
  ],
  [
    'second policy of a proxy',
    [{ path: embed, policy: (csp) => `${csp}, default-src 'self'` }],
    `warning ${embed}: has default-src 'self' instead of 'none'`,
  ],
  [
    'no frame-ancestors',
    [{ path: embed, policy: without('frame-ancestors') }],
    `error ${embed}: has no frame-ancestors`,
  ],
  [
    'frame-ancestors of every site',
    [{ path: embed, policy: (csp) => csp.replace(/frame-ancestors [^;]*/, 'frame-ancestors https:') }],
    `error ${embed}: has frame-ancestors that let pages of every site frame it`,
  ],
  [
    'frame-ancestors none',
    [{ path: embed, policy: (csp) => csp.replace(/frame-ancestors [^;]*/, "frame-ancestors 'none'") }],
    `error ${embed}: has frame-ancestors that let no page frame it`,
  ],
  [
    'frame-ancestors of another site',
    [{ path: embed, policy: (csp) => csp.replace('https://shop.example', 'https://other.example') }],
    `error ${embed}: cannot be framed by https://shop.example`,
  ],
  [
    'isolated document without COEP',
    [{ path: isolated, headers: { 'cross-origin-embedder-policy': '' } }],
    `error ${isolated}: sends no cross-origin-embedder-policy`,
  ],
  [
    'document without CORP',
    [{ path: embed, headers: { 'cross-origin-resource-policy': '' } }],
    `error ${embed}: sends no cross-origin-resource-policy`,
  ],
  [
    'cached document',
    [{ path: embed, headers: { 'cache-control': 'max-age=60' } }],
    `warning ${embed}: sends cache-control: max-age=60 instead of no-store`,
  ],
  [
    'X-Frame-Options of a proxy',
    [{ path: embed, headers: { 'x-frame-options': 'SAMEORIGIN' } }],
    `warning ${embed}: sends x-frame-options, which it must not have`,
  ],
  [
    'no confirm window',
    [{ path: '/confirm', status: 404 }],
    'warning /confirm.html: answers with status 404',
  ],
  [
    'confirm window that can be framed',
    [{ path: '/confirm', policy: (csp) => csp.replace("frame-ancestors 'none'", 'frame-ancestors https:') }],
    'error /confirm.html: can be framed',
  ],

  ['no configuration', [{ path: '/widget.config', status: 404 }], 'error /widget.config.json: answers with'],
  [
    'configuration no JSON',
    [{ path: '/widget.config', body: '<p>' }],
    'error /widget.config.json: is not JSON',
  ],
  [
    'configuration refused',
    [{ path: '/widget.config', body: '{"apiUrl":"x"}' }],
    'error /widget.config.json: is refused by the widget: look at apiUrl',
  ],
  [
    'environment local',
    [{ path: '/widget.config', body: '{"environment":"local"}' }],
    'warning /widget.config.json: has the environment "local"',
  ],
  [
    'relay that the policy blocks',
    [{ path: embed, policy: (csp) => csp.replace(' wss://relay.example', '') }],
    'error connect-src: blocks wss://relay.example',
  ],

  ['no manifest', [{ path: '/sdk/v1/manifest', status: 404 }], 'error /sdk/v1/manifest.json: answers with'],
  [
    'no SDK manifest',
    [{ path: '/sdk/v1/manifest', body: '{}' }],
    'error /sdk/v1/manifest.json: is no manifest',
  ],
  [
    'exact version missing',
    [{ path: '/sdk/1.2.3/', status: 404 }],
    'warning /sdk/1.2.3/: answers with status 404: pages that name this version',
  ],
  [
    'manifest without the script',
    [{ path: '/sdk/v1/manifest', body: '{"version":"1.2.3","protocol":1,"files":{}}' }],
    'error /sdk/v1/manifest.json: lists no drawbridge.js',
  ],
  [
    'script of other bytes',
    [{ path: '/sdk/v1/drawbridge', body: 'import {}\n' }],
    'error /sdk/v1/drawbridge.js: has other bytes than the manifest states',
  ],
  [
    'script of another size',
    [{ path: '/sdk/v1/button', body: 'x' }],
    'error /sdk/v1/button.js: has 1 bytes, and the manifest states 10',
  ],
  [
    'script without CORS',
    [{ path: '/sdk/v1/drawbridge', headers: { 'access-control-allow-origin': '' } }],
    'error /sdk/v1/drawbridge.js: has no access-control-allow-origin',
  ],
  [
    'script of another type',
    [{ path: '/sdk/v1/drawbridge', headers: { 'content-type': 'text/plain' } }],
    'error /sdk/v1/drawbridge.js: has the content type text/plain',
  ],
  [
    'script without CORP',
    [{ path: '/sdk/v1/drawbridge', headers: { 'cross-origin-resource-policy': '' } }],
    'warning /sdk/v1/drawbridge.js: has the cross-origin-resource-policy of nothing',
  ],

  ['no API', [{ path: '/projects', status: 404 }], 'error API: /projects/v1/origins answers with status 404'],
  [
    'fallback page',
    [{ path: '/projects', body: '<p>' }],
    'error API: /projects/v1/origins answers something else',
  ],
  [
    'answers without CORS',
    [{ path: '/projects', headers: { 'access-control-allow-origin': '' }, when: (_, { ok }) => ok }],
    'warning CORS: is missing on answers of the API',
  ],
  [
    'errors without CORS',
    [{ path: '/projects', headers: { 'access-control-allow-origin': '' }, when: (_, { ok }) => !ok }],
    'warning CORS: is missing on errors of the API',
  ],
  [
    'preflight refused',
    [{ path: '/projects', status: 405, headers: { 'access-control-allow-headers': '' } }].map((change) => ({
      ...change,
      when: ({ method }: RequestInit) => method === 'OPTIONS',
    })),
    'warning CORS: refuses the preflight',
  ],
  [
    'API of another origin without CORS',
    [
      { path: '/widget.config', body: '{"apiUrl":"https://api.example"}' },
      { path: '/projects', headers: { 'access-control-allow-origin': '' } },
    ],
    'error CORS: is missing on answers of the API',
  ],

  [
    'no chains',
    [{ path: '/v1/supported', status: 502 }],
    'error RPC gateway: /v1/supported-chains answers with',
  ],
  [
    'chain list of nothing',
    [{ path: '/v1/supported', body: '{"http":[],"ws":[]}' }],
    'error RPC gateway: lists no chains',
  ],
]

describe('broken deployment', () => {
  it.each(broken)('%s › detected', async (_, changes, problem) => {
    const found = problems(await deployment.runChecks(changes))
    expect(found.filter((one) => one.startsWith(problem))).toHaveLength(1)
  })

  it('every problem › has a remedy', async () => {
    for (const [, changes] of broken)
      for (const { level, remedy } of await deployment.runChecks(changes))
        expect(level === 'ok' || remedy).toBeTruthy()
  })
})
