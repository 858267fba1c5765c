import { describe, expect, it } from 'vitest'
import { defaultAllowedOrigins, matchesOriginPattern, originPatternStatus } from './origin-pattern.ts'

const rows: readonly [origin: string, pattern: string, matches: boolean][] = [
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example', 'shop.example', true],
  ['http://shop.example', 'http://shop.example', true],
  ['http://shop.example', 'https://shop.example', false],
  ['https://SHOP.example', 'https://shop.Example', true],
  ['https://shop.example:443', 'https://shop.example', true],
  ['https://shop.example:8443', 'https://shop.example', false],
  ['https://shop.example:8443', 'https://shop.example:8443', true],
  ['https://shop.example:8443', 'https://shop.example:*', true],
  ['https://shop.example', 'https://shop.example:*', true],
  ['http://localhost:5174', 'localhost:*', true],
  ['http://localhost:5174', 'localhost', false],
  ['https://a.pages.dev', '*.pages.dev', true],
  ['https://a.b.pages.dev', '*.pages.dev', false],
  ['https://pages.dev', '*.pages.dev', false],
  ['https://evilpages.dev', '*.pages.dev', false],
  ['https://a.pages.dev.evil.example', '*.pages.dev', false],
  ['https://a.x.b', 'https://a.*.b', true],
  ['https://.pages.dev', '*.pages.dev', false],
  ['https://pre-1.shop.example', 'pre-*.shop.example', false],
  ['https://shop.example', '*', false],
  ['https://shop.example.', 'shop.example', false],
  ['http://[::1]:3000', 'http://[::1]:*', true],
  ['null', '*', false],
  ['null', 'null', false],
  ['https://shop.example', 'https://shop.example/', false],
  ['https://shop.example', 'https://user@shop.example', false],
  ['https://shop.example', 'shopXexample', false],
  ['ftp://shop.example', 'shop.example', false],
  ['https://shop.example', '', false],
]

describe('R17 › pattern without a scheme', () => {
  it.each([
    ['http://shop.example', 'shop.example', false],
    ['http://shop.example:3000', 'shop.example:*', false],
    ['http://a.pages.dev', '*.pages.dev', false],
    ['http://localhost', '*', false],
    ['http://localhost.evil.example', 'localhost.evil.example', false],
    ['http://evil-localhost', 'evil-localhost', false],
    ['http://1.2.3.4.evil.example', '1.2.3.4.evil.example', false],
    ['http://shop.localhost:3000', '*.localhost:*', true],
    ['http://shop.localhost', 'shop.localhost', true],
    ['http://localhost:3000', 'localhost:3000', true],
    ['http://192.168.1.20:3000', '192.168.1.20:3000', true],
    ['https://192.168.1.20', '192.168.1.20', true],
    ['http://[::1]:3000', '[::1]:*', true],
  ] as const)('%s › schemeless pattern %s › matches: %s', (origin, pattern, matches) => {
    expect(matchesOriginPattern(origin, pattern)).toBe(matches)
  })
})

describe('matchesOriginPattern', () => {
  it.each(rows)('%s › pattern %s › matches: %s', (origin, pattern, matches) => {
    expect(matchesOriginPattern(origin, pattern)).toBe(matches)
  })
})

describe('originPatternStatus', () => {
  it.each([
    ['https://shop.example', ['https://shop.example'], 'listed'],
    ['https://shop.example', [], 'unlisted'],
    ['https://shop.example', ['https://other.example'], 'unlisted'],
    ['http://localhost:3000', ['https://other.example'], 'default'],
    ['http://127.0.0.1:80', [], 'default'],
    ['https://preview.vercel.app', [], 'default'],
    ['https://preview.vercel.app', ['*.vercel.app'], 'listed'],
    ['http://10.0.0.1:3000', [], 'unlisted'],
  ] as const)('%s › project origins %j › %s', (origin, list, status) => {
    expect(originPatternStatus(origin, list)).toBe(status)
  })

  it('default origins › compared with the specification › equal', () => {
    expect(defaultAllowedOrigins).toEqual(['localhost:*', '127.0.0.1:*', '*.pages.dev', '*.vercel.app'])
  })
})
