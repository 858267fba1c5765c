import { describe, expect, test } from 'vitest'
import type { WalletLinks } from './catalogue-wallet.ts'
import { type WalletDevice, walletDevices } from './wallet-devices.ts'

const none: WalletLinks = {
  chrome: undefined,
  ios: undefined,
  android: undefined,
  web: 'https://gull.example',
  webApp: undefined,
  universal: undefined,
  mobile: undefined,
  desktop: undefined,
}
const universal = 'https://link.gull.example'
const mobile = 'rainbow://'
const desktop = 'ledgerlive://'
const webApp = 'https://app.gull.example'

describe('walletDevices', () => {
  type Row = [
    string,
    boolean,
    Partial<WalletLinks> | undefined,
    readonly WalletDevice[],
    readonly WalletDevice[],
  ]
  test.each<Row>([
    ['any wallet', false, undefined, ['mobile'], ['mobile']],
    ['a wallet with stores alone', false, {}, [], []],
    ['a wallet with a scheme', false, { mobile }, ['mobile'], ['mobile']],
    ['a wallet with a universal link', false, { universal }, ['mobile'], ['mobile']],
    ['a desktop app', false, { desktop }, ['desktop'], []],
    ['a web app', false, { webApp }, ['web'], ['web']],
    ['all of them', false, { mobile, desktop, webApp }, ['mobile', 'desktop', 'web'], ['mobile', 'web']],
    ['one that is installed', true, { mobile }, ['browser', 'mobile'], ['browser', 'mobile']],
    ['one that is only installed', true, {}, ['browser'], ['browser']],
  ])('%s › tabs on a computer and on a phone', (_name, isInstalled, links, wide, small) => {
    const of = (isPhone: boolean) =>
      walletDevices({ isInstalled, links: links && { ...none, ...links }, isPhone })
    expect(of(false)).toEqual(wide)
    expect(of(true)).toEqual(small)
  })
})
