import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { isPhoneAtom } from '#widget/core/device.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorld, testWallet, testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { GetWalletView } from './get-wallet-view.tsx'
import { WhatIsAWalletView } from './what-is-a-wallet-view.tsx'

afterEach(cleanup)

const topWallets = [
  {
    ...{ id: 'phantom', name: 'Phantom', namespaces: ['eip155', 'solana'], homepage: 'https://phantom.app' },
    ...{ app_store: 'https://apps.apple.com/app/id1', play_store: 'https://play.google.com/x' },
    chrome_store: 'https://chromewebstore.google.com/detail/x',
  },
  { id: 'gull', name: 'Gull', namespaces: ['eip155'], homepage: 'https://gull.example', rdns: 'gull' },
  { id: 'nowhere', name: 'Nowhere', namespaces: ['eip155'] },
]

function renderView(world: TestWorld, view: ReactNode) {
  const footer = document.body.appendChild(document.createElement('div'))
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={footer}>{view}</FooterSlotContext>
    </StoreProvider>,
  )
  return world
}
const firstRow = () => screen.getAllByRole('listitem')[0]?.textContent

describe('GetWalletView', () => {
  const renderGetWallet = (world: TestWorld, walletId = 'phantom') =>
    renderView(world, <GetWalletView view={{ name: 'GetWallet', walletId }} />)

  test('on a computer › extension first, then install steps', () => {
    renderGetWallet(testWorld({ topWallets }))
    expect(firstRow()).toMatch(/^Browser extension/)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
      'Come back here and reload this page',
    )
    expect(screen.queryByRole('link', { name: /Open this page/ })).toBeNull()
  })

  test('on a phone › app stores first, and a link that opens the page in the wallet', () => {
    const world = testWorld({ topWallets })
    world.store.set(isPhoneAtom, true)
    renderGetWallet(world)
    expect(firstRow()).toMatch(/^App Store/)
    const link = screen.getByRole('link', { name: 'Open this page in Phantom' })
    expect(link.getAttribute('href')).toMatch(
      /^https:\/\/phantom\.app\/ul\/browse\/https%3A%2F%2Fshop\.example/,
    )
  })

  test('wallet without links › states it', () => {
    renderGetWallet(testWorld({ topWallets }), 'nowhere')
    expect(screen.getByText(/No download link available/)).toBeTruthy()
  })
})

describe('WhatIsAWalletView', () => {
  test('two ideas, and suggested wallets that are not installed', () => {
    const world = testWorld({ topWallets, wallets: [testWallet({ name: 'Gull', rdns: 'gull' })] })
    world.store.set(watchWalletsAtom)
    renderView(world, <WhatIsAWalletView />)
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(headings).toEqual(['A home for your crypto', 'A new way to sign in', 'Wallets to start with'])
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Phantom' }))
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'GetWallet', walletId: 'phantom' })
  })

  test('allWallets off › no link to all wallets', () => {
    renderView(testWorld({ topWallets, config: { features: { allWallets: false } } }), <WhatIsAWalletView />)
    expect(screen.queryByRole('button', { name: 'All wallets' })).toBeNull()
  })
})
