import { expect, it } from 'vitest'
import { coversUrl, parseCsp } from './csp.ts'

const self = 'https://wallet.example'

it.each([
  ["'self'", 'https://wallet.example', true],
  ["'self'", 'https://shop.example', false],
  ["'none'", 'https://shop.example', false],
  ['*', 'https://shop.example', true],
  ['https:', 'https://shop.example', true],
  ['https:', 'http://shop.example', false],
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example', 'https://shop.example:8443', false],
  ['https://shop.example:8443', 'https://shop.example:8443', true],
  ['https://shop.example', 'http://shop.example', false],
  ['http://shop.example', 'https://shop.example', true],
  ['https://shop.example', 'https://www.shop.example', false],
  ['https://*.shop.example', 'https://www.shop.example', true],
  ['https://*.shop.example', 'https://shop.example', false],
  ['https://*.shop.example', 'https://notshop.example', false],
  ['http://localhost:*', 'http://localhost:5173', true],
  ['HTTPS://Shop.Example', 'https://shop.example', true],
  ['shop.example', 'https://shop.example', true],
  ['shop.example', 'http://shop.example', false],
  ['wss://relay.example', 'wss://relay.example/path', true],
  ['ws://relay.example', 'wss://relay.example', true],
  ['https://relay.example', 'wss://relay.example', false],
])('%s › %s › %s', (source, url, covers) => {
  expect(coversUrl([source], url, self)).toBe(covers)
})

it('header with several policies › each one, first directive of a name', () => {
  const [first, second, ...others] = parseCsp(
    "default-src 'none'; img-src a b; IMG-SRC c;, default-src 'self'",
  )
  expect([...(first ?? [])]).toEqual([
    ['default-src', ["'none'"]],
    ['img-src', ['a', 'b']],
  ])
  expect([...(second ?? [])]).toEqual([['default-src', ["'self'"]]])
  expect(others).toEqual([])
  expect(parseCsp('')).toEqual([])
})
