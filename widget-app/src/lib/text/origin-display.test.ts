import { describe, expect, it } from 'vitest'
import { displayOrigin } from './origin-display.ts'
import { decodePunycode } from './punycode.ts'

describe('displayOrigin', () => {
  it.each([
    ['https://shop.example', 'shop.example'],
    ['https://shop.example:8443', 'shop.example:8443'],
    ['http://localhost:5174', 'http://localhost:5174'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://xn--mnchen-3ya.de', 'münchen.de'],
    ['https://xn--r8jz45g.jp', '例え.jp'],
    // а, р and р are Cyrillic: mixed with Latin, and alone under a Latin top-level domain.
    ['https://xn--pple-43d.com', 'xn--pple-43d.com'],
    ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
    ['https://xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['https://xn--e1afmkfd.example', 'xn--e1afmkfd.example'],
    ['https://xn--!.com', 'xn--!.com'],
    ['null', 'null'],
  ])('%s › displayed as %s', (origin, displayed) => {
    expect(displayOrigin(origin)).toBe(displayed)
  })
})

describe('decodePunycode', () => {
  it.each([
    ['mnchen-3ya', 'münchen'],
    ['bcher-kva', 'bücher'],
    ['n3h', '☃'],
    ['fiqs8s', '中国'],
    ['99999999999', undefined],
    ['a-\u0000', undefined],
  ])('%s › %s', (text, decoded) => {
    expect(decodePunycode(text)).toBe(decoded)
  })

  it.each(['münchen', 'пример', '例え', 'straße-ñ'])('%s › same result as the platform', (label) => {
    const ascii = new URL(`https://${label}.example`).hostname.split('.')[0] ?? ''
    expect(decodePunycode(ascii.slice(4))).toBe(label)
  })
})
