import { describe, expect, test } from 'vitest'
import { type BrowserLinkInput, inWalletBrowserLink } from './in-wallet-browser-link.ts'

const facts: BrowserLinkInput = {
  pageUrl: 'https://shop.example/cart?a=1',
  namespace: undefined,
  chainReference: '1',
  isAndroid: false,
}
const page = 'https%3A%2F%2Fshop.example%2Fcart%3Fa%3D1'
const origin = 'https%3A%2F%2Fshop.example'
const wallet = (id: string, rdns?: string) => ({ id, rdns })

describe('inWalletBrowserLink', () => {
  test.each<[string, string, Partial<BrowserLinkInput>, string | undefined]>([
    ['Phantom', 'phantom', {}, `https://phantom.app/ul/browse/${page}?ref=${origin}`],
    [
      'Phantom on Android',
      'phantom',
      { isAndroid: true },
      `intent://browse/${page}?ref=${origin}#Intent;scheme=phantom;package=app.phantom;end`,
    ],
    ['Solflare', 'solflare', {}, `https://solflare.com/ul/v1/browse/${page}?ref=${page}`],
    ['Coinbase for Solana', 'coinbase', { namespace: 'solana' }, `https://go.cb-w.com/dapp?cb_url=${page}`],
    ['Coinbase for Ethereum', 'coinbase', { namespace: 'eip155' }, undefined],
    ['Coinbase for any', 'coinbase', {}, undefined],
    ['Binance for Ethereum', 'binance', { namespace: 'eip155' }, undefined],
    ['any other wallet', 'rainbow', { namespace: 'solana' }, undefined],
  ])('%s', (_name, id, overrides, href) => {
    expect(inWalletBrowserLink(wallet(id), { ...facts, ...overrides })).toBe(href)
  })

  test('Binance for Bitcoin › its own link, inside an https link', () => {
    const href = inWalletBrowserLink(wallet('binance'), {
      ...facts,
      namespace: 'bip122',
      chainReference: '0',
    })
    const [outer, encodedLink = ''] = (href ?? '').split('?_dp=')
    expect(outer).toBe('https://app.binance.com/en/download')
    const inner = new URL(atob(encodedLink))
    expect(inner.protocol + inner.host + inner.pathname).toBe('bnc:app.binance.com/mp/app')
    expect(atob(inner.searchParams.get('startPagePath') ?? '')).toBe('/pages/browser/index')
    expect(atob(inner.searchParams.get('startPageQuery') ?? '')).toBe(`url=${page}&defaultChainId=0`)
  })

  test('wallet › matched by the id of the public registry or by rdns', () => {
    const registry = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
    expect(inWalletBrowserLink(wallet(registry), facts)).toContain('phantom.app')
    expect(inWalletBrowserLink(wallet('x', 'app.phantom'), facts)).toContain('phantom.app')
  })

  test('page that is not http or https › no link', () => {
    expect(
      inWalletBrowserLink(wallet('phantom'), { ...facts, pageUrl: 'javascript:alert(1)' }),
    ).toBeUndefined()
    expect(inWalletBrowserLink(wallet('phantom'), { ...facts, pageUrl: '' })).toBeUndefined()
  })
})
