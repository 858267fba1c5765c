import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { activeConnectionAtom, bridgeStateAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { Fixture } from '#widget/testing/fixture.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { fixtures } from '../fixtures.tsx'
import { ProfileWalletsView } from './profile-wallets-view.tsx'

afterEach(cleanup)

function renderState(state: string): TestWorld {
  const fixture: Fixture | undefined = fixtures.ProfileWallets.find((one) => one.state === state)
  const world = testWorld(fixture?.options)
  fixture?.before?.(world)
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'ProfileWallets' } })
  render(
    <StoreProvider store={world.store}>
      <ProfileWalletsView />
    </StoreProvider>,
  )
  return world
}

const regionOf = (name: string) => within(screen.getByRole('region', { name }))
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))

describe('ProfileWalletsView', () => {
  test('lists the wallets of every namespace, the active one and its accounts by name', () => {
    renderState('several of one')
    const rows = regionOf('Ethereum').getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^MetaMask.*0x71C7…d8976F/),
      expect.stringMatching(/^Rabby Wallet.*0x2546…ECEc30/),
      expect.stringContaining('Connect another wallet'),
    ])
    expect(rows[0]?.querySelector('[aria-current]')).not.toBeNull()
    expect(rows[1]?.querySelector('[aria-current]')).toBeNull()
    expect(regionOf('Polkadot').getByText('Everyday').closest('li')?.textContent).toContain('In use')
    expect(regionOf('Polkadot').getByText('Savings').closest('li')?.textContent).not.toContain('In use')
  })

  test('wallet clicked › becomes active, with a toast', async () => {
    const { store } = renderState('several of one')
    await click(regionOf('Ethereum').getByRole('button', { name: /^Rabby Wallet/ }))
    expect(store.get(activeConnectionAtom)?.walletName).toBe('Rabby Wallet')
    expect(store.get(toastAtom)).toMatchObject({ message: 'Now using Rabby Wallet', open: true })
    await click(regionOf('Solana').getByRole('button', { name: /^Phantom/ }))
    expect(store.get(activeNamespaceAtom)).toBe('solana')
  })

  test('account clicked › becomes active', async () => {
    const { store } = renderState('three ecosystems')
    await click(regionOf('Polkadot').getByRole('button', { name: /^Savings/ }))
    expect(store.get(activeNamespaceAtom)).toBe('polkadot')
    expect(store.get(activeConnectionAtom)?.accounts[0]).toMatch(/^5Grwva/)
    expect(regionOf('Polkadot').getByText('Savings').closest('[aria-current]')).not.toBeNull()
  })

  test('one wallet disconnected › the others stay, with a toast', async () => {
    const { store } = renderState('several of one')
    await click(screen.getByRole('button', { name: 'Disconnect MetaMask' }))
    expect(store.get(toastAtom).message).toBe('MetaMask disconnected')
    expect(screen.queryByText('MetaMask')).toBeNull()
    expect(store.get(activeConnectionAtom)?.walletName).toBe('Rabby Wallet')
    await click(screen.getByRole('button', { name: 'Disconnect Rabby Wallet' }))
    // The active namespace has no connection left: another namespace becomes active.
    expect(store.get(activeNamespaceAtom)).toBe('solana')
    expect(store.get(bridgeStateAtom).statuses).toEqual({
      eip155: 'disconnected',
      solana: 'connected',
      polkadot: 'connected',
    })
  })

  test.each([
    ['several of one', 'Solana', 'Connect another wallet'],
    ['three ecosystems', 'Solana', 'Use another wallet'],
    ['one wallet', 'Solana', 'Connect wallet'],
    ['not connected', 'Ethereum', 'Connect wallet'],
  ])('%s › the last row of %s is "%s"', async (state, name, label) => {
    const { store } = renderState(state)
    await click(regionOf(name).getByRole('button', { name: label }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
    expect(store.get(requestedNamespaceAtom)).toBe(name === 'Ethereum' ? 'eip155' : 'solana')
  })
})
