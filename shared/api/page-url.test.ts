import { describe, expect, it } from 'vitest'
import { pageUrlText } from './page-url.ts'

const isFine = (url: string): boolean => pageUrlText().safeParse(url).success

describe('pageUrlText', () => {
  it.each(['https://exchange.example/pay?x=1', 'http://exchange.localhost:5177/pay/1', 'http://localhost/'])(
    '%s › parsed › valid',
    (url) => expect(isFine(url)).toBe(true),
  )

  it.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'blob:https://exchange.example/1',
    'http://exchange.example/',
    'http://localhost.example/',
    'https://exchange.example@evil.example/',
    '/pay/1',
    '',
  ])('%s › parsed › invalid', (url) => expect(isFine(url)).toBe(false))
})
