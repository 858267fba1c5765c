import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { recentWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorld, type TestWorldOptions, testWallet, testWorld } from '#widget/testing/world.ts'
import { gatesArmed } from '#widget/ui/gated-button/testing/wait-for-gates.ts'
import { ConnectView } from './connect-view.tsx'

afterEach(cleanup)

const entry = (id: string, name: string) => ({ id, name, namespaces: ['eip155'] })
const topWallets = [
  entry('rainbow', 'Rainbow'),
  entry('trust', 'Trust Wallet'),
  entry('zerion', 'Zerion'),
  entry('okx', 'OKX Wallet'),
  entry('ledger', 'Ledger'),
]
const wallets = [
  testWallet(),
  testWallet({ name: 'Rabby Wallet', rdns: 'io.rabby' }),
  testWallet({ name: 'Harbour Wallet', rdns: 'test.harbour' }),
]

function renderView(options: TestWorldOptions, view: View = { name: 'Connect' }): TestWorld {
  const world = testWorld({ topWallets, wallets, ...options })
  world.store.set(watchWalletsAtom)
  world.store.set(recentWalletsAtom, ['test.harbour'])
  world.store.set(modalOpenAtom, true)
  render(
    <StoreProvider store={world.store}>
      <ConnectView view={view} />
    </StoreProvider>,
  )
  return world
}

type View = ViewOf<'Connect' | 'ConnectWallets'>

const rowTexts = () => screen.getAllByRole('listitem').map((row) => row.textContent)

describe('ConnectView', () => {
  test('recent, installed, featured and recommended wallets › in the specified order', () => {
    renderView({})
    expect(rowTexts()).toEqual(
      [
        'WalletConnectQR code',
        'Harbour WalletRecent',
        'MetaMaskInstalled',
        'Rabby WalletInstalled',
        'Rainbow',
        'Trust Wallet',
        'Zerion',
        'OKX Wallet',
        'Ledger',
        'All wallets',
      ].map((text) => expect.stringContaining(text)),
    )
    expect(screen.getByRole('heading', { name: 'Popular' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Recommended' })).toBeTruthy()
  })

  test('connectorOrder of the host › respected', () => {
    renderView({ config: { connectorOrder: ['featured', 'injected'] } })
    expect(rowTexts()[0]).toContain('Rainbow')
  })

  test('installed wallet › connects; any other › install links', async () => {
    const { store } = renderView({})
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /MetaMask/ }))
    expect(store.get(currentViewAtom)).toMatchObject({
      name: 'ConnectingExternal',
      walletId: 'ethereum:io.metamask',
    })
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /Rainbow/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'GetWallet', walletId: 'rainbow' })
  })

  test('All wallets › shows their number, rounded down to tens', async () => {
    const { store } = renderView({
      routes: { '/getWallets': () => ({ body: { data: topWallets, count: 118 } }) },
    })
    const row = await screen.findByRole('button', { name: /All wallets.*110\+/ })
    await gatesArmed()
    fireEvent.click(row)
    expect(store.get(currentViewAtom)).toEqual({ name: 'AllWallets' })
  })

  test('allWallets off › no link to all wallets', () => {
    renderView({ config: { features: { allWallets: false } } })
    expect(screen.queryByRole('button', { name: /All wallets/ })).toBeNull()
  })

  test('list loading › loading state', () => {
    renderView({ topWallets: [], wallets: [], routes: { '/getWallets': () => new Promise<never>(() => {}) } })
    expect(screen.getByRole('status').textContent).toBe('Loading')
  })

  test('no wallets › empty state with one next step', async () => {
    const { store, clock } = renderView({
      topWallets: [],
      wallets: [],
      deploy: { walletConnect: { relayUrl: '' } },
    })
    await clock.advance(20_000)
    const title = await screen.findByText('No wallet found in this browser')
    const place = title.parentElement
    if (place) fireEvent.click(within(place).getByRole('button', { name: 'Get a wallet' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'AllWallets' })
  })

  test('terms and consent required › no wallet can be selected before consent', async () => {
    const links = {
      termsConditionsUrl: 'https://shop.example/terms',
      privacyPolicyUrl: 'https://shop.example/p',
    }
    const { store } = renderView({ config: { features: { legalCheckbox: true }, ...links } })
    const box = await screen.findByRole('checkbox', {
      name: 'I agree to the terms of service and the privacy policy',
    })
    const names = ['Terms of service', 'Privacy policy']
    expect(
      names.map((name) => screen.getByRole('link', { name: new RegExp(name) }).getAttribute('href')),
    ).toEqual(Object.values(links))
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /MetaMask/ }))
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /WalletConnect/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
    fireEvent.click(box)
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /MetaMask/ }))
    expect(store.get(currentViewAtom)).toMatchObject({ name: 'ConnectingExternal' })
  })

  type Row = [string, NonNullable<TestWorldOptions['config']>]
  test.each<Row>([
    ['the flag alone', { features: { legalCheckbox: true } }],
    ['the links alone', { termsConditionsUrl: 'https://shop.example/terms' }],
  ])('%s › no consent required', (_name, config) => {
    renderView({ config })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByRole('button', { name: /MetaMask/ })).toHaveProperty('disabled', false)
  })

  test.each([{ collapseWallets: true }, { emailShowWallets: false }])(
    '%j › wallets are behind one button',
    (features) => {
      const { store } = renderView({ config: { features } })
      expect(screen.queryByRole('listitem')).toBeNull()
      fireEvent.click(screen.getByRole('button', { name: 'Continue with a wallet' }))
      expect(store.get(currentViewAtom)).toEqual({ name: 'ConnectWallets' })
    },
  )

  test('ConnectWallets › shows the wallets', () => {
    renderView({ config: { features: { collapseWallets: true } } }, { name: 'ConnectWallets' })
    expect(rowTexts()[0]).toContain('WalletConnect')
    expect(screen.queryByRole('button', { name: 'Continue with a wallet' })).toBeNull()
  })

  test('WalletConnect › QR code; a wallet with a mobile link › its own pairing', async () => {
    const pairable = { ...entry('gull', 'Gull'), mobile_link: 'rainbow://' }
    const { store } = renderView({ topWallets: [pairable] })
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /WalletConnect/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'ConnectingWalletConnect' })
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /Gull/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'ConnectingWalletConnect', walletId: 'gull' })
  })

  test('certified wallet › badge', () => {
    renderView({
      topWallets: [{ ...entry('gull', 'Gull'), badge_type: 'certified' }, entry('heron', 'Heron')],
    })
    expect(screen.getByRole('button', { name: /Gull/ }).textContent).toContain('Certified')
    expect(screen.getByRole('button', { name: /Heron/ }).textContent).not.toContain('Certified')
  })

  test('help › opens WhatIsAWallet', () => {
    const { store } = renderView({})
    fireEvent.click(screen.getByRole('button', { name: 'What is a wallet?' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'WhatIsAWallet' })
  })
})
