import { describe, expect, test } from 'vitest'
import { walletLink } from './wallet-link.ts'

describe('walletLink', () => {
  test.each([
    ['gull://', 'gull://'],
    ['gull', 'gull://'],
    ['gull:', 'gull://'],
    ['gull:/', 'gull://'],
    ['gull://main', 'gull://main/'],
    ['okex://main/', 'okex://main/'],
    ['bybitapp://open/route?to=by://wc/', 'bybitapp://open/route?to=by://wc/'],
    ['https://go.cb-w.com/', 'https://go.cb-w.com/'],
    ['https://rnbwapp.com', 'https://rnbwapp.com/'],
    [' gull:// ', 'gull://'],
  ])('param: %j ends in a slash, a bare name being a scheme', (link, base) => {
    expect(walletLink(link)).toBe(base)
  })

  test.each([
    'javascript:alert(1)//',
    'JavaScript://%0aalert(1)',
    'javascript://x',
    'data:text/html,<script>',
    'data://text/html',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    'vbscript:x',
    'about:blank',
    'view-source:https://shop.example',
    'intent://scan/#Intent;scheme=gull;end',
    'http://gull.example/',
    'chrome://settings',
    'chrome-extension://abc/',
    'java\nscript://x',
    'gull://a b',
    'gull://<script>',
    'javascript',
    '',
    '://',
    '1gull://',
  ])('error: %j is no link into a wallet', (link) => {
    expect(walletLink(link)).toBeUndefined()
  })

  test('behavior: a wallet without a link has none', () => {
    expect([walletLink(undefined), walletLink(null)]).toEqual([undefined, undefined])
  })
})
