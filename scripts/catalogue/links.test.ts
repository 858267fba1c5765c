import { describe, expect, test } from 'vitest'
import { pairingBase, sortLinks } from './links.ts'

describe('sortLinks', () => {
  test('store pages › reduced to their ids, without campaign parameters', () => {
    const links = [
      'https://play.google.com/store/apps/details?id=me.rainbow&referrer=utm_source%3Dkit&utm_source=kit',
      'https://apps.apple.com/app/apple-store/id1457119021?pt=119997837&ct=kit&mt=8',
      'https://chrome.google.com/webstore/detail/rabby-wallet/acmacodkjbdgmoleebolmdjonilkdbch',
      'https://rainbow.me/extension?utm_source=kit',
    ]
    expect(sortLinks(links)).toEqual({
      homepage: 'https://rainbow.me',
      chromeStore: 'https://chromewebstore.google.com/detail/acmacodkjbdgmoleebolmdjonilkdbch',
      appStore: 'https://apps.apple.com/app/id1457119021',
      playStore: 'https://play.google.com/store/apps/details?id=me.rainbow',
    })
  })

  test.each([
    'https://best.sng.link/Dnio2/rto7',
    'https://nova-wallet.app.link',
    'https://rainbow.download?utm_source=kit',
    'https://testflight.apple.com/join/MP72Ytw8',
    'http://wallet.test',
    'javascript:alert(1)',
  ])('%s › not a link of the wallet', (link) => {
    expect(sortLinks([link])).toEqual({})
  })
})

describe('pairingBase', () => {
  test.each([
    ['trust://wc?uri=URI', 'trust://'],
    ['okex://main/wc?uri=URI', 'okex://main/'],
    ['https://rnbwapp.com/wc?uri=URI&connector=kit', 'https://rnbwapp.com/'],
    ['kaikas://walletconnect?uri=URI', undefined],
    ['URI', undefined],
    [undefined, undefined],
  ])('%s › base or undefined', (built, base) => {
    expect(pairingBase(built, 'URI')).toBe(base)
  })
})
