import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { embeddedWalletOfferAtom } from '#widget/domain/embedded-wallet/is-offered.ts'
import {
  expireEmbeddedSessionAtom,
  startEmbeddedSessionAtom,
} from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedRoutes,
  testAccount,
  testToken,
  testVaultUrl,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { ConnectView } from './connect-view.tsx'

afterEach(cleanup)

function renderView(
  options: TestWorldOptions = {},
  view: ViewOf<'Connect' | 'ConnectWallets'> = { name: 'Connect' },
) {
  const world = testWorld({ deploy: { vaultUrl: testVaultUrl }, routes: embeddedRoutes({}), ...options })
  world.store.set(modalOpenAtom, true)
  render(
    <StoreProvider store={world.store}>
      <ConnectView view={view} />
    </StoreProvider>,
  )
  return world
}

const name = 'Continue with email'

describe('login by e-mail in Connect', () => {
  test('offered › row above the wallets opens EmailLogin', async () => {
    const { store } = renderView()
    const row = await screen.findByRole('button', { name })
    expect(screen.getAllByRole('listitem')[0]?.contains(row)).toBe(true)
    fireEvent.click(row)
    expect(store.get(currentViewAtom)).toEqual({ name: 'EmailLogin' })
  })

  test('emailShowWallets off › row, and the wallets behind one button', async () => {
    renderView({ config: { features: { emailShowWallets: false } } })
    await screen.findByRole('button', { name })
    expect(screen.getByRole('button', { name: 'Continue with a wallet' })).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  test('server ended the session › says why, until the next login', async () => {
    const { store } = renderView()
    await screen.findByRole('button', { name })
    expect(screen.queryByText('You were logged out')).toBeNull()
    await act(async () => {
      await store.set(startEmbeddedSessionAtom, { token: testToken, account: testAccount })
      store.set(expireEmbeddedSessionAtom, testToken)
    })
    expect(screen.getByText('You were logged out').closest('[role=status]')).toBeTruthy()
    await act(() => store.set(startEmbeddedSessionAtom, { token: testToken, account: testAccount }))
    expect(screen.queryByText('You were logged out')).toBeNull()
  })

  test('only socials › row without the word email opens EmailLogin', async () => {
    const { store } = renderView({
      deploy: { vaultUrl: testVaultUrl, socials: ['google'] },
      routes: {
        '/appkit/v1/config': () => ({
          body: { features: [{ id: 'social_login', isEnabled: true, config: ['google'] }] },
        }),
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(screen.queryByRole('button', { name })).toBeNull()
    expect(store.get(currentViewAtom)).toEqual({ name: 'EmailLogin' })
  })

  test('only socials that are not configured › no row', async () => {
    const { store } = renderView({
      deploy: { vaultUrl: testVaultUrl, socials: ['google'] },
      routes: {
        '/appkit/v1/config': () => ({
          body: { features: [{ id: 'social_login', isEnabled: true, config: ['x'] }] },
        }),
      },
    })
    await store.set(fetchRemoteConfigAtom)
    await import('./email-login-row.tsx')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Sign in' })).toBeNull())
    expect(screen.queryByText('or')).toBeNull()
  })

  test('settings pending › keeps the place of the row', async () => {
    const { store } = renderView({ routes: { '/appkit/v1/config': () => new Promise<never>(() => {}) } })
    expect(store.get(embeddedWalletOfferAtom)).toBe('pending')
    expect(screen.getAllByRole('region')[0]?.querySelectorAll('li[aria-hidden]')).toHaveLength(1)
    expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test.each<[string, TestWorldOptions, ViewOf<'Connect' | 'ConnectWallets'>]>([
    ['no vault', { deploy: {} }, { name: 'Connect' }],
    ['basic mode', { config: { basic: true } }, { name: 'Connect' }],
    ['wallets behind one button', {}, { name: 'ConnectWallets' }],
  ])('%s › no row', async (_, options, view) => {
    const { store } = renderView(options, view)
    await store.set(fetchRemoteConfigAtom)
    await import('./email-login-row.tsx')
    expect(screen.queryByRole('region', { name })).toBeNull()
  })

  test('terms › consent first, also where the wallets are behind one button', async () => {
    const { store } = renderView({
      config: {
        features: { legalCheckbox: true, emailShowWallets: false },
        termsConditionsUrl: 'https://shop.example/terms',
      },
    })
    const row = await screen.findByRole<HTMLButtonElement>('button', { name })
    expect(row.disabled).toBe(true)
    fireEvent.click(await screen.findByRole('checkbox'))
    fireEvent.click(row)
    expect(store.get(currentViewAtom)).toEqual({ name: 'EmailLogin' })
  })
})
