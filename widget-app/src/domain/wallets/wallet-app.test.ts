import { describe, expect, it } from 'vitest'
import { isPhoneAtom } from '#widget/core/device.ts'
import { testWallet, testWorld } from '#widget/testing/world.ts'
import { watchWalletsAtom } from './discovered-wallets.ts'
import { isDiscoveredWalletAtom, isSessionWalletAtom, walletAppAtom } from './wallet-app.ts'

const appOf = (app: string | undefined, isPhone: boolean) => {
  const wallet = testWallet({ source: 'walletconnect', ...(app === undefined ? {} : { app }) })
  const { store } = testWorld({ wallets: [wallet] })
  store.set(watchWalletsAtom)
  store.set(isPhoneAtom, isPhone)
  return store.get(walletAppAtom(wallet.handle))
}

describe('walletAppAtom', () => {
  it.each([
    ['rainbow://', true, { href: 'rainbow://', isApp: true }],
    ['https://gull.test/', true, { href: 'https://gull.test/', isApp: false }],
    ['rainbow://', false, undefined],
    [undefined, true, undefined],
  ])('%s on a phone (%s) › %o', (app, isPhone, link) => {
    expect(appOf(app, isPhone)).toEqual(link)
  })
})

describe('isSessionWalletAtom', () => {
  it.each([
    ['walletconnect', true],
    ['eip6963', false],
  ] as const)('wallet discovered through %s › %s', (source, isBehind) => {
    const wallet = testWallet({ source })
    const { store } = testWorld({ wallets: [wallet] })
    store.set(watchWalletsAtom)
    expect(store.get(isSessionWalletAtom(wallet.handle))).toBe(isBehind)
    expect(store.get(isDiscoveredWalletAtom(wallet.handle))).toBe(!isBehind)
  })

  it('wallet that is not listed › is not discovered either', () => {
    expect(testWorld().store.get(isDiscoveredWalletAtom('gone'))).toBe(false)
  })

  it('missing wallet › is no session wallet', () => {
    expect(testWorld().store.get(isSessionWalletAtom('gone'))).toBe(false)
  })
})
