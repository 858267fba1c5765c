import { expect, it } from 'vitest'
import { parseUrl } from './parse-url.ts'

it.each([
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://例え.example/', 'https://xn--r8jz45g.example/'],
])('%s › parsed many times › the same URL', (text, href) => {
  // With `URL.canParse`, Node 20 rejected the first of these from about the 5,500th call on.
  for (let times = 0; times < 20_000; times += 1) expect(parseUrl(text)?.href).toBe(href)
})

it.each(['', 'shop.example', 'https://', 'https://ex ample/', '/path'])('%j › parsed › undefined', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})

it('path › with a base › URL relative to it', () => {
  expect(parseUrl('/ü', new URL('https://shop.example/a'))?.href).toBe('https://shop.example/%C3%BC')
})
