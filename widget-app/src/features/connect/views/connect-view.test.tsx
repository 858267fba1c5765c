import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { recentWalletsAtom } from '#widget/kernel/enabled-wallets.ts'
import { watchWalletsAtom } from '#widget/kernel/found-wallets.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { type TestWorld, type TestWorldOptions, testWallet, testWorld } from '#widget/kernel/test-world.ts'
import { currentViewAtom } from '#widget/kernel/view-stack.ts'
import { StoreProvider } from '#widget/lib/state.ts'
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

function show(options: TestWorldOptions): TestWorld {
  const world = testWorld({ topWallets, wallets, ...options })
  world.store.set(watchWalletsAtom)
  world.store.set(recentWalletsAtom, ['test.harbour'])
  world.store.set(modalOpenAtom, true)
  render(
    <StoreProvider store={world.store}>
      <ConnectView />
    </StoreProvider>,
  )
  return world
}

const rowTexts = () => screen.getAllByRole('listitem').map((row) => row.textContent)

describe('ConnectView', () => {
  test('behavior: recent, installed, featured and recommended wallets stand in the spec’s order', () => {
    show({})
    expect(rowTexts()).toEqual(
      [
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

  test('behavior: an order of the host’s is kept', () => {
    show({ config: { connectorOrder: ['featured', 'injected'] } })
    expect(rowTexts()[0]).toContain('Rainbow')
  })

  test('behavior: an installed wallet leads to itself, another to where it can be had', () => {
    const { store } = show({})
    fireEvent.click(screen.getByRole('button', { name: /MetaMask/ }))
    expect(store.get(currentViewAtom)).toMatchObject({
      name: 'ConnectingExternal',
      walletId: 'ethereum:io.metamask',
    })
    fireEvent.click(screen.getByRole('button', { name: /Rainbow/ }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'GetWallet', walletId: 'rainbow' })
  })

  test('behavior: the way to all wallets carries their number, rounded down to tens', async () => {
    const { store } = show({
      routes: { '/getWallets': () => ({ body: { data: topWallets, count: 118 } }) },
    })
    const row = await screen.findByRole('button', { name: /All wallets.*110\+/ })
    fireEvent.click(row)
    expect(store.get(currentViewAtom)).toEqual({ name: 'AllWallets' })
  })

  test('behavior: without the flag there is no way to all wallets', () => {
    show({ config: { features: { allWallets: false } } })
    expect(screen.queryByRole('button', { name: /All wallets/ })).toBeNull()
  })

  test('behavior: while nothing is known it says that it loads', () => {
    show({ topWallets: [], wallets: [], routes: { '/getWallets': () => new Promise<never>(() => {}) } })
    expect(screen.getByRole('status').textContent).toBe('Loading')
  })

  test('error: with nothing to offer it says so and names one next step', async () => {
    const { store, clock } = show({ topWallets: [], wallets: [] })
    await clock.advance(20_000)
    const title = await screen.findByText('No wallet found in this browser')
    const place = title.parentElement
    if (place) fireEvent.click(within(place).getByRole('button', { name: 'Get a wallet' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'AllWallets' })
  })
})
