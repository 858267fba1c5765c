import { describe, expect, it } from 'vitest'
import { readCspReports } from './csp-reports.ts'

const report = (body: object) => ({
  type: 'csp-violation',
  age: 3,
  url: 'https://wallet.example/embed/1/demo',
  user_agent: 'Mozilla/5.0',
  body,
})
const full = report({
  documentURL: 'https://wallet.example/embed/1/demo?address=0xabc#secret',
  referrer: 'https://shop.example/cart?token=secret',
  blockedURL: 'https://evil.example/steal?key=secret',
  effectiveDirective: 'connect-src',
  originalPolicy: "default-src 'none'",
  disposition: 'enforce',
  sourceFile: 'https://wallet.example/assets/main.js?v=secret',
  sample: 'const secret',
  statusCode: 200,
  lineNumber: 12,
  columnNumber: 5,
})
const read = (body: unknown) => readCspReports(JSON.stringify(body))

describe('CSP reports', () => {
  it('browser report › keeps the violation, drops query, sample and referrer', () => {
    expect(read([full])).toEqual([
      {
        directive: 'connect-src',
        disposition: 'enforce',
        blocked: 'https://evil.example',
        document: 'https://wallet.example/embed/1/demo',
        source: 'https://wallet.example/assets/main.js',
        line: 12,
      },
    ])
    expect(JSON.stringify(read([full]))).not.toContain('secret')
  })

  it.each([
    ['inline', 'inline'],
    ['trusted-types-sink', 'trusted-types-sink'],
    ['data:text/html,secret', 'data:'],
    ['chrome-extension://abcdef/x.js', 'chrome-extension:'],
    ['blob:https://wallet.example/secret', 'blob:'],
    ['no URL 0xabc', ''],
    [17, ''],
  ])('blocked %s › %s', (blockedURL, blocked) => {
    expect(read([report({ blockedURL })])).toMatchObject([{ blocked, directive: '', line: 0 }])
  })

  it.each([
    ['other reports', [{ type: 'deprecation', body: {} }, full]],
    ['no reports', [1, null, 'csp-violation', [], full]],
  ])('%s in the list › skipped', (_, body) => {
    expect(read(body)).toHaveLength(1)
  })

  it('more than 20 reports, or no list › returns the first 20, or none', () => {
    expect(read(Array(100).fill(full))).toHaveLength(20)
    for (const text of ['', '{', '{"csp-report":{}}', 'null', '7']) expect(readCspReports(text)).toEqual([])
  })
})
