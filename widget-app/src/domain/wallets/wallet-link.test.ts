import { describe, expect, test } from 'vitest'
import bundled from './generated/wallets.json'
import { walletLink } from './wallet-link.ts'

describe('walletLink', () => {
  test.each([
    ['rainbow://', 'rainbow://'],
    ['rainbow', 'rainbow://'],
    ['rainbow:', 'rainbow://'],
    ['rainbow:/', 'rainbow://'],
    ['rainbow://main', 'rainbow://main/'],
    ['okex://main/', 'okex://main/'],
    ['bybitapp://open/route?to=by://wc/', 'bybitapp://open/route?to=by://wc/'],
    ['https://go.cb-w.com/', 'https://go.cb-w.com/'],
    ['https://rnbwapp.com', 'https://rnbwapp.com/'],
    [' rainbow:// ', 'rainbow://'],
  ])('%j › ends in a slash; a bare name is a scheme', (link, base) => {
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
    'rainbow://a b',
    'rainbow://<script>',
    'javascript',
    '',
    '://',
    '1rainbow://',
  ])('%j › is no link into a wallet', (link) => {
    expect(walletLink(link)).toBeUndefined()
  })

  test.each([
    'ms-msdt:/id PCWDiagnostic',
    'ms-msdt://id',
    'search-ms:query=x&crumb=location:\\\\evil.example',
    'search-ms://query',
    'itms-services://?action=download-manifest',
    'smb://evil.example/share',
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'data://text/html',
    'file://evil.example/share',
    'intent://scan',
    'ms-word:ofe|u|https://evil.example',
    'shell://calc',
    'vscode://evil',
    'zoommtg://evil',
    'unheard-of://',
    'https://user:pass@evil.example/',
    'https://',
    'rainbow://\u202egnp',
    'rainbow://a\u0000b',
    'xmetamask://',
    `rainbow://${'a'.repeat(2_048)}`,
  ])('Low › link %j that no bundled wallet registered › undefined', (link) => {
    expect(walletLink(link)).toBeUndefined()
  })

  test('Low › links of the bundled catalogue › all open, none is dropped', () => {
    const links = bundled.flatMap((wallet) =>
      ['link_mode', 'mobile_link', 'desktop_link'].flatMap((name) => {
        const link: unknown = Reflect.get(wallet, name)
        return typeof link === 'string' ? [link] : []
      }),
    )
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((link) => walletLink(link) === undefined)).toEqual([])
  })

  test('Low › scheme in capitals › written in lower case', () => {
    expect(walletLink('MetaMask://')).toBe('metamask://')
  })

  test('wallet without a link › undefined', () => {
    expect([walletLink(undefined), walletLink(null)]).toEqual([undefined, undefined])
  })
})
