import { describe, expect, it } from 'vitest'
import { matchesOriginPattern } from '../../../../shared/api/origin-pattern.ts'
import { cspSources } from './csp-sources.ts'
import { explainOrigin, type OriginExplanation } from './explain-origin.ts'
import { createSeededProject } from './first-project.ts'
import { patternProblem } from './origin-pattern-problem.ts'

const explain = (origin: string, allowedOrigins: readonly string[], acceptsDefaultOrigins = false) =>
  explainOrigin(origin, { allowedOrigins, acceptsDefaultOrigins })

type Row = readonly [
  origin: string,
  patterns: readonly string[],
  verdict: OriginExplanation['verdict'],
  reason: string,
  pattern?: string,
]

const rows: readonly Row[] = [
  ['https://shop.example', ['shop.example'], 'listed', 'The project lists shop.example.', 'shop.example'],
  [
    'https://shop.example/cart?x=1',
    ['shop.example'],
    'listed',
    'The origin of https://shop.example/cart?x=1 is https://shop.example. The project lists shop.example.',
    'shop.example',
  ],
  [
    'SHOP.example',
    ['shop.example'],
    'listed',
    'The origin of SHOP.example is https://shop.example. The project lists shop.example.',
    'shop.example',
  ],
  [
    'http://shop.example',
    ['shop.example'],
    'refused',
    'It is not listed: shop.example means https (no scheme is https), and the page has http.',
    'shop.example',
  ],
  [
    'https://shop.example',
    ['http://shop.example'],
    'refused',
    'It is not listed: http://shop.example means http, and the page has https.',
    'http://shop.example',
  ],
  [
    'https://shop.example:8443',
    ['other.example', 'shop.example'],
    'refused',
    'It is not listed: shop.example means the default port of its scheme, and the page has port 8443.',
    'shop.example',
  ],
  [
    'http://localhost:3000',
    ['localhost:5173'],
    'refused',
    'It is not listed: localhost:5173 means port 5173, and the page has port 3000.',
    'localhost:5173',
  ],
  [
    'http://shop.example:3000',
    ['https://shop.example'],
    'refused',
    'It is not listed: https://shop.example means https, and the page has http; https://shop.example means the default port of its scheme, and the page has port 3000.',
    'https://shop.example',
  ],
  [
    'https://shop.example',
    ['*.shop.example'],
    'refused',
    'It is not listed: *.shop.example covers subdomains of shop.example, not shop.example itself.',
    '*.shop.example',
  ],
  [
    'https://a.b.shop.example',
    ['*.shop.example'],
    'refused',
    'It is not listed: in *.shop.example a * stands for exactly one label, and a.b.shop.example has 4 labels instead of 3.',
    '*.shop.example',
  ],
  [
    'https://www.shop.example',
    ['shop.example'],
    'refused',
    'It is not listed: shop.example covers shop.example alone, not its subdomain www.shop.example.',
    'shop.example',
  ],
  [
    'https://shop.example',
    ['www.shop.example'],
    'refused',
    'It is not listed: www.shop.example covers the subdomain www.shop.example, not shop.example.',
    'www.shop.example',
  ],
  [
    'https://shop.example',
    ['https://shop.example/'],
    'refused',
    'It is not listed: the pattern https://shop.example/ has a path; write https://shop.example.',
    'https://shop.example/',
  ],
  ['https://shop.example', ['other.example'], 'refused', 'No pattern of the project resembles it.'],
  ['https://shop.example', [], 'refused', 'The project lists no origins.'],
  [
    'https://preview.pages.dev',
    [],
    'refused',
    'The project lists no origins. The default pattern *.pages.dev covers it, but the project does not accept default origins.',
  ],
  [
    'null',
    ['shop.example'],
    'refused',
    'The page has the opaque origin "null": it is a file, or inside a sandboxed frame. No project can list it; serve the page over https.',
  ],
  [
    'chrome-extension://abc',
    ['shop.example'],
    'refused',
    'Only pages with https or http can use the widget, not chrome-extension://.',
  ],
  ['https://', ['shop.example'], 'refused', '"https://" is not an origin, such as https://shop.example.'],
]

describe('origin explanation', () => {
  const named = rows.map(([origin, patterns, verdict, reason, pattern]) => ({
    ...{ origin, patterns, verdict, reason, pattern },
  }))
  it.each(named)('$origin for $patterns › $verdict', ({ origin, patterns, verdict, reason, pattern }) => {
    const found = explain(origin, patterns)
    expect([found.verdict, found.reason, found.pattern]).toEqual([verdict, reason, pattern])
  })

  it.each([
    [['www.shop.example', 'http://shop.example:8443', 'shop.example'], 'shop.example'],
    [['www.shop.example', 'http://shop.example:8443'], 'http://shop.example:8443'],
    [['other.example', 'www.shop.example'], 'www.shop.example'],
  ])('several patterns do not match %j › reports the closest', (patterns, nearest) => {
    expect(explain('https://shop.example:8443', patterns).pattern).toBe(nearest)
  })

  it('default origin, accepted by the project › unverified', () => {
    expect(explain('https://preview.pages.dev', ['shop.example'], true)).toEqual({
      origin: 'https://preview.pages.dev',
      verdict: 'unverified',
      pattern: '*.pages.dev',
      reason:
        'The default pattern *.pages.dev covers it. Anyone can publish there, so the widget marks the site as unverified; list the origin to verify it.',
      suggestion: 'https://preview.pages.dev',
    })
  })

  it('pattern that CSP cannot express › not listed', () => {
    expect(explain('http://[::1]:3000', ['[::1]:*'])).toMatchObject({
      verdict: 'refused',
      pattern: '[::1]:*',
    })
  })

  it('suggestion › pattern that lists the origin', () => {
    for (const [origin, patterns] of rows) {
      const { suggestion, verdict } = explain(origin, patterns)
      if (suggestion !== undefined)
        expect([origin, explain(origin, [...patterns, suggestion]).verdict]).toEqual([origin, 'listed'])
      else expect([origin, verdict === 'listed' || !/^https?:\/\/\w/.test(origin)]).toEqual([origin, true])
    }
  })
})

describe('pattern problems', () => {
  it.each([
    ['', 'is empty'],
    ['shop example', 'has a space in it'],
    ['ftp://shop.example', 'has the scheme ftp; pages have https or http'],
    ['https://shop.example/', 'has a path; write https://shop.example'],
    ['shop.example?x', 'has a path; write shop.example'],
    ['https://user@shop.example', 'has a user name in it; write the host alone'],
    [
      'https://shop.example:',
      'is not <scheme>://<host>:<port>, as in https://shop.example; scheme and port may be left out',
    ],
    ['::1', 'is not <scheme>://<host>:<port>, as in https://shop.example; scheme and port may be left out'],
    [
      '[::1]:*',
      'has an IPv6 address, which a content security policy cannot name; use localhost or a host name',
    ],
    ['shop.example.', 'ends its host with a dot; write shop.example'],
    ['shop..example', 'has an empty label between two dots'],
    ['pre-*.shop.example', 'has a * inside a label; a * stands for one whole label, as in *.shop.example'],
    ['bücher.example', 'has letters outside ASCII; browsers send xn--bcher-kva.example'],
    ['shop.example:70000', 'has the port 70000; ports are 1 to 65535, or *'],
    ['shop.example:0', 'has the port 0; ports are 1 to 65535, or *'],
    ['*', 'would accept every site of a whole domain ending; name the domain, as in *.shop.example'],
    [
      'https://*:*',
      'would accept every site of a whole domain ending; name the domain, as in *.shop.example',
    ],
    ['*.com', 'would accept every site of a whole domain ending; name the domain, as in *.shop.example'],
    ['shop_.example;x', 'has characters that a host cannot have'],
  ])('%j › %s', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem)
  })

  it.each([
    'https://shop.example',
    'shop.example',
    'SHOP.example:8443',
    'http://shop.example:*',
    '*.shop.example',
    'a.*.shop.example',
    '*.localhost:*',
    'localhost',
    '127.0.0.1:*',
  ])('%s › valid pattern', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined()
    expect(cspSources(pattern)).not.toEqual([])
  })
})

describe('seeded project', () => {
  const { allowedOrigins } = createSeededProject('key', 5)
  it.each([
    ['http://localhost:3000', true],
    ['https://localhost', true],
    ['http://shop.localhost:5173', true],
    ['http://127.0.0.1:8080', true],
    ['https://shop.example', false],
    ['https://a.pages.dev', false],
  ])('%s › accepted: %s', (origin, isAccepted) => {
    expect(allowedOrigins.some((pattern) => matchesOriginPattern(origin, pattern))).toBe(isAccepted)
  })

  it('project › has valid patterns and the default features', () => {
    expect(allowedOrigins.flatMap((pattern) => patternProblem(pattern) ?? [])).toEqual([])
    expect(createSeededProject('key', 5)).toMatchObject({
      ...{ id: 'demo', key: 'key', createdAtMs: 5, acceptsDefaultOrigins: false },
      features: { length: 10 },
    })
  })
})
