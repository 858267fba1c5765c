import { expect, it } from 'vitest'
import { parseUrl } from './parse-url.ts'

it.each([
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://例え.example/', 'https://xn--r8jz45g.example/'],
])('%s › parsed as often as it is asked for › the same URL', (text, href) => {
  // Where `URL.canParse` decided, Node 20 refused the first of these from about the 5,500th call on.
  for (let times = 0; times < 20_000; times += 1) expect(parseUrl(text)?.href).toBe(href)
})

it.each(['', 'shop.example', 'https://', 'https://ex ample/', '/path'])('%j › no URL', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})

it('a path › with a base › the URL within it', () => {
  expect(parseUrl('/ü', new URL('https://shop.example/a'))?.href).toBe('https://shop.example/%C3%BC')
})
