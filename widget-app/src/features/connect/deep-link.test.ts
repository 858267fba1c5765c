import { describe, expect, test } from 'vitest'
import type { WalletLinks } from '#widget/domain/wallets/catalogue-wallet.ts'
import { mobileLinks, pairingLink } from './deep-link.ts'

const uri = 'wc:7f@2?relay-protocol=irn&symKey=3c'
const encoded = 'wc%3A7f%402%3Frelay-protocol%3Dirn%26symKey%3D3c'

const links = (overrides: Partial<WalletLinks>): WalletLinks => ({
  chrome: undefined,
  ios: undefined,
  android: undefined,
  web: undefined,
  webApp: undefined,
  universal: undefined,
  mobile: undefined,
  desktop: undefined,
  ...overrides,
})

describe('pairingLink', () => {
  test.each([
    ['rainbow://', 'scheme'],
    ['okex://main/', 'scheme'],
    ['bybitapp://open/route?to=by://wc/', 'scheme'],
    ['https://go.cb-w.com/', 'universal'],
  ])('%s › has the URI, encoded once', (base, is) => {
    expect(pairingLink(base, uri)).toEqual({ is, href: `${base}wc?uri=${encoded}` })
    expect(decodeURIComponent(encoded)).toBe(uri)
  })
})

describe('mobileLinks', () => {
  type Row = [string, Partial<WalletLinks>, readonly string[]]
  test.each<Row>([
    ['both', { mobile: 'rainbow://', universal: 'https://l.gull.example/' }, ['universal', 'scheme']],
    ['a scheme', { mobile: 'rainbow://' }, ['scheme']],
    ['an https mobile link', { mobile: 'https://go.cb-w.com/' }, ['universal']],
    [
      'the same twice',
      { mobile: 'https://l.gull.example/', universal: 'https://l.gull.example/' },
      ['universal'],
    ],
    ['nothing', {}, []],
  ])('%s › the universal link comes first', (_name, overrides, kinds) => {
    expect(mobileLinks(links(overrides), uri).map(({ is }) => is)).toEqual(kinds)
  })
})
