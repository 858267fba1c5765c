import { expect, it } from 'vitest'
import { cspSources } from './csp-sources.ts'

it.each([
  ['https://shop.example', ['https://shop.example']],
  ['http://shop.example:3000', ['http://shop.example:3000']],
  ['shop.example', ['https://shop.example']],
  ['SHOP.example:8443', ['https://shop.example:8443']],
  ['localhost:*', ['http://localhost:*', 'https://localhost:*']],
  ['127.0.0.1:*', ['http://127.0.0.1:*', 'https://127.0.0.1:*']],
  ['*.localhost:*', ['http://*.localhost:*', 'https://*.localhost:*']],
  ['*.pages.dev', ['https://*.pages.dev']],
  ['a.*.shop.example', ['https://*.shop.example']],
  ['*', []],
  ['https://*', []],
  ['*.com', []],
  ['[::1]:*', []],
  ['https://shop.example/', []],
  ["'self'", []],
  ['a;script-src', []],
  ['a b', []],
  ['https://a;script-src *', []],
])('origin pattern %s › CSP sources %j', (pattern, sources) => {
  expect(cspSources(pattern)).toEqual(sources)
})
